import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { allConfigurations, someConfigurations, type Configuration } from '../compile-matrix/configurations.ts';
import { foreignImports } from '../compile-matrix/foreign-types.ts';

const valuesOf = (configurations: readonly Configuration[]): Set<string> =>
  new Set(
    configurations
      .flatMap((configuration) => Object.entries(configuration))
      .map(([setting, value]) => `${setting} ${value}`),
  );

test('the short selection has every value of every setting', () => {
  expect(someConfigurations).toHaveLength(4);
  expect(valuesOf(someConfigurations)).toEqual(valuesOf(allConfigurations));
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'compile-matrix-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(files: Readonly<Record<string, string>>): string {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return join(folder, 'index.d.ts');
}

const specifiers = (entry: string) => foreignImports(entry).map(({ specifier }) => specifier);

test('finds imports of other packages in every declaration that an entry reaches', () => {
  const entry = write({
    'index.d.ts': "export { a } from './a.ts';\nexport type { B } from './b/b.js';\n",
    'a.d.ts': "import { type List } from 'immutable';\nexport declare const a: List<number>;\n",
    'b/b.d.ts': 'export type B = import("zod/mini").ZodMiniString | import(\'../c.ts\').C;\n',
    'c.d.ts': "import 'node:http';\nexport type { B } from './b/b.js';\n",
  });
  expect(specifiers(entry)).toEqual(['immutable', 'zod/mini', 'node:http']);
});

test('ignores declarations that no entry reaches, imports in examples, and the word from in a type', () => {
  const entry = write({
    'index.d.ts':
      "/**\n * import { sum } from 'viem';\n */\nexport declare const one: 1; // from 'viem'\nexport declare const field: { name: 'from'; type: 'address' };\n",
    'inner.d.ts': "import { type List } from 'immutable';\nexport type Numbers = List<number>;\n",
  });
  expect(specifiers(entry)).toEqual([]);
});
