import { expect, test } from 'vitest';
import { repeatCommand } from '../test-kit/repeat-command.ts';

const failed = { file: 'packages/fee/test/a.test.ts', title: 'adds', seed: 7, factor: 1 };

test('names the seed, the file and the whole title', () => {
  expect(repeatCommand(failed)).toBe("FC_SEED=7 npx -y pnpm@12 test packages/fee/test/a.test.ts -t '^adds$'");
});

test('names a factor of the suites unless it is 1', () => {
  expect(repeatCommand({ ...failed, factor: 0.1 })).toMatch(/^FC_SEED=7 TEST_FACTOR=0\.1 npx /);
});

test('runs a system test by test:system', () => {
  const file = 'packages/fee/test/a.system.test.ts';
  expect(repeatCommand({ ...failed, file })).toContain(`pnpm@12 test:system ${file} `);
});

test.each([
  ['a describe > a test', "'^a describe > a test$'"],
  ['costs $1.50 (+ 2 %)?', String.raw`'^costs \$1\.50 \(\+ 2 %\)\?$'`],
  [String.raw`[a|b]^{2}*\d`, String.raw`'^\[a\|b\]\^\{2\}\*\\d$'`],
  ["doesn't `lie`", String.raw`'^doesn'\''t ` + "`lie`$'"],
  ['“”\n\u0000\u007f', String.raw`'^“”\x0a\x00\x7f$'`],
])('quotes the title %j for a shell, as a pattern', (title, quoted) => {
  expect(repeatCommand({ ...failed, title }).split(' -t ')[1]).toBe(quoted);
});
