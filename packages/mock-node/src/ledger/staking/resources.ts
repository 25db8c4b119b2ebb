import type { Slot } from '../../protocol/primitives.ts';
import { putAccount } from '../../state/accounts.ts';
import { getParameter, isEnabled, updateProperties } from '../../state/dynamic-properties.ts';
import type { Account, Resource, ResourceUse } from '../../state/records/account.ts';
import type { State } from '../../state/root.ts';
import { truncateToLong } from '../../protocol/java/long.ts';
import type { WindowForm } from './resource-recovery.ts';
import { defaultWindow, increased, recoverAverage, takenOver, usageWindow } from './resource-recovery.ts';
import { MAX_INT64 } from '../../protocol/java/long.ts';

export { recoverAverage, usageWindow };

/** Small units in a coin: weights, votes and least stakes are counted in whole coins. */
export const coin = 1_000_000n;

/** The two resources that an account can use up. */
export type UsableResource = Exclude<Resource, 'TRON_POWER'>;

const stakeField = { BANDWIDTH: 'bandwidth', ENERGY: 'energy' } as const;
const useField = { BANDWIDTH: 'net', ENERGY: 'energy' } as const;

/** Whether staking version 2 is in force. */
export const isStakingV2 = (state: State): boolean => isEnabled(state, 'getUnfreezeDelayDays');

/** In what form windows are kept at the moment. docs/protocol/staking.md, What changes when a flag is off. */
export function windowForm(state: State): WindowForm {
  if (!isStakingV2(state)) return 'fixed';
  return getParameter(state, 'getAllowCancelAllUnfreezeV2') === 1n ? 'thousandths' : 'slots';
}

export const useOf = (account: Account, resource: UsableResource): ResourceUse => account[useField[resource]];

export const withUse = (account: Account, resource: UsableResource, use: ResourceUse): Account => ({
  ...account,
  [useField[resource]]: use,
});

/** Small units staked for a resource by the account itself and not lent. */
export const frozenOf = (account: Account, resource: Resource): bigint => account.frozen[resource] ?? 0n;

/** Small units staked for a resource and lent to others. */
export const delegatedOf = (account: Account, resource: UsableResource): bigint =>
  account.delegated[stakeField[resource]];

/** Small units that others staked and lent to the account. */
export const acquiredOf = (account: Account, resource: UsableResource): bigint =>
  account.acquired[stakeField[resource]];

/** Own stake, lent or not: what the network's weight counts. */
const ownStake = (account: Account, resource: Resource): bigint =>
  frozenOf(account, resource) + (resource === 'TRON_POWER' ? 0n : delegatedOf(account, resource));

/** Stake that an account may use a resource from: its own that is not lent, and what it was lent. */
export const usableStake = (account: Account, resource: UsableResource): bigint =>
  frozenOf(account, resource) + acquiredOf(account, resource);

export const addFrozen = (account: Account, resource: Resource, amount: bigint): Account => ({
  ...account,
  frozen: { ...account.frozen, [resource]: frozenOf(account, resource) + amount },
});

export const addDelegated = (account: Account, resource: UsableResource, amount: bigint): Account => ({
  ...account,
  delegated: { ...account.delegated, [stakeField[resource]]: delegatedOf(account, resource) + amount },
});

export const withAcquired = (account: Account, resource: UsableResource, amount: bigint): Account => ({
  ...account,
  acquired: { ...account.acquired, [stakeField[resource]]: amount },
});

const weightField = {
  BANDWIDTH: 'totalNetWeight',
  ENERGY: 'totalEnergyWeight',
  TRON_POWER: 'totalTronPowerWeight',
} as const;

/** Whole coins staked for a resource by the whole network. */
export const totalWeight = (state: State, resource: Resource): bigint => state.root.properties[weightField[resource]];

/** What the whole network may use of a resource in a day. */
export const totalLimit = (state: State, resource: UsableResource): bigint =>
  getParameter(state, resource === 'BANDWIDTH' ? 'getTotalNetLimit' : 'getTotalEnergyCurrentLimit');

/** How weights are added up: transactions never let them fall below 0 where `getAllowNewReward` is on, contracts do. */
export type WeightRule = 'transaction' | 'contract';

/**
 * Counts a changed stake in the network's weight. Every account is floored to whole coins for itself.
 *
 * Source: docs/protocol/staking.md, Actuators.
 */
