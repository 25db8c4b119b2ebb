import { checkBigint, checkLimit, optionsArgument } from './argument-checks.ts';
import { argumentInvalid } from './errors.ts';
import { type Flavour } from './quantities.ts';

/**
 * Adds amounts of one unit. The sum of no amounts is 0n, and no range limits the result.
 * @throws {@link UnitsError} `ARGUMENT_INVALID` for an amount that is not a bigint
 * @example
 * ```ts
 * import { sum } from '@coin/units';
 * sum([1_000_000n, 500_000n]); // => 1_500_000n
 * ```
 */
export function sum<Unit extends string = never>(amounts: Iterable<Flavour<Unit>>): Flavour<Unit> {
  let total = 0n;
  for (const amount of amounts) {
    checkBigint('amount', amount);
    total += amount;
  }
  return total;
}

/**
 * Returns the smallest of one or more amounts of one unit.
 * @throws {@link UnitsError} `ARGUMENT_INVALID` for anything but bigints
 * @example
 * ```ts
 * import { min } from '@coin/units';
 * min(3n, 1n, 2n); // => 1n
 * ```
 */
export function min<Unit extends string = never>(
  first: Flavour<Unit>,
  ...others: readonly NoInfer<Flavour<Unit>>[]
): Flavour<Unit> {
  for (const amount of [first, ...others]) checkBigint('amount', amount);
  return others.reduce((lowest, other) => (other < lowest ? other : lowest), first);
}

/**
 * Returns the largest of one or more amounts of one unit.
 * @throws {@link UnitsError} `ARGUMENT_INVALID` for anything but bigints
 * @example
 * ```ts
 * import { max } from '@coin/units';
 * max(3n, 1n, 2n); // => 3n
 * ```
 */
export function max<Unit extends string = never>(
  first: Flavour<Unit>,
  ...others: readonly NoInfer<Flavour<Unit>>[]
): Flavour<Unit> {
  for (const amount of [first, ...others]) checkBigint('amount', amount);
  return others.reduce((highest, other) => (other > highest ? other : highest), first);
}

/**
 * Returns the amount, or the nearer limit if the amount is outside the limits. All are in one unit.
 * @param limits - `min` and `max`, each optional and inclusive
 * @throws {@link UnitsError} `ARGUMENT_INVALID` for anything but bigints, an unknown limit, and a `min` above `max`
 * @example
 * ```ts
 * import { clamp } from '@coin/units';
 * clamp(20n, { min: 0n, max: 15n }); // => 15n
 * ```
 */
export function clamp<Unit extends string = never>(
  amount: Flavour<Unit>,
  limits: { readonly min?: NoInfer<Flavour<Unit>>; readonly max?: NoInfer<Flavour<Unit>> },
): Flavour<Unit> {
  checkBigint('amount', amount);
  const { min: lower, max: upper } = optionsArgument('limits', limits, ['min', 'max']);
  if (lower !== undefined) checkLimit('min', lower);
  if (upper !== undefined) checkLimit('max', upper);
  const raised = lower === undefined ? amount : max(amount, lower);
  const clamped = upper === undefined ? raised : min(raised, upper);
  if (clamped < (lower ?? clamped))
    throw argumentInvalid('min', lower, `at most ${upper}, which is max`, { max: clamped });
  return clamped;
}
