import { fitsLong, truncateToLong } from '../../protocol/java/long.ts';
import { type Address } from '../../protocol/primitives.ts';
import { existingAccount, getAccount, putAccount } from '../../state/accessors/accounts.ts';
import { headSlot, headTime } from '../../state/accessors/blocks.ts';
import { getDelegation, putDelegation } from '../../state/accessors/delegations.ts';
import { isEnabled } from '../../state/accessors/dynamic-properties.ts';
import { type State } from '../../state/root.ts';
import { type ResourceCode } from '../../vm/world/world-state.ts';
import { acquiredOf, COIN, frozenOf, useOf, withAcquired, type UsableResource } from '../staking/account-stake.ts';
import { delegatableStake, stakeInUse, withStakeDelegated } from '../staking/delegatable-stake.ts';
import { delegatedAmount, isEmptyRow, withDelegated } from '../staking/delegation-rows.ts';
import { changeStake, totalLimit, totalWeight } from '../staking/network-weight.ts';
import { releaseStake, type MaxReleasedUsage } from '../staking/release-stake.ts';
import { rejectNewResourceModel, usableResourceOf } from '../staking/resource-codes.ts';
import { refreshUsage } from '../staking/resource-usage.ts';
import {
  expiredAmount,
  isExpired,
  MAX_UNFREEZING,
  pendingCount,
  withExpiredWithdrawn,
  withUnfreeze,
} from '../staking/unfreezing.ts';
import { settleReward } from '../voting/voter-rewards.ts';
import { reduceVotes } from '../voting/votes.ts';

// Staking by contracts. The node processes it separately from the transactions of the same names, and differently.
// Source: docs/protocol/staking.md, TVM opcodes and precompiles.

/** Number of TRON_POWER in the protocol. */
const TRON_POWER_CODE = 2;

interface StakeRequest {
  readonly owner: Address;
  readonly amount: bigint;
  readonly resource: ResourceCode;
}

interface DelegationRequest extends StakeRequest {
  readonly receiver: Address;
}

function stakeable(state: State, code: ResourceCode): UsableResource | undefined {
  if (code === TRON_POWER_CODE) rejectNewResourceModel(state);
  return usableResourceOf(code);
}

export function freeze(state: State, { owner, amount, resource: code }: StakeRequest): boolean {
  const account = getAccount(state, owner);
  if (account === undefined || amount < COIN || amount > account.balance) return false;
  const resource = stakeable(state, code);
  if (resource === undefined) return false;
  changeStake(state, { ...account, balance: account.balance - amount }, { resource, amount }, 'contract');
  return true;
}

/** @returns the expired small units withdrawn with it; undefined if it is rejected. */
export function unfreeze(state: State, { owner, amount, resource: code }: StakeRequest): bigint | undefined {
  const before = getAccount(state, owner);
  if (before === undefined) return undefined;
  const now = headTime(state);
  if (pendingCount(before, now) >= MAX_UNFREEZING) return undefined;
  const resource = stakeable(state, code);
  if (resource === undefined || amount <= 0n || amount > frozenOf(before, resource)) return undefined;
  settleReward(state, owner, 'contract');
  const account = existingAccount(state, owner);
  const unfrozen = withUnfreeze(state, account, { resource, amount, now });
  changeStake(state, unfrozen, { resource, amount: -amount }, 'contract');
  if (isEnabled(state, 'getAllowTvmVote')) reduceVotes(state, owner);
  return expiredAmount(account, now);
}

/** @returns the expired small units withdrawn; undefined if it is rejected. */
export function withdrawExpired(state: State, owner: Address): bigint | undefined {
  const account = getAccount(state, owner);
  if (account === undefined) return undefined;
  const now = headTime(state);
  const amount = expiredAmount(account, now);
  if (amount < 0n || !fitsLong(account.balance + amount)) return undefined;
  if (amount > 0n) putAccount(state, withExpiredWithdrawn(account, now));
  return amount;
}

/** @returns the expired small units withdrawn with it; undefined if it is rejected. */
export function cancelAllUnfreezes(state: State, owner: Address): bigint | undefined {
  const account = getAccount(state, owner);
  if (account === undefined) return undefined;
  const now = headTime(state);
  const expired = expiredAmount(account, now);
  putAccount(state, { ...account, balance: account.balance + expired, unfreezing: [] });
  for (const entry of account.unfreezing) {
    if (!isExpired(entry, now)) changeStake(state, existingAccount(state, owner), entry, 'contract');
  }
  return expired;
}

export function delegate(state: State, request: DelegationRequest): boolean {
  const { owner: from, receiver: to, amount } = request;
  const owner = getAccount(state, from);
  const resource = usableResourceOf(request.resource);
  if (!isEnabled(state, 'getAllowDelegateResource') || owner === undefined || amount < COIN) return false;
  if (resource === undefined) return false;
  const { usage } = refreshUsage(state, useOf(owner, resource), headSlot(state));
  if (delegatableStake(owner, resource, stakeInUse(state, resource, usage)) < amount) return false;
  const receiver = getAccount(state, to);
  if (to === from || receiver === undefined || receiver.type === 'Contract') return false;
  const pair = getDelegation(state, from, to);
  const unlocked = withDelegated(pair?.unlocked, resource, { amount, expire: 0 });
  putDelegation(state, from, to, { ...pair, unlocked, indexedAt: headTime(state) });
  putAccount(state, withAcquired(receiver, resource, acquiredOf(receiver, resource) + amount));
  putAccount(state, withStakeDelegated(owner, resource, amount));
  return true;
}

export function undelegate(state: State, request: DelegationRequest): boolean {
  const { owner: from, receiver: to, amount } = request;
  const resource = usableResourceOf(request.resource);
  const pair = getDelegation(state, from, to);
  if (!isEnabled(state, 'getAllowDelegateResource') || getAccount(state, from) === undefined || from === to)
    return false;
  if (pair?.unlocked === undefined || amount <= 0n || resource === undefined) return false;
  if (delegatedAmount(pair.unlocked, resource) < amount) return false;
  releaseStake(state, { from, to, resource, amount, now: headSlot(state), maxUsage: maxReleasedUsage });
  const unlocked = withDelegated(pair.unlocked, resource, { amount: -amount, expire: 0 });
  const { indexedAt, ...rows } = pair;
  // The emptied row stays, but leaves the index.
  const isIndexed = !isEmptyRow(unlocked) && indexedAt !== undefined;
  putDelegation(state, from, to, { ...rows, unlocked, ...(isIndexed && { indexedAt }) });
  return true;
}

/** Contracts divide by the weight last, transactions first. The results can differ by 1. */
const maxReleasedUsage: MaxReleasedUsage = (state, resource, amount) =>
  truncateToLong(
    ((Number(amount) / Number(COIN)) * Number(totalLimit(state, resource))) / Number(totalWeight(state, resource)),
  );
