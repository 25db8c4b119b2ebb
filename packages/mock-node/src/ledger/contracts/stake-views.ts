import { truncateToLong } from '../../protocol/java/long.ts';
import { type Address } from '../../protocol/primitives.ts';
import { BLOCK_INTERVAL_MS } from '../../protocol/time.ts';
import { getAccount } from '../../state/accessors/accounts.ts';
import { headSlot, headTime } from '../../state/accessors/blocks.ts';
import { getDelegation } from '../../state/accessors/delegations.ts';
import { getParameter } from '../../state/accessors/dynamic-properties.ts';
import { type Account } from '../../state/records/account.ts';
import { type State } from '../../state/root.ts';
import { type ResourceCode } from '../../vm/world/world-state.ts';
import { COIN, frozenOf, usableStake, useOf, type UsableResource } from '../staking/account-stake.ts';
import { delegatableStake } from '../staking/delegatable-stake.ts';
import { delegatedAmount } from '../staking/delegation-rows.ts';
import { totalLimit, totalWeight } from '../staking/network-weight.ts';
import { resourceOf, usableResourceOf } from '../staking/resource-codes.ts';
import { exactDivision, isHardened } from '../staking/resource-division.ts';
import { usageWindow } from '../staking/resource-recovery.ts';
import { recoveredUsage } from '../staking/resource-usage.ts';
import { expiredAmount, MAX_UNFREEZING, pendingCount } from '../staking/unfreezing.ts';

// Stake information for contracts. Source: docs/protocol/staking.md, TVM opcodes and precompiles.

const slotSeconds = BigInt(BLOCK_INTERVAL_MS / 1000);

/** A staking parameter by the code that contracts use; 0 for an unknown code. */
export function stakingParameter(state: State, code: bigint): bigint {
  switch (code) {
    case 1n:
      return totalLimit(state, 'BANDWIDTH');
    case 2n:
      return totalWeight(state, 'BANDWIDTH');
    case 3n:
      return totalLimit(state, 'ENERGY');
    case 4n:
      return totalWeight(state, 'ENERGY');
    case 5n:
      return getParameter(state, 'getUnfreezeDelayDays');
    default:
      return 0n;
  }
}

/** An amount of an account; 0 for a missing one. */
function amountOf(state: State, address: Address, read: (account: Account) => bigint): bigint {
  const account = getAccount(state, address);
  return account === undefined ? 0n : read(account);
}

/** An amount of an account for bandwidth or energy; 0 for any other code. */
export function stakeOf(
  state: State,
  address: Address,
  code: ResourceCode,
  read: (account: Account, resource: UsableResource) => bigint,
): bigint {
  const resource = usableResourceOf(code);
  return resource === undefined ? 0n : amountOf(state, address, (account) => read(account, resource));
}

export const availableUnfreezes = (state: State, address: Address): bigint =>
  amountOf(state, address, (account) => BigInt(Math.max(0, MAX_UNFREEZING - pendingCount(account, headTime(state)))));

export function unfreezableStake(state: State, address: Address, code: ResourceCode): bigint {
  const resource = resourceOf(code);
  return resource === undefined ? 0n : amountOf(state, address, (account) => frozenOf(account, resource));
}

/** Small units of unfreezes that have expired by a time in milliseconds, int64. */
export const expiredUnfreezes = (state: State, address: Address, time: bigint): bigint =>
  amountOf(state, address, (account) => expiredAmount(account, time));

export const delegatable = (state: State, address: Address, code: ResourceCode): bigint =>
  stakeOf(state, address, code, (account, resource) => {
    const stake = delegatableStake(account, resource, stakeUsage(state, account, resource)[0]);
    return stake > 0n ? stake : 0n;
  });

interface DelegationQuery {
  readonly from: Address;
  readonly to: Address;
  readonly resource: ResourceCode;
}

/** The stake that one account has delegated to another, locked or not. */
export function delegatedTo(state: State, { from, to, resource: code }: DelegationQuery): bigint {
  const resource = usableResourceOf(code);
  if (resource === undefined) return 0n;
  const pair = getDelegation(state, from, to);
  return delegatedAmount(pair?.unlocked, resource) + delegatedAmount(pair?.locked, resource);
}

/** Stake behind an account's usage, and the seconds until all of it has recovered. */
type StakeUsage = readonly [balance: bigint, seconds: bigint];

function stakeUsage(state: State, account: Account, resource: UsableResource): StakeUsage {
  const use = useOf(account, resource);
  const now = headSlot(state);
  const slots = BigInt(use.time - now) + usageWindow(use).slots;
  if (slots <= 0n) return [0n, 0n];
  const usage = recoveredUsage(state, use, now);
  const [weight, limit] = [totalWeight(state, resource), totalLimit(state, resource)];
  const balance = isHardened(state)
    ? exactDivision.down(usage * weight * COIN, limit)
    : truncateToLong(((Number(usage) * Number(weight)) / Number(limit)) * Number(COIN));
  return [balance, slots * slotSeconds];
}

export function resourceUsage(state: State, address: Address, code: ResourceCode): StakeUsage {
  const resource = usableResourceOf(code);
  const account = getAccount(state, address);
  return account === undefined || resource === undefined ? [0n, 0n] : stakeUsage(state, account, resource);
}

/**
 * How an amount would be split on release: stake without usage, stake with usage, and the seconds until the usage has
 * recovered.
 */
export function checkUndelegate(
  state: State,
  target: Address,
  amount: bigint,
  code: ResourceCode,
): readonly [clean: bigint, dirty: bigint, seconds: bigint] {
  const resource = usableResourceOf(code);
  const account = getAccount(state, target);
  if (amount <= 0n || account === undefined || resource === undefined) return [0n, 0n, 0n];
  const [inUse, seconds] = stakeUsage(state, account, resource);
  const total = usableStake(account, resource);
  const requested = amount < total ? amount : total;
  if (total <= inUse) return [0n, requested, seconds];
  const clean = truncateToLong(Number(requested) * (Number(total - inUse) / Number(total)));
  return [clean, requested - clean, seconds];
}
