import { expect, test } from 'vitest';

const first = Math.random();

test.each([1, 2])('Math.random draws the same numbers in test %i as at the beginning of the file', () => {
  expect(Math.random()).toBe(first);
});
