import { type Address } from '../../protocol/primitives.ts';
import { updateProperties } from '../../state/accessors/dynamic-properties.ts';
import { firstBrokerage, firstCycle, getReward, putReward } from '../../state/accessors/rewards.ts';
import { type State } from '../../state/root.ts';

// The records that determine how rewards are distributed, under the node's own keys. docs/protocol/rewards.md,
// Delegation store.

/** Share of a block's reward that a witness keeps by default, in percent. */
const DEFAULT_BROKERAGE = 20n;

/** The small units distributed to the voters of a witness for a cycle. */
export const rewardPool = (state: State, cycle: number, witness: Address): bigint =>
  getReward(state, rewardKey(cycle, witness)) ?? 0n;

export function addToRewardPool(state: State, cycle: number, witness: Address, amount: bigint): void {
  const key = rewardKey(cycle, witness);
  putReward(state, key, (getReward(state, key) ?? 0n) + amount);
  countUnpaid(state, amount);
}

const rewardKey = (cycle: number, witness: Address): string => `${cycle}-${witness}-reward`;

/** The node keeps no such total. It does not affect any answer. */
export function countUnpaid(state: State, amount: bigint): void {
  updateProperties(state, { unpaidRewards: state.root.properties.unpaidRewards + amount });
}

/** Votes of a witness at the start of a cycle; undefined for cycle 0 and for witnesses created later. */
export const votesAtStart = (state: State, cycle: number, witness: Address): bigint | undefined =>
  getReward(state, `${cycle}-${witness}-vote`);

export const setVotesAtStart = (state: State, cycle: number, witness: Address, votes: bigint): void =>
  putReward(state, `${cycle}-${witness}-vote`, votes);

/** The brokerage in effect in a cycle, in percent. */
export const brokerageIn = (state: State, cycle: number, witness: Address): bigint =>
  getReward(state, `${cycle}-${witness}-brokerage`) ?? firstBrokerage(state, witness) ?? DEFAULT_BROKERAGE;

export const setBrokerageIn = (state: State, cycle: number, witness: Address, percent: bigint): void =>
  putReward(state, `${cycle}-${witness}-brokerage`, percent);

/**
 * Percentage of its voters' reward that a witness keeps in the current cycle; 20 for any other account.
 *
 * Source: docs/protocol/rewards.md, Answers.
 */
export const brokerageOf = (state: State, witness: Address): number =>
  Number(brokerageIn(state, state.root.properties.cycle, witness));

/** The brokerage of the next cycle is stored under this cycle. */
export const NEXT_BROKERAGE_CYCLE = -1;

/** The brokerage of the next cycle; undefined for a witness that has never changed it. */
export const nextBrokerage = (state: State, witness: Address): bigint | undefined =>
  getReward(state, `${NEXT_BROKERAGE_CYCLE}-${witness}-brokerage`);

/** Rewards per vote since the beginning, scaled by 10^18. */
export const accumulatedReward = (state: State, cycle: number, witness: Address): bigint =>
  getReward(state, `${cycle}-${witness}-vi`) ?? 0n;

export const setAccumulatedReward = (state: State, cycle: number, witness: Address, value: bigint): void =>
  putReward(state, `${cycle}-${witness}-vi`, value);

/** The first cycle for which a voter's rewards are not settled yet. */
export const beginCycle = (state: State, voter: Address): number =>
  Number(getReward(state, voter) ?? firstCycle(state));

export const setBeginCycle = (state: State, voter: Address, cycle: number): void =>
  putReward(state, voter, BigInt(cycle));

/** The cycle after the last snapshot of the voter's votes; -1 if there is none. */
export const endCycle = (state: State, voter: Address): number => Number(getReward(state, `end-${voter}`) ?? -1n);

export const setEndCycle = (state: State, voter: Address, cycle: number): void =>
  putReward(state, `end-${voter}`, BigInt(cycle));

export const snapshotKey = (cycle: number, voter: Address): string => `${cycle}-${voter}`;
