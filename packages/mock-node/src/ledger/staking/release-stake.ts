import { truncateToLong } from '../../protocol/java/long.ts';
import { type Address, type Slot } from '../../protocol/primitives.ts';
import { getAccount, putAccount } from '../../state/accessors/accounts.ts';
import { type ResourceUse } from '../../state/records/account.ts';
import { type State } from '../../state/root.ts';
import { acquiredOf, COIN, usableStake, useOf, withAcquired, withUse, type UsableResource } from './account-stake.ts';
import { withStakeDelegated } from './delegatable-stake.ts';
import { totalLimit, totalWeight } from './network-weight.ts';
import { refreshUsage, acquireUsage } from './resource-usage.ts';

/** The maximum usage that moves with a released stake. Transactions and contracts multiply in different orders. */
export type MaxReleasedUsage = (state: State, resource: UsableResource, amount: bigint) => bigint;

/** The order of transactions. Source: docs/protocol/staking.md, UnDelegateResource. */
export const maxReleasedUsage: MaxReleasedUsage = (state, resource, amount) =>
  truncateToLong(
    (Number(amount) / Number(COIN)) * (Number(totalLimit(state, resource)) / Number(totalWeight(state, resource))),
  );

/** A delegated stake that is released by its owner. */
interface Release {
  readonly from: Address;
  readonly to: Address;
  readonly resource: UsableResource;
  readonly amount: bigint;
  readonly now: Slot;
  readonly maxUsage: MaxReleasedUsage;
}

/**
 * Ends a delegation. The receiver loses the stake and its share of the usage, and the owner gets both.
 *
 * Source: docs/protocol/staking.md, UnDelegateResource.
 */
export function releaseStake(state: State, release: Release): void {
  const { from, resource, amount, now } = release;
  const released = takeFromReceiver(state, release);
  const owner = getAccount(state, from);
  if (owner === undefined) return;
  const withStake = withStakeDelegated(owner, resource, -amount);
  if (released === undefined || released.usage === 0n) {
    putAccount(state, withStake);
    return;
  }
  const { usage, source } = released;
  const use = acquireUsage(state, useOf(owner, resource), { usage, source, now });
  putAccount(state, withUse(withStake, resource, use));
}

/** The usage that the owner acquires, and the receiver's use after it; undefined if the receiver no longer exists. */
function takeFromReceiver(
  state: State,
  { to, resource, amount, now, maxUsage }: Release,
): { readonly usage: bigint; readonly source: ResourceUse } | undefined {
  const receiver = getAccount(state, to);
  if (receiver === undefined) return undefined;
  const refreshed = refreshUsage(state, useOf(receiver, resource), now);
  const acquired = acquiredOf(receiver, resource);
  // Less than was delegated: the receiver was a contract that was destroyed and created again.
  if (acquired < amount) {
    putAccount(state, withUse(withAcquired(receiver, resource, 0n), resource, refreshed));
    return { usage: 0n, source: refreshed };
  }
  const share = releasedShare(refreshed.usage, { amount, of: usableStake(receiver, resource) });
  const limit = maxUsage(state, resource, amount);
  const usage = share < limit ? share : limit;
  const source = { ...refreshed, usage: refreshed.usage - usage };
  putAccount(state, withUse(withAcquired(receiver, resource, acquired - amount), resource, source));
  return { usage, source };
}

/** The part of a usage that belongs to a part of the stake. Uses doubles, in the node's order. */
export function releasedShare(usage: bigint, { amount, of }: { readonly amount: bigint; readonly of: bigint }): bigint {
  return truncateToLong(Number(usage) * (Number(amount) / Number(of)));
}
