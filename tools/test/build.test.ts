import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readBuiltinModules } from '../build/builtin-modules.ts';
import { citeFully } from '../build/citations.ts';
import { copyDeclarations } from '../build/declarations.ts';

const manifest = {
  name: '@coin/box',
  version: '0.3.1',
  repository: { url: 'git+https://example.org/coin.git' },
  exports: {},
};
const PAGE = 'https://example.org/coin/blob/@coin/box@0.3.1/docs/protocol/staking.md';

test.each([
  ['Source: docs/protocol/staking.md.', `Source: ${PAGE}.`],
  [
    'docs/protocol/staking.md; (docs/specification.md §8)',
    `${PAGE}; (${PAGE.replace('protocol/staking', 'specification')} §8)`,
  ],
  [`Source: ${PAGE}.`, `Source: ${PAGE}.`],
  [
    '../docs/protocol/staking.md and mydocs/protocol/staking.md',
    '../docs/protocol/staking.md and mydocs/protocol/staking.md',
  ],
  ['a docs/ folder, docs/decisions', 'a docs/ folder, docs/decisions'],
])('a citation gets the address of the text as of the version: %s', (text, expected) => {
  expect(citeFully(text, manifest)).toBe(expected);
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'build-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('declarations that no entry reaches are not copied, and imports name built files', () => {
  const declarations = {
    'index.d.ts': "export { a } from './a.ts';\nimport './side.ts';\n",
    'a.d.ts': "import { type B } from './b/b.ts';\nexport declare const a: B | import('./b/c.ts').C;\n",
    'b/b.d.ts': "export type { B } from '../a.ts';\nexport type { D } from '@coin/units';\n",
    'b/c.d.ts': 'export type C = 1;\n',
    'side.d.ts': 'export {};\n',
    'inner.d.ts': 'export type Inner = 1;\n',
  };
  for (const [file, text] of Object.entries(declarations)) {
    mkdirSync(dirname(join(folder, '.types', file)), { recursive: true });
    writeFileSync(join(folder, '.types', file), text);
  }
  copyDeclarations(join(folder, '.types'), join(folder, 'dist'), ['index.d.ts'], {
    edit: (text) => `// edited\n${text}`,
    isStandalone: false,
  });
  const copied = readdirSync(join(folder, 'dist'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  expect(copied.toSorted()).toEqual(['a.d.ts', 'b/b.d.ts', 'b/c.d.ts', 'index.d.ts', 'side.d.ts']);
  const read = (file: string) => readFileSync(join(folder, 'dist', file), 'utf8');
  expect(read('index.d.ts')).toBe("// edited\nexport { a } from './a.js';\nimport './side.js';\n");
  expect(read('a.d.ts')).toContain("from './b/b.js'");
  expect(read('a.d.ts')).toContain("import('./b/c.js')");
  expect(read('b/b.d.ts')).toContain("from '@coin/units'");
});

test.each([
  ['import fs from "node:fs";', 'const fs = globalThis.process.getBuiltinModule("node:fs");'],
  [
    'import { join, sep as sep2 } from "node:path";',
    'const { join, sep: sep2 } = globalThis.process.getBuiltinModule("node:path");',
  ],
  [
    'import {\n  readFile\n} from "node:fs/promises";',
    'const {\n  readFile\n} = globalThis.process.getBuiltinModule("node:fs/promises");',
  ],
  ['import * as fs from "node:fs";', 'import * as fs from "node:fs";'],
  ['import { a } from "./a.js";', 'import { a } from "./a.js";'],
  ['const sqlite = await import("node:sqlite");', 'const sqlite = await import("node:sqlite");'],
])('a command reads built-in modules without an import statement: %j', (code, expected) => {
  expect(readBuiltinModules(`// a\n${code}\nb();`)).toBe(`// a\n${expected}\nb();`);
});

const requirePnpm = join(import.meta.dirname, '../build/require-pnpm.ts');

test('packing by npm is rejected with the command to use', () => {
  const env = { ...process.env, npm_config_user_agent: 'npm/11.19.1 node/v24.21.0 linux x64' };
  const { status, stderr } = spawnSync(process.execPath, [requirePnpm], { env, encoding: 'utf8' });
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^npm would pack .* run pnpm pack\.\n$/)]);
});

test('packing by pnpm continues', () => {
  const env = { ...process.env, npm_config_user_agent: 'pnpm/12.21.0 npm/? node/v24.21.0 linux x64' };
  expect(execFileSync(process.execPath, [requirePnpm], { env, encoding: 'utf8' })).toBe('');
});
