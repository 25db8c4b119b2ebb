import { type Account, type Resource, type ResourceUse } from '../../state/records/account.ts';

/** Small units in a coin: weights, votes and minimum stakes are counted in whole coins. */
export const COIN = 1_000_000n;

/** The two resources that an account can use up. */
export type UsableResource = Exclude<Resource, 'TRON_POWER'>;

const stakeField = { BANDWIDTH: 'bandwidth', ENERGY: 'energy' } as const;
const useField = { BANDWIDTH: 'net', ENERGY: 'energy' } as const;

export const useOf = (account: Account, resource: UsableResource): ResourceUse => account[useField[resource]];

export const withUse = (account: Account, resource: UsableResource, use: ResourceUse): Account => ({
  ...account,
  [useField[resource]]: use,
});

/** Small units of own stake that is not delegated. */
export const frozenOf = (account: Account, resource: Resource): bigint => account.frozen[resource] ?? 0n;

/** Small units of own stake that is delegated to others. */
export const delegatedOf = (account: Account, resource: UsableResource): bigint =>
  account.delegated[stakeField[resource]];

/** Small units of others' stake that is delegated to the account. */
export const acquiredOf = (account: Account, resource: UsableResource): bigint =>
  account.acquired[stakeField[resource]];

/** Own stake, delegated or not, which counts towards the network's weight. */
export const ownStake = (account: Account, resource: Resource): bigint =>
  frozenOf(account, resource) + (resource === 'TRON_POWER' ? 0n : delegatedOf(account, resource));

/** Stake that entitles an account to a resource: its own that is not delegated, and the acquired stake. */
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

/** Small units that give voting rights: own stake for bandwidth and energy, delegated or not. */
export function tronPower(account: Account): bigint {
  return ownStake(account, 'BANDWIDTH') + ownStake(account, 'ENERGY');
}

/** Voting power including stake for TRON_POWER. docs/protocol/staking.md, getaccountresource. */
export function allTronPower(account: Account): bigint {
  return tronPower(account) + frozenOf(account, 'TRON_POWER');
}
