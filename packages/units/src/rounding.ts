import { checkBigint, checkOneOf } from './argument-checks.ts';
import { UnitsError } from './errors.ts';

/**
 * What happens to a result that is not a whole number of units.
 *
 * - `reject`: an error is thrown; the default everywhere
 * - `floor`: down, toward −∞
 * - `ceil`: up, toward +∞
 * - `toward-zero`: the fraction is dropped
 * - `half-up`: to the nearest, halfway cases away from zero: 0.5 → 1 and −0.5 → −1
 * - `half-even`: to the nearest, halfway cases to the even neighbour: 0.5 → 0 and 1.5 → 2
 *
 * Source: Decision: money is never rounded unless the caller says how.
 */
export type Rounding = 'reject' | 'floor' | 'ceil' | 'toward-zero' | 'half-up' | 'half-even';

/** Each mode except `reject`: whether a remainder of this sign rounds away from zero. */
type RoundsAway = Readonly<Record<Exclude<Rounding, 'reject'>, boolean>>;

const roundings: readonly Rounding[] = ['reject', 'floor', 'ceil', 'toward-zero', 'half-up', 'half-even'];

/** A name from outside would otherwise be looked up as it stands, `constructor` too. */
export function checkRounding(rounding: Rounding | undefined): void {
  checkOneOf('rounding', rounding, roundings);
}

/** The quotient by a positive divisor; undefined if it is not an integer and there is no rounding mode. */
export function roundedQuotient(dividend: bigint, divisor: bigint, rounding: Rounding | undefined): bigint | undefined {
  const quotient = dividend / divisor;
  const remainder = dividend % divisor;
  const step = remainder < 0n ? -1n : 1n;
  // positive past halfway to the next integer away from zero, 0n at halfway
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

/** The quotient by any divisor except 0n, rounded by a mode of the caller's. */
export function wholeQuotient(dividend: bigint, divisor: bigint, rounding: Rounding | undefined): bigint {
  checkRounding(rounding);
  const sign = divisor < 0n ? -1n : 1n;
  const quotient = roundedQuotient(sign * dividend, sign * divisor, rounding);
  if (quotient === undefined) throw new UnitsError('DIVISION_INEXACT', { value: dividend, divisor });
  return quotient;
}

/**
 * Divides two integers of any unit and returns an integer, with the given rounding.
 *
 * Source: Decision: the language's own `/` silently drops the fraction; here the caller has to say so.
 *
 * @param dividend - any bigint
 * @param divisor - any bigint except 0n
 * @param rounding - what happens to a remainder; `reject` by default
 * @throws {@link UnitsError} `ARGUMENT_INVALID` for anything but bigints and a rounding mode, `DIVISION_BY_ZERO`;
 * `DIVISION_INEXACT` if there is a remainder and no rounding mode
 * @example
 * ```ts
 * import { divide } from '@coin/units';
 *
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
