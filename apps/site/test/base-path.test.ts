import { expect, test } from 'vitest';
import { basePath } from '../src/base-path.ts';

test.each([
  [undefined, '/'],
  ['', '/'],
  ['/coin/', '/coin/'],
])('the base path for SITE_BASE=%s is %s', (asked, expected) => {
  expect(basePath(asked)).toBe(expected);
});

test.each(['coin', '/coin', 'coin/'])('the base path "%s" is rejected because a slash is missing', (asked) => {
  expect(() => basePath(asked)).toThrow(`SITE_BASE is "${asked}": it must begin and end with a slash`);
});
