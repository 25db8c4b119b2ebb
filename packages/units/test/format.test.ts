import { scaled } from '@coin/test-kit/scaled';
import {
  createLocale,
  formatCoin,
  formatUnits,
  type FormatOptions,
  isUnitsError,
  MAX_SMALL_UNITS,
  MIN_SMALL_UNITS,
  parseCoin,
  parseUnits,
} from '@coin/units';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rounded, valueOf } from './support/reference.ts';
import { ROUNDING_MODES } from './support/rounding-modes.ts';
import { errorCodeOf, thrownError } from './support/thrown-error.ts';

const int64 = fc.oneof(
  fc.bigInt({ min: MIN_SMALL_UNITS, max: MAX_SMALL_UNITS }),
  fc.bigInt({ min: -2_000_000n, max: 2_000_000n }),
  fc.constantFrom(MIN_SMALL_UNITS, MAX_SMALL_UNITS),
);

test('parseCoin inverts formatCoin for all of int64', () => {
  fc.assert(
    fc.property(int64, (amount) => {
      expect(parseCoin(formatCoin(amount), { min: MIN_SMALL_UNITS })).toBe(amount);
    }),
    { numRuns: scaled(2_000) },
  );
});

test('formatCoin writes the exact value without trailing zeros', () => {
  fc.assert(
    fc.property(int64, (amount) => {
      const text = formatCoin(amount);
      const { n, d } = valueOf(text);
      expect(n * 1_000_000n).toBe(amount * d);
      expect(text).toMatch(/^-?(0|[1-9]\d*)(\.\d*[1-9])?$/);
    }),
  );
});

test('parseUnits inverts formatUnits', () => {
  fc.assert(
    fc.property(fc.bigInt(), fc.integer({ min: 0, max: 255 }), (value, decimals) => {
      expect(parseUnits(formatUnits(value, decimals), decimals, { min: value, max: value })).toBe(value);
    }),
  );
});

test.each([
  [MIN_SMALL_UNITS, '-9223372036854.775808'],
  [MAX_SMALL_UNITS, '9223372036854.775807'],
  [9_007_199_254_740_993n, '9007199254.740993'],
  [0n, '0'],
  [-1n, '-0.000001'],
  [10n, '0.00001'],
])('formatCoin writes %s small units as %s', (amount, text) => expect(formatCoin(amount)).toBe(text));

test.each([[1.5], ['1'], [null], [undefined]])(
  'formatCoin and formatUnits reject %s, which is not a bigint',
  (value) => {
    for (const action of [() => formatCoin(value as never), () => formatUnits(value as never, 6)]) {
      const error = thrownError(action);
      expect(isUnitsError(error, 'ARGUMENT_INVALID') && error.context).toEqual({
        argument: expect.stringMatching(/^(amount|value)$/),
        value: String(value),
        expected: `a bigint such as 1500000n, not of type ${typeof value}`,
      });
    }
  },
);

test('formatCoin rejects amounts outside int64, and formatUnits invalid decimals', () => {
  for (const amount of [MAX_SMALL_UNITS + 1n, MIN_SMALL_UNITS - 1n])
    expect(errorCodeOf(() => formatCoin(amount))).toBe('AMOUNT_OUT_OF_RANGE');
  for (const decimals of [-1, 256, 0.5]) expect(errorCodeOf(() => formatUnits(1n, decimals))).toBe('ARGUMENT_INVALID');
});

describe('options', () => {
  test.each<[FormatOptions, bigint, string]>([
    [{}, 1_234_567_890_000n, '1234567.89'],
    [{ decimals: 2 }, 1_000_000n, '1.00'],
    [{ decimals: 8 }, 1n, '0.00000100'],
    [{ decimals: { min: 2 } }, 1_234_000n, '1.234'],
    [{ decimals: { max: 2 } }, 1_999_999n, '1.99'],
    [{ decimals: 2 }, -1_999_999n, '-2.00'],
    [{ decimals: 0, rounding: 'half-even' }, 2_500_000n, '2'],
    [{ decimals: 0, rounding: 'half-up' }, 2_500_000n, '3'],
    [{ decimals: { max: 2 }, rounding: 'toward-zero' }, -1n, '0'],
    [{ decimals: 2, rounding: 'floor' }, -1n, '-0.01'],
    [{ decimals: 3, rounding: 'ceil', symbol: 'TRX' }, 999_999_999_999n, '1000000.000 TRX'],
  ])('apply: %o', (options, amount, text) => expect(formatCoin(amount, options)).toBe(text));

  test('round by definition, and down by default, so the amount shown is never too large', () => {
    const roundings = fc.constantFrom(undefined, ...ROUNDING_MODES);
    fc.assert(
      fc.property(int64, fc.integer({ min: 0, max: 8 }), roundings, (amount, max, rounding) => {
        const options = { decimals: { max }, ...(rounding !== undefined && { rounding }) };
        const expected = rounded({ n: amount * 10n ** BigInt(max), d: 1_000_000n }, rounding ?? 'floor');
        if (expected === undefined) expect(errorCodeOf(() => formatCoin(amount, options))).toBe('AMOUNT_TOO_PRECISE');
        else {
          const { n, d } = valueOf(formatCoin(amount, options));
          expect(n * 10n ** BigInt(max)).toBe(expected * d);
          if (rounding === undefined) expect(n * 1_000_000n <= amount * d).toBe(true);
        }
      }),
      { numRuns: scaled(1_000) },
    );
  });

  test('report the position of digits that must not be lost', () => {
    const error = thrownError(() => formatCoin(-1_239_000n, { decimals: 2, rounding: 'reject' }));
    expect(isUnitsError(error, 'AMOUNT_TOO_PRECISE') && error.context).toEqual({
      value: '-1.239',
      position: 5,
      decimals: 2,
    });
  });

  test('write every digit in a locale, even beyond the precision of a number', () => {
    expect(formatCoin(MAX_SMALL_UNITS, { locale: createLocale('de-DE') })).toBe('9.223.372.036.854,775807');
    const locale = createLocale('en-IN');
    expect(formatCoin(12_345_678_500_000n, { decimals: 2, locale, symbol: 'TRX' })).toBe('1,23,45,678.50 TRX');
  });

  test.each<[object]>([
    [{ decimals: -1 }],
    [{ decimals: { max: 256 } }],
    [{ decimals: { min: 3, max: 2 } }],
    [{ decimals: { min: 0.5 } }],
    [{ decimals: '2' }],
    [{ decimals: null }],
    [{ decimals: { least: 2 } }],
  ])('are rejected: %o', (options) => expect(errorCodeOf(() => formatCoin(1n, options))).toBe('ARGUMENT_INVALID'));
});
