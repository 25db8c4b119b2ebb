import { scaled } from '@coin/examples/scaled';
import {
  decimalStyle,
  formatCoin,
  formatUnits,
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

describe('decimalStyle', () => {
  test.each([
    [{}, 1_234_567_890_000n, '1234567.89'],
    [{ minDecimals: 2 }, 1_000_000n, '1.00'],
    [{ minDecimals: 8 }, 1n, '0.00000100'],
    [{ grouping: ',' }, 123_456_000_000n, '123,456'],
    [{ grouping: ',' }, -1_234_567_123_456n, '-1,234,567.123456'],
    [{ grouping: ',' }, -999_000_000n, '-999'],
    [{ grouping: "'", symbol: 'TRX' }, 1_000_500_000n, "1'000.5 TRX"],
    [{ maxDecimals: 0, rounding: 'half-even' }, 2_500_000n, '2'],
    [{ maxDecimals: 0, rounding: 'half-up' }, 2_500_000n, '3'],
    [{ maxDecimals: 2, rounding: 'toward-zero' }, -1n, '0'],
    [{ maxDecimals: 2, minDecimals: 2, rounding: 'floor' }, -1n, '-0.01'],
    [{ maxDecimals: 3, rounding: 'ceil', grouping: ',' }, 999_999_999_999n, '1,000,000'],
  ] as const)('applies %o', (options, amount, text) => expect(formatCoin(amount, decimalStyle(options))).toBe(text));

  test('separates groups of three digits, before the decimal point only', () => {
    fc.assert(
      fc.property(
        fc.bigInt(),
        fc.integer({ min: 0, max: 30 }),
        fc.constantFrom(',', '_', ' '),
        (value, decimals, grouping) => {
          const text = formatUnits(value, decimals, decimalStyle({ grouping }));
          expect(text.replaceAll(grouping, '')).toBe(formatUnits(value, decimals));
          const [integer = ''] = text.split('.');
          expect(integer.replaceAll(grouping, ',')).toMatch(/^-?\d{1,3}(,\d{3})*$/);
          expect(text.slice(integer.length)).not.toContain(grouping);
        },
      ),
    );
  });

  test('separates the groups of 300,000 digits, which takes minutes unless time is linear in the length', () => {
    const text = decimalStyle({ grouping: ',' })('9'.repeat(300_000));
    expect(text.length).toBe(399_999);
    expect(text).toBe(Array.from({ length: 100_000 }, () => '999').join(','));
  });

  test('rounds by definition, or rejects lost digits', () => {
    const roundings = fc.constantFrom(...ROUNDING_MODES);
    fc.assert(
      fc.property(int64, fc.integer({ min: 0, max: 8 }), roundings, (amount, maxDecimals, rounding) => {
        const expected = rounded({ n: amount * 10n ** BigInt(maxDecimals), d: 1_000_000n }, rounding);
        const style = decimalStyle({ maxDecimals, rounding });
        if (expected === undefined) expect(errorCodeOf(() => formatCoin(amount, style))).toBe('AMOUNT_TOO_PRECISE');
        else
          expect(valueOf(formatCoin(amount, style)).n * 10n ** BigInt(maxDecimals)).toBe(
            expected * valueOf(formatCoin(amount, style)).d,
          );
      }),
      { numRuns: scaled(1_000) },
    );
  });

  test('writes every digit in a locale, even beyond the precision of a number', () => {
    const locale = new Intl.NumberFormat('de-DE', { maximumFractionDigits: 6 });
    expect(formatCoin(MAX_SMALL_UNITS, decimalStyle({ locale }))).toBe('9.223.372.036.854,775807');
    const indian = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 6, minimumFractionDigits: 2 });
    expect(formatCoin(12_345_678_500_000n, decimalStyle({ locale: indian, symbol: 'TRX' }))).toBe('1,23,45,678.50 TRX');
  });

  test('drops no digit in a locale unless a rounding says so', () => {
    const locale = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });
    expect(errorCodeOf(() => formatCoin(1_239_000n, decimalStyle({ locale })))).toBe('AMOUNT_TOO_PRECISE');
    expect(formatCoin(1_239_000n, decimalStyle({ locale, rounding: 'floor' }))).toBe('1.23');
  });

  test.each([
    [{ minDecimals: -1 }],
    [{ maxDecimals: 256 }],
    [{ minDecimals: 3, maxDecimals: 2 }],
    [{ minDecimals: 0.5 }],
  ])('rejects %o', (options) => expect(errorCodeOf(() => decimalStyle(options))).toBe('ARGUMENT_INVALID'));
});
