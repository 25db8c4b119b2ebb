import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { installPages, isReleased, writeInstallLines } from '../release/install-lines.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (page: string) => readFileSync(resolve(root, page), 'utf8');
const UNRELEASED = /not on npm|not released|from a clone/i;
/** A line that installs a package from npm. */
const INSTALLS = /\b(?:npm (?:install|i)|(?:pnpm|yarn|bun) add)\b[^\n]*@coin\//;

test.each(installPages(root))('%s says how to install the packages now', (page) => {
  expect(writeInstallLines(page, read(page), isReleased(root))).toBe(read(page));
});

test.each(installPages(root))('%s says nothing of a clone after the first release', (page) => {
  const before = writeInstallLines(page, read(page), false);
  const after = writeInstallLines(page, before, true);
  expect(before).toMatch(UNRELEASED);
  expect(after).not.toMatch(UNRELEASED);
  expect(after).toMatch(INSTALLS);
  expect(writeInstallLines(page, after, false)).toBe(before);
});

test('only these pages say whether the packages are on npm, or install them', () => {
  const pages = globSync(['*.md', 'docs/**/*.md', 'packages/*/{,docs/}*.md', 'apps/site/pages/*.md'], { cwd: root });
  const others = pages.filter((page) => !installPages(root).includes(page));
  expect(others.filter((page) => /not on npm|not released/i.test(read(page)) || INSTALLS.test(read(page)))).toEqual([
    // A container of the future, which builds once the package can be installed.
    'packages/mock-node/docs/command.md',
  ]);
});

test('rejects a page without marks', () => {
  expect(() => writeInstallLines('README.md', '# @coin\n', false)).toThrow('README.md has no lines');
});
