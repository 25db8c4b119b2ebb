import { scaled } from '@coin/test-kit/scaled';
import {
  isUnitsError,
  MAX_SMALL_UNITS,
  MAX_TOKEN_UNITS,
  MIN_SMALL_UNITS,
  parseCoin,
  parseUnits,
  safeParseCoin,
} from '@coin/units';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rounded, scale, valueOf } from './support/reference.ts';
import { ROUNDING_MODES } from './support/rounding-modes.ts';
import { syntaxReason } from './support/syntax-reason.ts';
import { errorCodeOf, thrownError } from './support/thrown-error.ts';

const GRAMMAR = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/;

const decimalText = fc
  .tuple(
    fc.boolean(),
    fc.bigInt({ min: 0n, max: 10n ** 13n }),
    fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 12 }),
  )
  .map(
    ([negative, whole, digits]) => `${negative ? '-' : ''}${whole}${digits.length > 0 ? `.${digits.join('')}` : ''}`,
  );

describe('parseCoin', () => {
  test.each([
    ['0', 0n],
    ['1', 1_000_000n],
    ['0.05', 50_000n],
    ['0.15', 150_000n],
    ['15000', 15_000_000_000n],
    ['1.5', 1_500_000n],
    ['0.000001', 1n],
    ['1.50000000000', 1_500_000n],
    ['999999999.999999', 999_999_999_999_999n],
    ['9999999999.999999', 9_999_999_999_999_999n],
    ['9007199254.740993', 9_007_199_254_740_993n],
    ['9223372036854.775807', MAX_SMALL_UNITS],
  ])('parses %s', (text, amount) => expect(parseCoin(text)).toBe(amount));

  test.each([
    ['', 0, undefined],
    ['-', 1, undefined],
    ['5.', 2, undefined],
    ['-5.', 3, undefined],
    ['.5', 0, '.'],
    ['-.5', 1, '.'],
    [' 1', 0, ' '],
    ['1 ', 1, ' '],
    ['1\n', 1, '\n'],
    ['+1', 0, '+'],
    ['--1', 1, '-'],
    ['007', 1, '0'],
    ['00', 1, '0'],
    ['-01', 2, '1'],
    ['1e3', 1, 'e'],
    ['0x10', 1, 'x'],
    ['1,000', 1, ','],
    ['1_000', 1, '_'],
    // the neighbours of the digits
    ['1:5', 1, ':'],
    ['1/5', 1, '/'],
    ['1.2.3', 3, '.'],
    ['1.-2', 2, '-'],
    ['NaN', 0, 'N'],
    ['Infinity', 0, 'I'],
    ['１', 0, '１'],
    ['1.٣', 2, '٣'],
    ['1😀', 1, '😀'],
  ])('rejects %j', (value, position, character) => {
    const error = thrownError(() => parseCoin(value));
    expect(isUnitsError(error, 'AMOUNT_SYNTAX') && error.context).toEqual({
      value,
      position,
      ...syntaxReason(character),
      example: '1.5',
    });
  });

  test.each([
    [1.5, '1.5'],
    [1n, '1'],
    [null, 'null'],
    [undefined, 'undefined'],
    [true, 'true'],
    [['1'], 'an array'],
    [{}, 'an object'],
    [Symbol('1'), 'Symbol(1)'],
  ])('rejects %o, which is not a string', (value, shown) => {
    const error = thrownError(() => parseCoin(value as never));
    expect(isUnitsError(error, 'ARGUMENT_INVALID') && error.context).toEqual({
      argument: 'amount',
      value: shown,
      expected: `a string such as "1.5", not of type ${typeof value}`,
    });
  });

  test('reports the position of the first decimal too many', () => {
    const error = thrownError(() => parseCoin('1.00000001'));
    expect(isUnitsError(error, 'AMOUNT_TOO_PRECISE') && error.context).toEqual({
      value: '1.00000001',
      position: 8,
      decimals: 6,
    });
  });

  test.each([
    ['-0.000001', {}, -1n, 0n, MAX_SMALL_UNITS],
    ['9223372036854.775808', {}, MAX_SMALL_UNITS + 1n, 0n, MAX_SMALL_UNITS],
    ['-9223372036854.775809', { min: MIN_SMALL_UNITS }, MIN_SMALL_UNITS - 1n, MIN_SMALL_UNITS, MAX_SMALL_UNITS],
    ['5', { max: 4_999_999n }, 5_000_000n, 0n, 4_999_999n],
    ['0', { min: 1n }, 0n, 1n, MAX_SMALL_UNITS],
    ['9223372036854.775808', { max: MAX_TOKEN_UNITS }, MAX_SMALL_UNITS + 1n, MIN_SMALL_UNITS, MAX_SMALL_UNITS],
  ])('rejects %s as out of range with %o', (text, options, value, min, max) => {
    const error = thrownError(() => parseCoin(text, options));
    expect(isUnitsError(error, 'AMOUNT_OUT_OF_RANGE') && error.context).toEqual({
      value,
      min,
      max,
      unit: 'coins',
      decimals: 6,
    });
  });

  test("accepts the caller's limits, and both ends of the range", () => {
    expect(parseCoin('-9223372036854.775808', { min: MIN_SMALL_UNITS })).toBe(MIN_SMALL_UNITS);
    expect(parseCoin('-0', { min: -1n })).toBe(0n);
    expect(parseCoin('-0')).toBe(0n);
  });

  test('throws an error with a short message for a long string', () => {
    const error = thrownError(() => parseCoin(`${'1'.repeat(100_000)}x`));
    expect(isUnitsError(error, 'AMOUNT_SYNTAX') && error.shortMessage.length < 400).toBe(true);
    expect(errorCodeOf(() => parseCoin('9'.repeat(100_000)))).toBe('AMOUNT_OUT_OF_RANGE');
  });

  test('accepts exactly the grammar', () => {
    const near = fc.string({ unit: fc.constantFrom(...'0123456789.-+eEx, _١'.split('')), maxLength: 10 });
    fc.assert(
      fc.property(fc.oneof(near, fc.string(), decimalText), (text) => {
        const result = safeParseCoin(text, { rounding: 'floor', min: MIN_SMALL_UNITS });
        expect(result.success || result.error.code !== 'AMOUNT_SYNTAX').toBe(GRAMMAR.test(text));
        if (!result.success && result.error.code === 'AMOUNT_SYNTAX') {
          const { position } = result.error.context as { position: number };
          // the string before the position can be completed to an amount; with the rejected character it cannot
          const completable = (start: string) => ['', '0', '1', '.0'].some((end) => GRAMMAR.test(start + end));
          expect(completable(text.slice(0, position))).toBe(true);
          expect(position === text.length || !completable(text.slice(0, position + 1))).toBe(true);
        }
      }),
      { numRuns: scaled(2_000) },
    );
  });

  test('returns the exact value, rounds by definition, or rejects lost digits', () => {
    fc.assert(
      fc.property(decimalText, fc.constantFrom(...ROUNDING_MODES), (text, rounding) => {
        const expected = rounded(scale(valueOf(text), 1_000_000n), rounding);
        const result = safeParseCoin(text, { rounding, min: MIN_SMALL_UNITS });
        if (expected === undefined) expect(!result.success && result.error.code).toBe('AMOUNT_TOO_PRECISE');
        else if (expected < MIN_SMALL_UNITS || expected > MAX_SMALL_UNITS)
          expect(!result.success && result.error.code).toBe('AMOUNT_OUT_OF_RANGE');
        else expect(result).toEqual({ success: true, value: expected });
      }),
      { numRuns: scaled(2_000) },
    );
  });
});

