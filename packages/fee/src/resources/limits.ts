import { MAX_INT64 } from '../argument-checks.ts';
import { type AccountState, type ResourceRules, type StakeState } from './account-state.ts';
import { usedAt } from './recovery.ts';

// Limits that stake yields. Doubles in the node's order, or integers. Source: docs/protocol/staking.md, "Limits",
// "Integers under 97".

export const COIN = 1_000_000n;

const truncate = (value: number): bigint => BigInt(Math.trunc(value));

const perCoin = ({ limit, weight }: ResourceRules): number => Number(limit) / Number(weight);

/** The yield of `amount` / `unit` coins. */
function yieldOf(amount: bigint, unit: bigint, network: ResourceRules): bigint {
  if (network.integers) return (amount * network.limit) / (unit * network.weight);
  return truncate((Number(amount) / Number(unit)) * perCoin(network));
}

/** Stake through which an account may use a resource. */
const usableStake = ({ stake, received }: StakeState): bigint => stake + received;

/** The daily amount that stake in small units yields, including fractions of a coin. */
export const computeStakeLimit = (stake: bigint, network: ResourceRules): bigint =>
  network.weight === 0n ? 0n : yieldOf(stake, COIN, network);

/** The daily amount of a resource that an account may use, as a node prints it. */
export const computeLimit = (state: StakeState, network: ResourceRules): bigint =>
  computeStakeLimit(usableStake(state), network);

/** The daily energy that contract calls may use: the energy of whole coins of stake. */
export function computeCallLimit(state: StakeState, network: ResourceRules): bigint {
  const coins = usableStake(state) / COIN;
  if (coins === 0n) return 0n;
  return network.weight === 0n ? MAX_INT64 : yieldOf(coins, 1n, network);
}

/** The fewest whole coins of stake that let calls use an amount of energy in a day. */
export function findStakeForCalls(limit: bigint, network: ResourceRules): bigint {
  if (limit === 0n) return 0n;
  if (network.weight === 0n) return 1n;
  const yields = (coins: bigint) => yieldOf(coins, 1n, network);
  let coins = (limit * network.weight + network.limit - 1n) / network.limit;
  while (yields(coins) < limit) coins++;
  while (yields(coins - 1n) >= limit) coins--;
  return coins;
}

/** The rest of a limit. */
export const subtractUse = (limit: bigint, used: bigint): bigint => (used < limit ? limit - used : 0n);

/** Staked energy that a call may use at a slot. Source: docs/protocol/staking.md, "Stake left". */
export const callEnergyLeft = ({ energy }: AccountState, network: ResourceRules, slot: number): bigint =>
  subtractUse(computeCallLimit(energy, network), usedAt(energy.use, slot));

/**
 * The own stake that may be delegated at a slot. It excludes the stake behind use that has not recovered; received
 * stake covers that use first. Source: docs/protocol/staking.md, "DelegateResource".
 */
export function delegatableStake({ stake, received, use }: StakeState, network: ResourceRules, slot: number): bigint {
  const inUse = truncate(Number(usedAt(use, slot) * COIN) * (Number(network.weight) / Number(network.limit)));
  return subtractUse(stake, subtractUse(inUse, received));
}

/**
 * The use that returns with stake to its owner. Source: docs/protocol/staking.md, "UnDelegateResource".
 */
export function usedByStake(used: bigint, { amount, of }: { amount: bigint; of: bigint }, network: ResourceRules) {
  const share = truncate(Number(used) * (Number(amount) / Number(of)));
  const most = computeStakeLimit(amount, network);
  return share < most ? share : most;
}

/** The change of the network's weight when own stake changes: each account's stake counts in whole coins. */
export const weightChange = (before: StakeState, after: StakeState): bigint =>
  (after.stake + after.delegated) / COIN - (before.stake + before.delegated) / COIN;
