import { truncateToLong, wrapLong } from '../../protocol/java/long.ts';
import { getParameter } from '../../state/accessors/dynamic-properties.ts';
import { type Account } from '../../state/records/account.ts';
import { type State } from '../../state/root.ts';
import { acquiredOf, addDelegated, addFrozen, COIN, frozenOf, type UsableResource } from './account-stake.ts';
import { totalLimit, totalWeight } from './network-weight.ts';
import { isStakingV2 } from './staking-version.ts';

/** Slots that a lock lasts unless the transaction specifies a period: three days. */
export const DEFAULT_LOCK_PERIOD = 86_400n;

/** Whether transactions may specify a lock period. docs/protocol/staking.md, What changes when a flag is off. */
export const hasLockPeriods = (state: State): boolean =>
  isStakingV2(state) && getParameter(state, 'getMaxDelegateLockPeriod') > DEFAULT_LOCK_PERIOD;

/**
 * Moves own stake to the stake that the account delegates, or back if the amount is negative. The account is not
 * written.
 */
export const withStakeDelegated = (account: Account, resource: UsableResource, amount: bigint): Account =>
  addFrozen(addDelegated(account, resource, amount), resource, -amount);

/**
 * The stake behind a usage, in small units. Uses doubles, in the order of transactions.
 *
 * Source: docs/protocol/staking.md, DelegateResource.
 */
export function stakeInUse(state: State, resource: UsableResource, usage: bigint): bigint {
  const ratio = Number(totalWeight(state, resource)) / Number(totalLimit(state, resource));
  return truncateToLong(Number(wrapLong(usage * COIN)) * ratio);
}

/**
 * Own stake that may be delegated. Usage counts against acquired stake first. Source: docs/protocol/staking.md,
 * DelegateResource.
 */
export function delegatableStake(account: Account, resource: UsableResource, inUse: bigint): bigint {
  const ownInUse = inUse - acquiredOf(account, resource);
  return frozenOf(account, resource) - (ownInUse > 0n ? ownInUse : 0n);
}

/**
 * The size that the node assumes for a transaction that delegates all stake. Source: docs/protocol/staking.md,
 * DelegateResource.
 */
export function delegationBytes(state: State, stake: bigint): bigint {
  const period = hasLockPeriods(state) ? 1 + varintLength(getParameter(state, 'getMaxDelegateLockPeriod')) : 0;
  const balance = stake === 0n ? 0 : 1 + varintLength(stake);
  return BigInt(275 + Math.max(0, 2 + period + balance - 4));
}

function varintLength(value: bigint): number {
  return Math.ceil(BigInt.asUintN(64, value).toString(2).length / 7);
}
