import type { Flavour } from './quantities.ts';
import { sum } from './arithmetic.ts';
import { argumentInvalid } from './errors.ts';

/**
 * Splits an amount in proportion to weights without losing a unit: each share is the exact one rounded down or up, and the shares add
 * up to the amount.
 *
 * Source: Decision: largest remainder. A unit that is left over goes to the share that lost most by cutting, among equals to the one
 * that comes first; so a larger weight never gets less, and a weight of zero gets nothing. A negative amount gives the shares of the
 * positive one, negated.
 *
 * @param amount - any bigint
 * @param weights - at least one bigint, none negative, one above zero; their unit does not matter
 * @throws {@link UnitsError} `ARGUMENT_INVALID` for the weights
 * @example
 * ```ts
 * import { allocate } from '@coin/units';
 *
 * allocate(100n, [1n, 1n, 1n]); // => [34n, 33n, 33n]
 * allocate(5n, [50n, 30n, 20n]); // => [3n, 1n, 1n]
 * ```
 */
export function allocate<Unit extends string = never>(
  amount: Flavour<Unit>,
  weights: readonly bigint[],
): Flavour<Unit>[] {
  const total = sum(weights);
  if (total === 0n || weights.some((weight) => weight < 0n))
    throw argumentInvalid('weights', `[${weights.join(', ')}]`, 'bigints from 0, one of them above');
  const shares = weights.map((weight) => (amount * weight) / total);
  const unit = amount < 0n ? -1n : 1n;
  const leftover = Number((amount - sum(shares)) * unit);
  const byRemainder = weights.map((weight, index) => ({ index, remainder: (amount * weight * unit) % total }));
  // the sort is stable: equals keep their order
  byRemainder.sort((a, b) => (a.remainder < b.remainder ? 1 : a.remainder > b.remainder ? -1 : 0));
  const receivers = new Set(byRemainder.slice(0, leftover).map(({ index }) => index));
  return shares.map((share, index) => (receivers.has(index) ? share + unit : share));
}
