import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  choiceField,
  fitsAddress,
  integerField,
  listField,
  readAddress,
  textField,
  writeAddress,
} from '../src/playground/address/address-state.ts';

const percent = integerField({ min: 0, max: 300, initial: 100 });
const fields = {
  contract: choiceField(['token', 'swap'], 'token'),
  factor: integerField({ min: -5, max: 34_000, initial: 0 }),
  code: textField({ maxLength: 40 }),
  loads: listField(percent, [100, 100, 100]),
};
const states = fc.record({
  contract: fc.constantFrom('token' as const, 'swap' as const),
  factor: fc.integer({ min: -5, max: 34_000 }),
  code: fc.string({ maxLength: 40, unit: 'binary' }).filter((text) => text.isWellFormed()),
  loads: fc
    .array(fc.integer({ min: 0, max: 300 }), { minLength: 3, maxLength: 3 })
    .map((loads): readonly number[] => loads),
});

test('an address gives back the state that it was written from', () => {
  fc.assert(
    fc.property(states, (state) => {
      expect(readAddress(fields, writeAddress(fields, state))).toEqual(state);
    }),
  );
});

test('the initial state has an empty address, and an address has only the differences from it', () => {
  const initial = readAddress(fields, '');
  expect(initial).toEqual({ contract: 'token', factor: 0, code: '', loads: [100, 100, 100] });
  expect(writeAddress(fields, initial)).toBe('');
  expect(writeAddress(fields, { ...initial, factor: 3_400 })).toBe('factor=3400');
});

test.each([
  '?contract=Token&factor=34001&loads=1,2',
  '?factor=1e3&loads=1,2,301',
  '?factor=0x10&contract=',
  '?factor=&loads=1,,2',
  `?code=${'x'.repeat(41)}&factor=-6`,
  '?factor=NaN&__proto__=1&unknown=2',
])('ignores an invalid value in the address: %s', (query) => {
  expect(readAddress(fields, query)).toEqual(readAddress(fields, ''));
});

test('any query gives a valid state', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (factor, loads) => {
      const query = new URLSearchParams({ factor, loads }).toString();
      const state = readAddress(fields, query);
      expect(readAddress(fields, writeAddress(fields, state))).toEqual(state);
    }),
  );
});

test('a query of more than 8,000 characters is too long to share as a link', () => {
  expect(fitsAddress('x'.repeat(8_000))).toBe(true);
  expect(fitsAddress('x'.repeat(8_001))).toBe(false);
});