describe('parseUnits', () => {
  test('parses any number of decimals within uint256', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: MAX_TOKEN_UNITS }), fc.integer({ min: 0, max: 255 }), (value, decimals) => {
        const digits = value.toString().padStart(decimals + 1, '0');
        const text = decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
        expect(parseUnits(text, decimals)).toBe(value);
      }),
    );
  });

  test('rejects amounts outside uint256 by default, and accepts them within other limits', () => {
    const text = (MAX_TOKEN_UNITS + 1n).toString();
    expect(errorCodeOf(() => parseUnits(text, 0))).toBe('AMOUNT_OUT_OF_RANGE');
    expect(parseUnits(text, 0, { max: MAX_TOKEN_UNITS + 1n })).toBe(MAX_TOKEN_UNITS + 1n);
    expect(errorCodeOf(() => parseUnits('-1', 0))).toBe('AMOUNT_OUT_OF_RANGE');
    expect(parseUnits('-1', 0, { min: -1n })).toBe(-1n);
  });

  test.each([[-1], [256], [1.5], [Number.NaN], ['6' as never]])('rejects %s decimals', (decimals) => {
    expect(errorCodeOf(() => parseUnits('1', decimals))).toBe('ARGUMENT_INVALID');
  });
});

test('safeParseCoin never throws', () => {
  fc.assert(
    fc.property(fc.anything({ withNullPrototype: true, withBigInt: true, withDate: true }), (input) => {
      expect(typeof safeParseCoin(input).success).toBe('boolean');
    }),
  );
  expect(safeParseCoin(Symbol('1')).success).toBe(false);
});
