import { checkBigint, checkLimit, type Names, readObject, runForeign } from './argument-checks.ts';
import { argumentInvalid } from './errors.ts';
import { type Flavour } from './quantities.ts';

const limitNames: Names<{ min?: bigint; max?: bigint }> = { min: true, max: true };

/**
 * Adds amounts of one unit; the sum of no amounts is 0n.
 *
 * Source: Decision: the sum is not limited to any range; formatting and sending check theirs.
 *
 * @param amounts - any bigints of one unit
 * @throws {@link UnitsError} `ARGUMENT_INVALID` for anything but an iterable of bigints
 * @example
 * ```ts
 * import { sum } from '@coin/units';
 *
 * sum([1_000_000n, 500_000n]); // => 1_500_000n
 * ```
 */
export function sum<Unit extends string = never>(amounts: Iterable<Flavour<Unit>>): Flavour<Unit> {
  const expected = 'an array or another iterable of bigints';
  if (Object(amounts) !== amounts) throw argumentInvalid('amounts', amounts, expected);
  return runForeign({ argument: 'amounts', value: amounts, expected }, () => {
    let total = 0n;
    for (const amount of amounts) {
      checkBigint('amount', amount);
      total += amount;
    }
    return total;
  });
}

/**
 * The smallest of one or more amounts of one unit.
 *
 * Source: Decision: `Math.min` does not take bigints.
 *
 * @param first - any bigint
 * @param others - bigints of the same unit
 * @throws {@link UnitsError} `ARGUMENT_INVALID` for anything but bigints
 * @example
 * ```ts
 * import { min } from '@coin/units';
 *
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
 * The largest of one or more amounts of one unit.
 *
 * Source: Decision: `Math.max` does not take bigints.
 *
 * @param first - any bigint
 * @param others - bigints of the same unit
 * @throws {@link UnitsError} `ARGUMENT_INVALID` for anything but bigints
 * @example
 * ```ts
 * import { max } from '@coin/units';
 *
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
 * The amount itself, or the nearer limit if the amount is outside the limits; all in one unit.
 *
 * Source: Decision: a `min` above `max` is rejected, because any result would break one of the limits.
 *
 * @param amount - any bigint
 * @param limits - `min` and `max`, each optional and inclusive, in the same unit
 * @throws {@link UnitsError} `ARGUMENT_INVALID` for anything but bigints, for an unknown limit, and if `min` is above
 * `max`
 * @example
 * ```ts
 * import { clamp } from '@coin/units';
 *
 * clamp(20n, { min: 0n, max: 15n }); // => 15n
 * ```
 */
export function clamp<Unit extends string = never>(
  amount: Flavour<Unit>,
  limits: { readonly min?: NoInfer<Flavour<Unit>>; readonly max?: NoInfer<Flavour<Unit>> },
): Flavour<Unit> {
  checkBigint('amount', amount);
  const { min: lower, max: upper } = readObject('limits', limits, limitNames);
  if (lower !== undefined) checkLimit('min', lower);
  if (upper !== undefined) checkLimit('max', upper);
  const raised = lower === undefined ? amount : max(amount, lower);
  const clamped = upper === undefined ? raised : min(raised, upper);
  if (clamped < (lower ?? clamped))
    throw argumentInvalid('min', lower, `at most ${upper}, which is max`, { max: clamped });
  return clamped;
}