function updateWeight(
  state: State,
  resource: Resource,
  { before, after }: { readonly before: bigint; readonly after: bigint },
  rule: WeightRule,
): void {
  const change = after / coin - before / coin;
  if (change === 0n) return;
  const total = totalWeight(state, resource) + change;
  const clamps = rule === 'transaction' && isEnabled(state, 'getAllowNewReward');
  updateProperties(state, { [weightField[resource]]: clamps && total < 0n ? 0n : total });
}

/** Changes an account's own stake and the network's weight with it. The account is written. */
export function changeStake(
  state: State,
  account: Account,
  { resource, amount }: { readonly resource: Resource; readonly amount: bigint },
  rule: WeightRule,
): Account {
  const changed = addFrozen(account, resource, amount);
  putAccount(state, changed);
  updateWeight(state, resource, { before: ownStake(account, resource), after: ownStake(changed, resource) }, rule);
  return changed;
}

/** Small units that give the right to vote: own stake for bandwidth and energy, lent or not. */
export function tronPower(account: Account): bigint {
  return ownStake(account, 'BANDWIDTH') + ownStake(account, 'ENERGY');
}

/** Voting power where stake for TRON_POWER counts, too. docs/protocol/staking.md, getaccountresource. */
export function allTronPower(account: Account): bigint {
  return tronPower(account) + frozenOf(account, 'TRON_POWER');
}

/**
 * How much of a resource an account may use in a day by its stake, fractions of a coin included; only whole coins count
 * before staking version 2. Doubles, in the node's order.
 *
 * Source: docs/protocol/staking.md, Limits.
 */
function limitOf(state: State, account: Account, resource: UsableResource): bigint {
  if (!isStakingV2(state)) return wholeCoinLimit(state, account, resource, 0n);
  const weight = totalWeight(state, resource);
  if (weight === 0n) return 0n;
  const coins = Number(usableStake(account, resource)) / Number(coin);
  return truncateToLong(coins * (Number(totalLimit(state, resource)) / Number(weight)));
}

function wholeCoinLimit(state: State, account: Account, resource: UsableResource, withoutWeight: bigint): bigint {
  const coins = usableStake(account, resource) / coin;
  if (coins === 0n) return 0n;
  const weight = totalWeight(state, resource);
  if (weight === 0n) return withoutWeight;
  if (weight < 0n && withoutWeight === 0n && isEnabled(state, 'getAllowNewReward')) return 0n;
  return truncateToLong(Number(coins) * (Number(totalLimit(state, resource)) / Number(weight)));
}

/** Staked bandwidth a day, in bytes. Source: docs/protocol/staking.md, Limits. */
export const bandwidthLimit = (state: State, account: Account): bigint => limitOf(state, account, 'BANDWIDTH');

/** Staked energy a day, as answers print it. Calls of contracts use {@link wholeCoinEnergyLimit}. Source: docs/protocol/staking.md, Limits. */
export const energyLimit = (state: State, account: Account): bigint => limitOf(state, account, 'ENERGY');

/** Staked energy a day that calls of contracts may use: whole coins only. Source: docs/protocol/staking.md, Limits. */
export const wholeCoinEnergyLimit = (state: State, account: Account): bigint =>
  wholeCoinLimit(state, account, 'ENERGY', MAX_INT64);

/** What is left of a staked resource's use at a slot; the window is read, never moved. Source: docs/protocol/staking.md, Where each is used. */
export function recoveredUsage(state: State, use: ResourceUse, now: Slot): bigint {
  const window = isStakingV2(state) ? usageWindow(use).slots : defaultWindow;
  return recoverAverage({ ...use, now, window });
}

/** Adds to the use of a staked resource, after its recovery. Source: docs/protocol/staking.md, Account increase. */
export const increaseUsage = (state: State, use: ResourceUse, amount: bigint, now: Slot): ResourceUse =>
  increased(use, amount, now, windowForm(state));

/** Brings the use of a staked resource up to a slot. Source: docs/protocol/staking.md, Account increase. */
export const refreshUsage = (state: State, use: ResourceUse, now: Slot): ResourceUse =>
  increased(use, 0n, now, windowForm(state));

/** Hands usage to the account that takes back its stake. Source: docs/protocol/staking.md, Owner takes over usage. */
export const takeOverUsage = (
  state: State,
  owner: ResourceUse,
  { usage, giver, now }: { readonly usage: bigint; readonly giver: ResourceUse; readonly now: Slot },
): ResourceUse => takenOver(owner, { usage, giver, now, form: windowForm(state) });

/** What is left of the use of a quota, free or public, which recovers over a day. Source: docs/protocol/staking.md, Base recovery. */
export const recoverQuota = (usage: bigint, time: Slot, now: Slot): bigint =>
  recoverAverage({ usage, time, now, window: defaultWindow });
