import { truncateToLong, MAX_INT64 } from '../../protocol/java/long.ts';
import { isEnabled } from '../../state/accessors/dynamic-properties.ts';
import { type Account } from '../../state/records/account.ts';
import { type State } from '../../state/root.ts';
import { COIN, usableStake, type UsableResource } from './account-stake.ts';
import { totalLimit, totalWeight } from './network-weight.ts';
import { exactDivision, isHardened } from './resource-division.ts';
import { isStakingV2 } from './staking-version.ts';

/**
 * The amount of a resource that an account's stake allows in a day, including fractions of a coin. Before staking
 * version 2 only whole coins count. Uses doubles in the node's order, or integers under proposal 97.
 *
 * Source: docs/protocol/staking.md, Limits.
 */
function limitOf(state: State, account: Account, resource: UsableResource): bigint {
  if (!isStakingV2(state)) return wholeCoinLimit(state, account, resource, 0n);
  const weight = totalWeight(state, resource);
  if (weight === 0n) return 0n;
  const stake = usableStake(account, resource);
  if (isHardened(state)) return exactDivision.down(stake * totalLimit(state, resource), COIN * weight);
  const coins = Number(stake) / Number(COIN);
  return truncateToLong(coins * (Number(totalLimit(state, resource)) / Number(weight)));
}

function wholeCoinLimit(state: State, account: Account, resource: UsableResource, withoutWeight: bigint): bigint {
  const coins = usableStake(account, resource) / COIN;
  if (coins === 0n) return 0n;
  const weight = totalWeight(state, resource);
  const hardened = isHardened(state);
  if (weight === 0n && !(hardened && withoutWeight !== 0n)) return withoutWeight;
  if (weight < 0n && withoutWeight === 0n && isEnabled(state, 'getAllowNewReward')) return 0n;
  if (hardened) return exactDivision.down(coins * totalLimit(state, resource), weight);
  return truncateToLong(Number(coins) * (Number(totalLimit(state, resource)) / Number(weight)));
}

/** Staked bandwidth per day, in bytes. Source: docs/protocol/staking.md, Limits. */
export const bandwidthLimit = (state: State, account: Account): bigint => limitOf(state, account, 'BANDWIDTH');

/**
 * Staked energy per day, as answers print it. Contract calls use {@link wholeCoinEnergyLimit}. Source:
 * docs/protocol/staking.md, Limits.
 */
export const energyLimit = (state: State, account: Account): bigint => limitOf(state, account, 'ENERGY');

/** Staked energy per day that contract calls may use: whole coins only. Source: docs/protocol/staking.md, Limits. */
export const wholeCoinEnergyLimit = (state: State, account: Account): bigint =>
  wholeCoinLimit(state, account, 'ENERGY', MAX_INT64);
