import { checkBigint, checkString } from './argument-checks.ts';
import { argumentInvalid, UnitsError } from './errors.ts';
import { parseDecimal } from './parse-decimal.ts';
import { type Flavour } from './quantities.ts';
import { type Rounding, wholeQuotient } from './rounding.ts';

/** An exact fraction in lowest terms. The denominator is above zero. */
export interface Ratio {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

function checkTerms(numerator: bigint, denominator: bigint): void {
  checkBigint('numerator', numerator);
  checkBigint('denominator', denominator);
  if (denominator === 0n) throw new UnitsError('DIVISION_BY_ZERO', { value: numerator });
}

/** Checks a ratio that the caller may have built without {@link ratio}. */
function ratioArgument(value: Ratio): Ratio {
  const { numerator, denominator } = value;
  checkTerms(numerator, denominator);
  if (denominator < 0n) throw argumentInvalid('denominator', denominator, 'above 0: ratio() moves the sign');
  return value;
}

/**
 * Creates the exact ratio of two integers, in lowest terms. Equal ratios have the same form.
 * @param denominator - not 0n; the sign of a negative one moves to the numerator
 * @throws {@link UnitsError} `ARGUMENT_INVALID` for anything but bigints, `DIVISION_BY_ZERO`
 * @example
 * ```ts
 * import { ratio } from '@coin/units';
 * ratio(6n, -4n); // => { numerator: -3n, denominator: 2n }
 * ```
 */
export function ratio(numerator: bigint, denominator: bigint): Ratio {
  checkTerms(numerator, denominator);
  let divisor = numerator;
  for (let remainder = denominator; remainder !== 0n;) [divisor, remainder] = [remainder, divisor % remainder];
  if (divisor < 0n !== denominator < 0n) divisor = -divisor;
  return { numerator: numerator / divisor, denominator: denominator / divisor };
}

/**
 * Parses a ratio of any length: a decimal such as `'0.34'` or `'-2'`, or two integers such as `'17/50'`.
 * @throws {@link UnitsError} `ARGUMENT_INVALID` for anything but a string, `AMOUNT_SYNTAX`, `AMOUNT_TOO_PRECISE` for a
 * decimal fraction next to `/`, `DIVISION_BY_ZERO`
 * @example
 * ```ts
 * import { parseRatio } from '@coin/units';
 * parseRatio('0.34'); // => { numerator: 17n, denominator: 50n }
 * parseRatio('1/3'); // => { numerator: 1n, denominator: 3n }
 * parseRatio('34%'); // throws AMOUNT_SYNTAX
 * ```
 */
export function parseRatio(text: string): Ratio {
  checkString('ratio', text);
  const slash = text.indexOf('/');
  if (slash >= 0) return ratio(parseDecimal(text.slice(0, slash), 0), parseDecimal(text.slice(slash + 1), 0));
  const decimals = text.split('.')[1]?.length ?? 0;
  return ratio(parseDecimal(text, decimals), 10n ** BigInt(decimals));
}

/**
 * Converts a percentage to a ratio: `'12.5'` is one eighth.
 * @param percentage - a decimal string, or whole percent as a bigint; never a number
 * @throws {@link UnitsError} as {@link parseRatio}
 * @example
 * ```ts
 * import { multiplyRatio, percent } from '@coin/units';
 * percent('12.5'); // => { numerator: 1n, denominator: 8n }
 * multiplyRatio(1_000_000n, percent(20n)); // => 200_000n
 * ```
 */
export function percent(percentage: string | bigint): Ratio {
  const { numerator, denominator } = typeof percentage === 'bigint' ? ratio(percentage, 1n) : parseRatio(percentage);
  return ratio(numerator, denominator * 100n);
}

/**
 * Converts basis points to a ratio: 10,000 basis points are one.
 * @throws {@link UnitsError} `ARGUMENT_INVALID` for anything but a bigint
 * @example
 * ```ts
 * import { basisPoints, multiplyRatio } from '@coin/units';
 * basisPoints(25n); // => { numerator: 1n, denominator: 400n }
 * multiplyRatio(1_000_001n, basisPoints(25n), 'ceil'); // => 2_501n
 * ```
 */
export function basisPoints(points: bigint): Ratio {
  return ratio(points, 10_000n);
}

/**
 * Compares two ratios exactly: −1, 0 or 1 if `left` is below, equal to or above `right`. Suits `sort`.
 * @throws {@link UnitsError} `ARGUMENT_INVALID` and `DIVISION_BY_ZERO` for anything but such ratios
 * @example
 * ```ts
 * import { compareRatios, parseRatio } from '@coin/units';
 * compareRatios(parseRatio('1/3'), parseRatio('0.33')); // => 1
 * ```
 */
export function compareRatios(left: Ratio, right: Ratio): -1 | 0 | 1 {
  const [first, second] = [ratioArgument(left), ratioArgument(right)];
  const difference = first.numerator * second.denominator - second.numerator * first.denominator;
  if (difference < 0n) return -1;
  return difference > 0n ? 1 : 0;
}

/**
 * Multiplies an amount of any unit by a ratio, and rounds the result once, in the same unit.
 * @param rounding - for a remainder; defaults to `reject`
 * @throws {@link UnitsError} `DIVISION_INEXACT` for a remainder with `reject`, `DIVISION_BY_ZERO`, `ARGUMENT_INVALID`
 * @example
 * ```ts
 * import { multiplyRatio, parseRatio } from '@coin/units';
 * multiplyRatio(27_704n, parseRatio('1.34'), 'ceil'); // => 37_124n
 * ```
 */
export function multiplyRatio<Unit extends string = never>(
  amount: Flavour<Unit>,
  factor: Ratio,
  rounding?: Rounding,
): Flavour<Unit> {
  checkBigint('amount', amount);
  const { numerator, denominator } = ratioArgument(factor);
  return wholeQuotient(amount * numerator, denominator, rounding);
}
