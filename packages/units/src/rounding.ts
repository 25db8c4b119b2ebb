import { checkBigint } from './argument-checks.ts';
import { argumentInvalid, UnitsError } from './errors.ts';

/**
 * What happens to a result that is not a whole number of units.
 *
 * - `reject`: throws an error; the default everywhere
 * - `floor`: rounds down, toward −∞
 * - `ceil`: rounds up, toward +∞
 * - `toward-zero`: drops the fraction
 * - `half-up`: rounds to nearest, halfway away from zero: 0.5 → 1 and −0.5 → −1
 * - `half-even`: rounds to nearest, halfway to the even neighbour: 0.5 → 0 and 1.5 → 2
 */
export type Rounding = 'reject' | 'floor' | 'ceil' | 'toward-zero' | 'half-up' | 'half-even';

/** For each mode except `reject`, whether a remainder of this sign rounds away from zero. */
type RoundsAway = Readonly<Record<Exclude<Rounding, 'reject'>, boolean>>;

const roundings: readonly Rounding[] = ['reject', 'floor', 'ceil', 'toward-zero', 'half-up', 'half-even'];

/** Rejects unknown names, which would otherwise be looked up as they are, even `constructor`. */
export function checkRounding(rounding: Rounding | undefined): void {
  if (rounding !== undefined && !roundings.includes(rounding))
    throw argumentInvalid('rounding', rounding, `one of ${roundings.join(', ')}`);
}

/** Divides by a positive divisor. Undefined if the quotient is not an integer and there is no rounding mode. */
export function roundedQuotient(dividend: bigint, divisor: bigint, rounding: Rounding | undefined): bigint | undefined {
  const quotient = dividend / divisor;
  const remainder = dividend % divisor;
  const step = remainder < 0n ? -1n : 1n;
  // Positive past halfway to the next integer away from zero, and 0n at halfway.
  const half = 2n * step * remainder - divisor;
  const roundsAway: RoundsAway = {
    floor: step < 0n,
    ceil: step > 0n,
    'toward-zero': false,
    'half-up': half >= 0n,
    'half-even': half + (quotient & 1n) > 0n,
  };
  if (remainder === 0n) return quotient;
  if (rounding === undefined || rounding === 'reject') return undefined;
  return roundsAway[rounding] ? quotient + step : quotient;
}

/** Divides by any divisor except 0n, with the caller's rounding mode. */
export function wholeQuotient(dividend: bigint, divisor: bigint, rounding: Rounding | undefined): bigint {
  checkRounding(rounding);
  const sign = divisor < 0n ? -1n : 1n;
  const quotient = roundedQuotient(sign * dividend, sign * divisor, rounding);
  if (quotient === undefined) throw new UnitsError('DIVISION_INEXACT', { value: dividend, divisor });
  return quotient;
}

/**
 * Divides two integers of any unit. Returns an integer, rounded as you choose; `/` drops the fraction silently.
 * @param rounding - for a remainder; defaults to `reject`
 * @throws {@link UnitsError} `DIVISION_INEXACT` for a remainder with `reject`, `DIVISION_BY_ZERO`, `ARGUMENT_INVALID`
 * @example
 * ```ts
 * import { divide } from '@coin/units';
 * divide(7n, 2n, 'floor'); // => 3n
 * divide(-7n, 2n, 'half-even'); // => -4n
 * divide(7n, 2n); // throws DIVISION_INEXACT
 * ```
 */
export function divide(dividend: bigint, divisor: bigint, rounding?: Rounding): bigint {
  checkBigint('dividend', dividend);
  checkBigint('divisor', divisor);
  if (divisor === 0n) throw new UnitsError('DIVISION_BY_ZERO', { value: dividend });
  return wholeQuotient(dividend, divisor, rounding);
}
