import { checkBigint } from './argument-checks.ts';
import { sum } from './arithmetic.ts';
import { argumentInvalid } from './errors.ts';
import { type Flavour } from './quantities.ts';

/**
 * Splits an amount in proportion to weights without losing a unit. The shares add up to the amount.
 *
 * Each share is the exact share rounded down or up (largest remainder method). Leftover units go to the largest
 * remainders, and to the first of equal ones. A larger weight never gets less, and a weight of zero gets nothing. A
 * negative amount gives the negated shares of the positive one.
 * @param weights - at least one, none negative, at least one above zero; in any unit
 * @throws {@link UnitsError} `ARGUMENT_INVALID` for an amount or weights that are not bigints, and for invalid weights
 * @example
 * ```ts
 * import { allocate } from '@coin/units';
 * allocate(100n, [1n, 1n, 1n]); // => [34n, 33n, 33n]
 * allocate(5n, [50n, 30n, 20n]); // => [3n, 1n, 1n]
 * ```
 */
export function allocate<Unit extends string = never>(
  amount: Flavour<Unit>,
  weights: readonly bigint[],
): Flavour<Unit>[] {
  checkBigint('amount', amount);
  const total = sum(weights);
  if (total === 0n || weights.some((weight) => weight < 0n))
    throw argumentInvalid('weights', weights.join(', '), 'bigints of at least 0, one of them above 0');
  const shares = weights.map((weight) => (amount * weight) / total);
  const unit = amount < 0n ? -1n : 1n;
  const leftover = Number((amount - sum(shares)) * unit);
  const byRemainder = weights.map((weight, index) => ({ index, remainder: (amount * weight * unit) % total }));
  // The sort is stable, and a conversion to a number keeps the sign.
  byRemainder.sort((a, b) => Number(b.remainder - a.remainder));
  const receivers = new Set(byRemainder.slice(0, leftover).map(({ index }) => index));
  return shares.map((share, index) => (receivers.has(index) ? share + unit : share));
}
