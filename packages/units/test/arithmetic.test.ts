import { scaled } from '@coin/test-kit/scaled';
import {
  allocate,
  basisPoints,
  clamp,
  compareRatios,
  divide,
  isUnitsError,
  max,
  min,
  multiplyRatio,
  parseRatio,
  percent,
  ratio,
  sum,
} from '@coin/units';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rounded, valueOf } from './support/reference.ts';
import { ROUNDING_MODES } from './support/rounding-modes.ts';
import { errorCodeOf, thrownError } from './support/thrown-error.ts';

const wide = fc.oneof(fc.bigInt({ min: -20n, max: 20n }), fc.bigInt({ min: -(2n ** 200n), max: 2n ** 200n }));
const nonZero = wide.filter((value) => value !== 0n);
const roundings = fc.constantFrom(...ROUNDING_MODES);

test('divide rounds by definition, or rejects a remainder', () => {
  fc.assert(
    fc.property(wide, nonZero, roundings, (dividend, divisor, rounding) => {
      const value = divisor < 0n ? { n: -dividend, d: -divisor } : { n: dividend, d: divisor };
      const expected = rounded(value, rounding);
      if (expected === undefined) {
        const error = thrownError(() => divide(dividend, divisor, rounding));
        expect(isUnitsError(error, 'DIVISION_INEXACT') && error.context).toEqual({ value: dividend, divisor });
      } else expect(divide(dividend, divisor, rounding)).toBe(expected);
    }),
    { numRuns: scaled(1_000) },
  );
});

test.each([
  ['floor', [2n, -3n, 3n, -4n]],
  ['ceil', [3n, -2n, 4n, -3n]],
  ['toward-zero', [2n, -2n, 3n, -3n]],
  ['half-up', [3n, -3n, 4n, -4n]],
  ['half-even', [2n, -2n, 4n, -4n]],
] as const)('divide rounds 5 / 2, -5 / 2, 7 / 2 and -7 / 2 by %s', (rounding, expected) => {
  expect([5n, -5n, 7n, -7n].map((dividend) => divide(dividend, 2n, rounding))).toEqual(expected);
});

test('divide, ratio and parseRatio reject a zero divisor', () => {
  for (const action of [() => divide(1n, 0n, 'floor'), () => ratio(0n, 0n), () => parseRatio('1/0')])
    expect(errorCodeOf(action)).toBe('DIVISION_BY_ZERO');
});

describe('ratios', () => {
  test('are reduced to lowest terms of equal value, with the sign in the numerator', () => {
    fc.assert(
      fc.property(wide, nonZero, (n, d) => {
        const { numerator, denominator } = ratio(n, d);
        expect(denominator > 0n && numerator * d === n * denominator).toBe(true);
        for (const prime of [2n, 3n, 5n, 7n, 11n, 13n])
          expect(numerator % prime === 0n && denominator % prime === 0n).toBe(false);
        expect(ratio(n * 6n, d * 6n)).toEqual({ numerator, denominator });
      }),
    );
  });

  test('are parsed exactly', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^-?(0|[1-9]\d{0,20})(\.\d{1,20})?$/), (text) => {
        const { n, d } = valueOf(text);
        expect(parseRatio(text)).toEqual(ratio(n, d));
      }),
    );
    expect(parseRatio('-17/50')).toEqual({ numerator: -17n, denominator: 50n });
    for (const text of ['', '1/', '/2', '1/2/3', '1 / 2', '34%', '1e2', '.5'])
      expect(
        errorCodeOf(() => parseRatio(text)),
        text,
      ).toBe('AMOUNT_SYNTAX');
    expect(errorCodeOf(() => parseRatio(0.34 as never))).toBe('ARGUMENT_INVALID');
  });

  test('compare by the sign of their difference', () => {
    fc.assert(
      fc.property(wide, nonZero, wide, nonZero, (a, b, c, d) => {
        const [left, right] = [ratio(a, b), ratio(c, d)];
        // without division: the sign of a/b - c/d is that of (ad - cb) * bd
        const sign = (a * d - c * b) * b * d;
        expect(compareRatios(left, right)).toBe(sign === 0n ? 0 : sign < 0n ? -1 : 1);
      }),
    );
  });

  test('multiply an amount and round once', () => {
    fc.assert(
      fc.property(wide, wide, nonZero, (amount, n, d) => {
        const value = d < 0n ? { n: -amount * n, d: -d } : { n: amount * n, d };
        expect(multiplyRatio(amount, ratio(n, d), 'half-even')).toBe(rounded(value, 'half-even'));
      }),
    );
    expect(errorCodeOf(() => multiplyRatio(1n, ratio(1n, 3n)))).toBe('DIVISION_INEXACT');
  });

  test('compare as equal in every form', () => {
    expect(compareRatios(parseRatio('0.5'), { numerator: 2n, denominator: 4n })).toBe(0);
    expect(compareRatios(ratio(0n, 1n), ratio(0n, -7n))).toBe(0);
  });

  test('are created from percentages and basis points', () => {
    expect(percent('0.01')).toEqual(basisPoints(1n));
    expect(percent(100n)).toEqual(ratio(1n, 1n));
    expect(multiplyRatio(10_000n, basisPoints(2_500n))).toBe(2_500n);
  });
});

