import { expect, test } from 'vitest';
import { tabAfterKey } from '../src/playground/tabs.ts';

test.each([
  ['ArrowRight', 0, 1],
  ['ArrowRight', 2, 0],
  ['ArrowLeft', 0, 2],
  ['ArrowLeft', 2, 1],
  ['Home', 1, 0],
  ['End', 1, 2],
  ['Enter', 1, undefined],
])('%s leads from tab %i of 0 to 2 to tab %s', (key, current, next) => {
  expect(tabAfterKey(key, current, 3)).toBe(next);
});
