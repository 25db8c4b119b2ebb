import { type AccountNetMessage, type AccountResourceMessage } from '../../protocol/messages/api-messages.ts';
import { type MessageInit, type MessageOf } from '../../protocol/messages/schema.ts';
import { type Address } from '../../protocol/primitives.ts';
import { getAccount } from '../../state/accessors/accounts.ts';
import { headSlot } from '../../state/accessors/blocks.ts';
import { getParameter } from '../../state/accessors/dynamic-properties.ts';
import { type Account } from '../../state/records/account.ts';
import { type State } from '../../state/root.ts';
import { allTronPower, COIN } from '../staking/account-stake.ts';
import { totalLimit, totalWeight } from '../staking/network-weight.ts';
import { bandwidthLimit, energyLimit } from '../staking/resource-limits.ts';
import { freeUsage, refreshUsage } from '../staking/resource-usage.ts';
import { assetNetFields } from './asset-messages.ts';

type NetMessage = MessageInit<MessageOf<typeof AccountNetMessage>>;
type ResourceMessage = MessageInit<MessageOf<typeof AccountResourceMessage>>;

/**
 * Bandwidth of an account and of the network, as of the head block.
 *
 * Source: docs/protocol/staking.md, getaccountresource.
 *
 * @returns undefined for a missing account.
 */
export function accountNet(state: State, address: Address): NetMessage | undefined {
  const account = getAccount(state, address);
  return account && netMessage(state, account);
}

function netMessage(state: State, account: Account): NetMessage {
  const now = headSlot(state);
  return {
    freeNetUsed: freeUsage(state, account, now),
    freeNetLimit: getParameter(state, 'getFreeNetLimit'),
    NetUsed: refreshUsage(state, account.net, now).usage,
    NetLimit: bandwidthLimit(state, account),
    ...assetNetFields(state, account),
    TotalNetLimit: totalLimit(state, 'BANDWIDTH'),
    TotalNetWeight: totalWeight(state, 'BANDWIDTH'),
  };
}

/**
 * Bandwidth, energy and voting power of an account and of the network, as of the head block.
 *
 * Source: docs/protocol/staking.md, getaccountresource.
 *
 * @returns undefined for a missing account.
 */
export function accountResource(state: State, address: Address): ResourceMessage | undefined {
  const account = getAccount(state, address);
  if (account === undefined) return undefined;
  return {
    ...netMessage(state, account),
    TotalTronPowerWeight: totalWeight(state, 'TRON_POWER'),
    tronPowerUsed: account.votes.reduce((sum, { count }) => sum + count, 0n),
    tronPowerLimit: allTronPower(account) / COIN,
    EnergyUsed: refreshUsage(state, account.energy, headSlot(state)).usage,
    EnergyLimit: energyLimit(state, account),
    TotalEnergyLimit: totalLimit(state, 'ENERGY'),
    TotalEnergyWeight: totalWeight(state, 'ENERGY'),
  };
}
