import { divisionByZero, inexact } from './errors.ts';

/**
 * What happens to a result that is no whole number of units.
 *
 * - `reject`: it is refused; the default everywhere
 * - `floor`: down, towards −∞
 * - `ceil`: up, towards +∞
 * - `toward-zero`: the digits are cut off
 * - `half-up`: to the nearest; from halfway away from zero, 0.5 → 1 and −0.5 → −1
 * - `half-even`: to the nearest; from halfway to the even neighbour, 0.5 → 0 and 1.5 → 2
 *
 * Source: Decision: money is never rounded unless the caller says how.
 */
export type Rounding = 'reject' | 'floor' | 'ceil' | 'toward-zero' | 'half-up' | 'half-even';

/** The quotient by a positive divisor; undefined where it is no integer and there is no rounding. */
export function roundedQuotient(dividend: bigint, divisor: bigint, rounding: Rounding | undefined): bigint | undefined {
  const quotient = dividend / divisor;
  const remainder = dividend % divisor;
  const step = remainder < 0n ? -1n : 1n;
  // above zero past halfway to the next integer away from zero, 0n at halfway
  const half = 2n * step * remainder - divisor;
  const roundsAway: Partial<Record<Rounding, boolean>> = {
    floor: step < 0n,
    ceil: step > 0n,
    'toward-zero': false,
    'half-up': half >= 0n,
    'half-even': half + (quotient & 1n) > 0n,
  };
  // no rounding and an unknown one count as `reject`, which has no entry
  const away = rounding === undefined ? undefined : roundsAway[rounding];
  if (remainder === 0n || away === false) return quotient;
  return away && quotient + step;
}

/**
 * Divides two integers of any unit and gives an integer, rounded as told.
 *
 * Source: Decision: the language's own `/` cuts digits off silently; here that has to be asked for.
 *
 * @param dividend - any bigint
 * @param divisor - any bigint but 0n
 * @param rounding - what to do with a remainder; `reject` by default
 * @throws {@link UnitsError} `DIVISION_BY_ZERO`; `INEXACT` where there is a remainder and no rounding was named
 * @example
 * ```ts
 * import { divide } from '@coin/units';
 *
 * divide(7n, 2n, 'floor'); // => 3n
 * divide(-7n, 2n, 'half-even'); // => -4n
 * divide(7n, 2n); // throws INEXACT
 * ```
 */
export function divide(dividend: bigint, divisor: bigint, rounding?: Rounding): bigint {
  if (divisor === 0n) throw divisionByZero(dividend);
  const quotient =
    divisor < 0n ? roundedQuotient(-dividend, -divisor, rounding) : roundedQuotient(dividend, divisor, rounding);
  if (quotient === undefined) throw inexact(dividend, divisor);
  return quotient;
}
