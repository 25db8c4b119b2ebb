import type { Address } from '../../protocol/primitives.ts';
import { getReward, putReward } from '../../state/rewards.ts';
import type { State } from '../../state/root.ts';

// The records by which rewards are shared out, under the node's own keys. docs/protocol/rewards.md, Delegation store.

/** Share of a block's reward that a witness keeps, in percent, unless it says otherwise. */
const DEFAULT_BROKERAGE = 20n;

/** What the voters of a witness share for a cycle, in small units. */
export const rewardPool = (state: State, cycle: number, witness: Address): bigint =>
  getReward(state, `${cycle}-${witness}-reward`) ?? 0n;

export const addToRewardPool = (state: State, cycle: number, witness: Address, amount: bigint): void =>
  putReward(state, `${cycle}-${witness}-reward`, rewardPool(state, cycle, witness) + amount);

/** Votes of a witness at the start of a cycle; undefined for cycle 0 and for witnesses that came later. */
export const votesAtStart = (state: State, cycle: number, witness: Address): bigint | undefined =>
  getReward(state, `${cycle}-${witness}-vote`);

export const setVotesAtStart = (state: State, cycle: number, witness: Address, votes: bigint): void =>
  putReward(state, `${cycle}-${witness}-vote`, votes);

/** The brokerage that holds in a cycle, in percent. */
export const brokerageIn = (state: State, cycle: number, witness: Address): bigint =>
  getReward(state, `${cycle}-${witness}-brokerage`) ?? DEFAULT_BROKERAGE;

export const setBrokerageIn = (state: State, cycle: number, witness: Address, percent: bigint): void =>
  putReward(state, `${cycle}-${witness}-brokerage`, percent);

/** Under this cycle stands the brokerage that will hold from the next cycle on. */
export const NEXT_BROKERAGE_CYCLE = -1;

/** Rewards per vote since the beginning, scaled by 10^18. */
export const accumulatedReward = (state: State, cycle: number, witness: Address): bigint =>
  getReward(state, `${cycle}-${witness}-vi`) ?? 0n;

export const setAccumulatedReward = (state: State, cycle: number, witness: Address, value: bigint): void =>
  putReward(state, `${cycle}-${witness}-vi`, value);

/** The cycle from which a voter's rewards are not settled yet. */
export const beginCycle = (state: State, voter: Address): number => Number(getReward(state, voter) ?? 0n);

export const setBeginCycle = (state: State, voter: Address, cycle: number): void =>
  putReward(state, voter, BigInt(cycle));

/** The cycle after the one in which the voter's votes were last kept; -1: never. */
export const endCycle = (state: State, voter: Address): number => Number(getReward(state, `end-${voter}`) ?? -1n);

export const setEndCycle = (state: State, voter: Address, cycle: number): void =>
  putReward(state, `end-${voter}`, BigInt(cycle));

export const snapshotKey = (cycle: number, voter: Address): string => `${cycle}-${voter}`;
