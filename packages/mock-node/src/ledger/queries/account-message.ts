import { AccountType, ResourceCode } from '../../protocol/messages/enumerations.ts';
import { type AccountMessage, type AccountResource } from '../../protocol/messages/messages.ts';
import { type MessageInit, type MessageOf } from '../../protocol/messages/schema.ts';
import { type Address, type Slot } from '../../protocol/primitives.ts';
import { BLOCK_INTERVAL_MS } from '../../protocol/time.ts';
import { getAccount, isAssetOptimized } from '../../state/accessors/accounts.ts';
import { firstBlock, headSlot } from '../../state/accessors/blocks.ts';
import { isEnabled } from '../../state/accessors/dynamic-properties.ts';
import { type Account, type Resource } from '../../state/records/account.ts';
import { type State } from '../../state/root.ts';
import { acquiredOf, delegatedOf, frozenOf } from '../staking/account-stake.ts';
import { freeUsage, refreshUsage } from '../staking/resource-usage.ts';
import { collectShares } from '../voting/reward-shares.ts';
import { accountAssetFields, hasAssetFields } from './asset-messages.ts';
import { permissionMessage } from './permission-message.ts';

/**
 * An account as the node shows it: with resource usage recovered up to the head block, which is not stored.
 *
 * Source: docs/protocol/http.md, getaccount details; docs/protocol/staking.md, Account fields.
 *
 * @param stakes - whether `frozenV2` lists every resource, as usual, or only those that were ever staked
 * @returns undefined for a missing account.
 */
export function accountMessage(
  state: State,
  address: Address,
  stakes: 'all' | 'stored' = 'all',
): MessageInit<AccountMessage> | undefined {
  collectShares(state, address);
  const account = getAccount(state, address);
  if (account === undefined) return undefined;
  const now = headSlot(state);
  const net = refreshUsage(state, account.net, now);
  const message: MessageInit<AccountMessage> = {
    account_name: account.name,
    account_id: account.accountId ?? '',
    type: AccountType.values[account.type],
    address: account.address,
    balance: account.balance,
    frozen: account.hasEmptyStakeV1 === true ? [{}] : [],
    votes: account.votes.map(({ witness, count }) => ({ vote_address: witness, vote_count: count })),
    net_usage: net.usage,
    create_time: BigInt(account.createTime),
    latest_opration_time: BigInt(account.latestOperationTime),
    allowance: account.allowance,
    latest_withdraw_time: BigInt(account.latestWithdrawTime),
    is_witness: account.isWitness,
    free_net_usage: freeUsage(state, account, now),
    latest_consume_time: timeOf(state, account.net.time),
    latest_consume_free_time: timeOf(state, account.latestConsumeFreeTime),
    net_window_size: net.window,
    net_window_optimized: net.windowOptimized,
    account_resource: energyMessage(state, account),
    owner_permission: account.ownerPermission && permissionMessage(account.ownerPermission),
    witness_permission: account.witnessPermission && permissionMessage(account.witnessPermission),
    active_permission: account.activePermissions.map(permissionMessage),
    frozenV2: (stakes === 'all' ? resources : storedStakes(account)).map((resource) => ({
      type: ResourceCode.values[resource],
      amount: frozenOf(account, resource),
    })),
    unfrozenV2: account.unfreezing.map(({ resource, amount, expireTime }) => ({
      type: ResourceCode.values[resource],
      unfreeze_amount: amount,
      unfreeze_expire_time: BigInt(expireTime),
    })),
    delegated_frozenV2_balance_for_bandwidth: delegatedOf(account, 'BANDWIDTH'),
    acquired_delegated_frozenV2_balance_for_bandwidth: acquiredOf(account, 'BANDWIDTH'),
    asset_optimized: isEnabled(state, 'getAllowAssetOptimization') && isAssetOptimized(state, account),
  };
  return hasAssetFields(account) ? { ...message, ...accountAssetFields(state, account) } : message;
}

/** The order in which stakes are listed, including those that were never made. */
const resources: readonly Resource[] = ['BANDWIDTH', 'ENERGY', 'TRON_POWER'];

/** In the order in which they were first staked. */
function storedStakes({ frozen }: Account): readonly Resource[] {
  const staked = new Set(Object.keys(frozen));
  return [...staked].flatMap((name) => resources.find((resource) => resource === name) ?? []);
}

function energyMessage(state: State, account: Account): MessageInit<MessageOf<typeof AccountResource>> {
  const energy = refreshUsage(state, account.energy, headSlot(state));
  return {
    energy_usage: energy.usage,
    ...(account.hasEmptyStakeV1 === true && { frozen_balance_for_energy: {} }),
    latest_consume_time_for_energy: timeOf(state, account.energy.time),
    energy_window_size: energy.window,
    delegated_frozenV2_balance_for_energy: delegatedOf(account, 'ENERGY'),
    acquired_delegated_frozenV2_balance_for_energy: acquiredOf(account, 'ENERGY'),
    energy_window_optimized: energy.windowOptimized,
  };
}

/** Milliseconds since 1970 of a slot. */
function timeOf({ root }: State, slot: Slot): bigint {
  return BigInt(firstBlock(root).timestamp + BLOCK_INTERVAL_MS * slot);
}
