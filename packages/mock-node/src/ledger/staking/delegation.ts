import type { Address, Milliseconds, Slot } from '../../protocol/primitives.ts';
import { getAccount, putAccount } from '../../state/accounts.ts';
import { getParameter } from '../../state/dynamic-properties.ts';
import type { Account } from '../../state/records/account.ts';
import type { Delegation, DelegationPair } from '../../state/records/delegation.ts';
import type { State } from '../../state/root.ts';
import { truncateToLong, wrapLong } from '../../protocol/java/long.ts';
import type { UsableResource } from './resources.ts';
import {
  acquiredOf,
  addDelegated,
  addFrozen,
  coin,
  frozenOf,
  isStakingV2,
  refreshUsage,
  takeOverUsage,
  totalLimit,
  totalWeight,
  usableStake,
  useOf,
  withAcquired,
  withUse,
} from './resources.ts';

/** Slots that a lock lasts unless the transaction names another time: three days. */
export const defaultLockPeriod = 86_400n;

/** Whether transactions may name how long a lock lasts. docs/protocol/staking.md, What changes when a flag is off. */
export const hasLockPeriods = (state: State): boolean =>
  isStakingV2(state) && getParameter(state, 'getMaxDelegateLockPeriod') > defaultLockPeriod;

const noDelegation: Delegation = { bandwidth: 0n, energy: 0n, bandwidthExpire: 0, energyExpire: 0 };

const fields = {
  BANDWIDTH: { amount: 'bandwidth', expire: 'bandwidthExpire' },
  ENERGY: { amount: 'energy', expire: 'energyExpire' },
} as const;

export const lentAmount = (row: Delegation | undefined, resource: UsableResource): bigint =>
  row?.[fields[resource].amount] ?? 0n;

export const lentUntil = (row: Delegation | undefined, resource: UsableResource): Milliseconds =>
  row?.[fields[resource].expire] ?? 0;

/** A row of lending with an amount added and its expiry set. */
export function withLent(
  row: Delegation | undefined,
  resource: UsableResource,
  { amount, expire }: { readonly amount: bigint; readonly expire: Milliseconds },
): Delegation {
  const { amount: amountField, expire: expireField } = fields[resource];
  const before = row ?? noDelegation;
  return { ...before, [amountField]: before[amountField] + amount, [expireField]: expire };
}

export const isEmptyRow = ({ bandwidth, energy }: Delegation): boolean => bandwidth === 0n && energy === 0n;

/**
 * Moves what is no longer locked to the unlocked part. An expiry that was never set counts as passed, too: then an
 * unlocked part of nothing appears, as in the node.
 *
 * Source: docs/protocol/staking.md, Moving expired locks.
 */
export function withExpiredUnlocked(pair: DelegationPair, now: Milliseconds): DelegationPair {
  const { locked: lockedBefore, unlocked: unlockedBefore, ...rest } = pair;
  if (lockedBefore === undefined) return pair;
  if (lockedBefore.bandwidthExpire >= now && lockedBefore.energyExpire >= now) return pair;
  let locked = lockedBefore;
  let unlocked = unlockedBefore ?? noDelegation;
  for (const resource of ['BANDWIDTH', 'ENERGY'] as const) {
    if (lentUntil(locked, resource) >= now) continue;
    const amount = lentAmount(locked, resource);
    unlocked = withLent(unlocked, resource, { amount, expire: 0 });
    locked = withLent(locked, resource, { amount: -amount, expire: 0 });
  }
  return { ...rest, unlocked, ...(!isEmptyRow(locked) && { locked }) };
}

/** Moves stake from the lender's own to what it has lent. The account is not written. */
export const withStakeLent = (account: Account, resource: UsableResource, amount: bigint): Account =>
  addFrozen(addDelegated(account, resource, amount), resource, -amount);

/**
 * Stake behind a usage, in small units. Doubles, in the order of transactions.
 *
 * Source: docs/protocol/staking.md, DelegateResource.
 */
