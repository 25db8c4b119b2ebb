import {
  coinJson,
  coinSchema,
  tokenSchema,
  isUnitsError,
  MAX_SMALL_UNITS,
  MAX_TOKEN_UNITS,
  MIN_SMALL_UNITS,
  tokenJson,
  UnitsError,
} from '@coin/units';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { errorCodeOf } from './support/thrown-error.ts';

describe('JSON codecs', () => {
  test('decode every encoded amount', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: MIN_SMALL_UNITS, max: MAX_SMALL_UNITS }),
        fc.bigInt({ min: 0n, max: MAX_TOKEN_UNITS }),
        (coin, token) => {
          const json = JSON.stringify({ coin: coinJson.encode(coin), token: tokenJson.encode(token) });
          const read = JSON.parse(json);
          expect([coinJson.decode(read.coin), tokenJson.decode(read.token)]).toEqual([coin, token]);
        },
      ),
    );
  });

  test.each<[string, () => unknown, string]>([
    ['encode coin above int64', () => coinJson.encode(MAX_SMALL_UNITS + 1n), 'AMOUNT_OUT_OF_RANGE'],
    ['decode coin below int64', () => coinJson.decode((MIN_SMALL_UNITS - 1n).toString()), 'AMOUNT_OUT_OF_RANGE'],
    ['decode a negative token amount', () => tokenJson.decode('-1'), 'AMOUNT_OUT_OF_RANGE'],
    ['encode a negative token amount', () => tokenJson.encode(-1n), 'AMOUNT_OUT_OF_RANGE'],
    ['decode a fraction of a small unit', () => coinJson.decode('1.5'), 'AMOUNT_TOO_PRECISE'],
    ['decode a hexadecimal amount', () => coinJson.decode('0x10'), 'AMOUNT_SYNTAX'],
    ['decode a number', () => coinJson.decode(1), 'ARGUMENT_INVALID'],
    ['encode a number', () => coinJson.encode(1 as never), 'ARGUMENT_INVALID'],
  ])('do not %s', (_, action, code) => expect(errorCodeOf(action)).toBe(code));
});

describe('coinSchema', () => {
  test('is a Standard Schema that other libraries accept', () => {
    // the test runner is such a library
    expect({ amount: '1.5' }).toEqual({ amount: expect.schemaMatching(coinSchema()) });
    expect({ amount: '1.5' }).not.toEqual({ amount: expect.schemaMatching(coinSchema({ max: 1n })) });
  });

  test('returns the amount, or an issue with a message in coins', () => {
    const { validate, version, vendor } = coinSchema({ min: 1n, max: 2_500_000n })['~standard'];
    expect([version, vendor]).toEqual([1, '@coin/units']);
    expect(validate('2.5')).toEqual({ value: 2_500_000n });
    expect(validate('2.500001')).toEqual({
      issues: [{ message: 'Amount "2.500001" is out of range. Choose 0.000001 to 2.5 coins.' }],
    });
    expect(validate('1,5')).toEqual({
      issues: [{ message: 'Invalid amount "1,5": unexpected "," at position 1. Write it like "1.5".' }],
    });
    expect(validate(undefined)).toEqual({
      issues: [{ message: 'Invalid amount "undefined": it must be a string such as "1.5", not of type undefined.' }],
    });
  });
});

test('tokenSchema returns the amount in smallest units, or an issue with a message in tokens', () => {
  const { validate } = tokenSchema(2, { max: 250n })['~standard'];
  expect({ amount: '1.5' }).toEqual({ amount: expect.schemaMatching(tokenSchema(18)) });
  expect(validate('2.5')).toEqual({ value: 250n });
  expect(validate('2.51')).toEqual({ issues: [{ message: 'Amount "2.51" is out of range. Choose 0 to 2.5 tokens.' }] });
  expect(() => tokenSchema(256)).toThrow(expect.objectContaining({ code: 'ARGUMENT_INVALID' }));
});

describe('isUnitsError', () => {
  const error = new UnitsError('DIVISION_INEXACT', { value: 7n, divisor: 2n });

  test('recognizes errors of this and of another copy of the package', () => {
    expect(isUnitsError(error)).toBe(true);
    expect(isUnitsError(error, 'DIVISION_INEXACT')).toBe(true);
    expect(isUnitsError({ name: 'UnitsError', code: 'DIVISION_INEXACT' }, 'DIVISION_INEXACT')).toBe(true);
  });

  test('rejects any other value', () => {
    expect(isUnitsError(error, 'ARGUMENT_INVALID')).toBe(false);
    for (const other of [
      undefined,
      null,
      'UnitsError',
      1,
      new Error('x'),
      { name: 'FeeError', code: 'DIVISION_INEXACT' },
    ])
      expect(isUnitsError(other, 'DIVISION_INEXACT'), JSON.stringify(other)).toBe(false);
  });
});