test('sum, min, max and clamp agree with their definitions', () => {
  fc.assert(
    fc.property(fc.array(wide, { minLength: 1 }), wide, wide, (amounts, a, b) => {
      const [first = 0n, ...others] = amounts;
      const sorted = amounts.toSorted((x, y) => (x < y ? -1 : x > y ? 1 : 0));
      expect(min(first, ...others)).toBe(sorted[0]);
      expect(max(first, ...others)).toBe(sorted.at(-1));
      expect(sum(amounts) - sum(amounts.slice(1))).toBe(first);
      const limits = a < b ? { min: a, max: b } : { min: b, max: a };
      const clamped = clamp(first, limits);
      expect(clamped).toBe([limits.min, limits.max, first].toSorted((x, y) => (x < y ? -1 : x > y ? 1 : 0))[1]);
      expect(clamp(first, { min: limits.min })).toBe(max(first, limits.min));
      expect(clamp(first, { max: limits.max })).toBe(min(first, limits.max));
    }),
  );
  expect(sum([])).toBe(0n);
  expect(errorCodeOf(() => clamp(1n, { min: 2n, max: 1n }))).toBe('ARGUMENT_INVALID');
});

describe('allocate', () => {
  const weightsOf = fc
    .array(fc.oneof(fc.constant(0n), fc.bigInt({ min: 0n, max: 10n }), fc.bigInt({ min: 0n, max: 2n ** 80n })), {
      minLength: 1,
      maxLength: 12,
    })
    .filter((weights) => weights.some((weight) => weight > 0n));

  test('loses no unit, keeps each share within one unit of the exact share, and gives a larger weight no less', () => {
    fc.assert(
      fc.property(wide, weightsOf, (amount, weights) => {
        const given = [...weights];
        const shares = allocate(amount, weights);
        const total = sum(weights);
        expect(weights).toEqual(given);
        expect(sum(shares)).toBe(amount);
        const magnitudes = shares.map((share) => (amount < 0n ? 0n - share : share));
        for (const [at, share] of shares.entries()) {
          const exact = { n: amount * (weights[at] ?? 0n), d: total };
          expect([rounded(exact, 'floor'), rounded(exact, 'ceil')]).toContain(share);
          for (const [other, weight] of weights.entries()) {
            if (weight > (weights[at] ?? 0n)) expect((magnitudes[other] ?? 0n) >= (magnitudes[at] ?? 0n)).toBe(true);
            // on a tie the first gets the leftover unit
            if (weight === weights[at] && other < at)
              expect((magnitudes[other] ?? 0n) >= (magnitudes[at] ?? 0n)).toBe(true);
          }
        }
        expect(allocate(-amount, weights)).toEqual(shares.map((share) => 0n - share));
      }),
      { numRuns: scaled(1_000) },
    );
  });

  test('gives leftover units to the largest remainders', () => {
    expect(allocate(10n, [3n, 3n, 1n])).toEqual([4n, 4n, 2n]);
    expect(allocate(1n, [1n, 2n, 2n])).toEqual([0n, 1n, 0n]);
    expect(allocate(7n, [0n, 1n])).toEqual([0n, 7n]);
  });

  test.each([[[]], [[0n, 0n]], [[2n, -1n]]])('rejects the weights %s', (weights) => {
    expect(errorCodeOf(() => allocate(1n, weights))).toBe('ARGUMENT_INVALID');
  });
});
