import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { count } from '../src/playground/format.ts';
import { readWhole } from '../src/playground/read-whole.ts';

const bounds = { min: 0, max: 100_000_000 };

test('reads each number within its bounds, as digits and as groups of digits', () => {
  fc.assert(
    fc.property(fc.integer(bounds), (value) => {
      expect(readWhole(` ${value} `, bounds)).toEqual({ value });
      expect(readWhole(count(value), bounds)).toEqual({ value });
    }),
  );
});

test.each(['-5', '1.5', '99999999999999', '1,5', '1e3', '0x10', '٣', 'NaN'])('rejects %s in words', (text) => {
  expect(readWhole(text, bounds)).toEqual({ problem: `“${text}” is not a whole number from 0 to 100,000,000.` });
});

test('rejects an empty field', () => {
  expect(readWhole(' ', bounds)).toEqual({ problem: 'An empty field is not a whole number from 0 to 100,000,000.' });
});
