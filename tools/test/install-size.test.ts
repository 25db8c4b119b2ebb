import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { installSize, sizeProblem } from '../tarball/install-size.ts';

let project: string;
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'install-size-'));
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

/** Installs a package whose manifest and one more file have these bytes. */
function install(path: string, { dependencies, bytes }: { dependencies: readonly string[]; bytes: number }): number {
  const folder = join(project, path);
  mkdirSync(join(folder, 'dist'), { recursive: true });
  const manifest = JSON.stringify({ dependencies: Object.fromEntries(dependencies.map((name) => [name, '1.0.0'])) });
  writeFileSync(join(folder, 'package.json'), manifest);
  writeFileSync(join(folder, 'dist/index.js'), 'x'.repeat(bytes));
  return manifest.length + bytes;
}

test('adds up a package and its dependencies, each once, wherever they are installed', () => {
  const expected = [
    install('node_modules/box', { dependencies: ['lid', 'hinge'], bytes: 1000 }),
    install('node_modules/box/node_modules/lid', { dependencies: ['hinge', 'box'], bytes: 200 }),
    install('node_modules/hinge', { dependencies: [], bytes: 30 }),
  ];
  install('node_modules/other', { dependencies: [], bytes: 4 });
  expect(installSize(project, 'box')).toBe(expected.reduce((sum, bytes) => sum + bytes));
});

test('rejects a dependency that is not installed', () => {
  install('node_modules/box', { dependencies: ['no-such-lid'], bytes: 1 });
  expect(() => installSize(project, 'box')).toThrow('no-such-lid is not installed');
});

test('reports a package above its limit, and one without a limit', () => {
  expect(sizeProblem('@coin/units', 100_000)).toBeUndefined();
  expect(sizeProblem('@coin/units', 123_456)).toBe(
    '@coin/units takes 0.12 MB installed with its dependencies, and may take 0.1 MB',
  );
  expect(sizeProblem('@coin/box', 1)).toContain('@coin/box has no limit');
});