export function stakeInUse(state: State, resource: UsableResource, usage: bigint): bigint {
  const ratio = Number(totalWeight(state, resource)) / Number(totalLimit(state, resource));
  return truncateToLong(Number(wrapLong(usage * coin)) * ratio);
}

/** Stake that is free to be lent: lent stake of others is used up first. Source: docs/protocol/staking.md, DelegateResource. */
export function lendableStake(account: Account, resource: UsableResource, inUse: bigint): bigint {
  const ownInUse = inUse - acquiredOf(account, resource);
  return frozenOf(account, resource) - (ownInUse > 0n ? ownInUse : 0n);
}

/** Bytes that a node expects a delegating transaction of all stake to take. Source: docs/protocol/staking.md, DelegateResource. */
export function delegationBytes(state: State, stake: bigint): bigint {
  const period = hasLockPeriods(state) ? 1 + varintLength(getParameter(state, 'getMaxDelegateLockPeriod')) : 0;
  const balance = stake === 0n ? 0 : 1 + varintLength(stake);
  return BigInt(275 + Math.max(0, 2 + period + balance - 4));
}

function varintLength(value: bigint): number {
  return Math.ceil(BigInt.asUintN(64, value).toString(2).length / 7);
}

/** How much usage returns with a stake at most. Transactions and contracts multiply in different orders. */
export type MostReturnedUsage = (state: State, resource: UsableResource, amount: bigint) => bigint;

/** Source: docs/protocol/staking.md, UnDelegateResource. */
export const mostReturnedUsage: MostReturnedUsage = (state, resource, amount) =>
  truncateToLong(
    (Number(amount) / Number(coin)) * (Number(totalLimit(state, resource)) / Number(totalWeight(state, resource))),
  );

/**
 * Takes lent stake back: the receiver loses it and the share of its usage that belongs to it, the owner gets both.
 *
 * Source: docs/protocol/staking.md, UnDelegateResource.
 */
export function returnStake(
  state: State,
  {
    from,
    to,
    resource,
    amount,
    now,
    most,
  }: {
    readonly from: Address;
    readonly to: Address;
    readonly resource: UsableResource;
    readonly amount: bigint;
    readonly now: Slot;
    readonly most: MostReturnedUsage;
  },
): void {
  const returned = takeFromReceiver(state, { to, resource, amount, now, most });
  const owner = getAccount(state, from);
  if (owner === undefined) return;
  const withStake = withStakeLent(owner, resource, -amount);
  if (returned === undefined || returned.usage === 0n) {
    putAccount(state, withStake);
    return;
  }
  const { usage, giver } = returned;
  const use = takeOverUsage(state, useOf(owner, resource), { usage, giver, now });
  putAccount(state, withUse(withStake, resource, use));
}

function takeFromReceiver(
  state: State,
  {
    to,
    resource,
    amount,
    now,
    most,
  }: {
    readonly to: Address;
    readonly resource: UsableResource;
    readonly amount: bigint;
    readonly now: Slot;
    readonly most: MostReturnedUsage;
  },
) {
  const receiver = getAccount(state, to);
  if (receiver === undefined) return undefined;
  const refreshed = refreshUsage(state, useOf(receiver, resource), now);
  const acquired = acquiredOf(receiver, resource);
  // Less than was lent: the receiver was a contract, destroyed and made again.
  if (acquired < amount) {
    putAccount(state, withUse(withAcquired(receiver, resource, 0n), resource, refreshed));
    return { usage: 0n, giver: refreshed };
  }
  const share = returnedShare(refreshed.usage, { amount, of: usableStake(receiver, resource) });
  const limit = most(state, resource, amount);
  const usage = share < limit ? share : limit;
  const giver = { ...refreshed, usage: refreshed.usage - usage };
  putAccount(state, withUse(withAcquired(receiver, resource, acquired - amount), resource, giver));
  return { usage, giver };
}

/** The part of a usage that belongs to a part of the stake. Doubles, in the node's order. */
export function returnedShare(usage: bigint, { amount, of }: { readonly amount: bigint; readonly of: bigint }): bigint {
  return truncateToLong(Number(usage) * (Number(amount) / Number(of)));
}
