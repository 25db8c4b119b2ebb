import { toBase58 } from '../../protocol/address.ts';
import { type Address } from '../../protocol/primitives.ts';
import { readFromBase, requireKnown } from '../read-from-base.ts';
import { type Vote } from '../records/vote.ts';
import { type State } from '../root.ts';
import { isPastFirstCycle, noteUnknown, noteVotes } from '../unknowns.ts';

/** A reward record by the node's key; undefined if there is none. docs/protocol/rewards.md, Delegation store. */
export function getReward(state: State, key: string): bigint | undefined {
  return state.root.rewards.get(key);
}

export function putReward(state: State, key: string, value: bigint): void {
  state.root = { ...state.root, rewards: state.root.rewards.set(key, value) };
}

export function getVoterSnapshot(state: State, key: string): readonly Vote[] | undefined {
  return state.root.voterSnapshots.get(key);
}

export function putVoterSnapshot(state: State, key: string, votes: readonly Vote[]): void {
  state.root = { ...state.root, voterSnapshots: state.root.voterSnapshots.set(key, votes) };
}

/** The brokerage of a witness when the ledger began, in percent; undefined if it is not known. */
export function firstBrokerage(state: State, witness: Address): bigint | undefined {
  if (isPastFirstCycle(state.root)) noteUnknown(state, { kind: 'brokerage', subject: toBase58(witness) });
  return readFromBase(state.root, 'brokerage', witness);
}

/** The cycle in which the ledger began. Voters' rewards from earlier cycles are in {@link firstReward}. */
export const firstCycle = ({ root }: State): number => root.base?.source.cycle ?? 0;

/** A voter's reward not credited before the ledger began, in small units, as long as it has no reward record. */
export const firstReward = ({ root }: State, voter: Address): bigint =>
  root.rewards.has(voter) || readFromBase(root, 'account', voter) === undefined
    ? 0n
    : (readFromBase(root, 'reward', voter) ?? 0n);

/** Whether the ledger has all rewards of a cycle, because it began earlier. */
export const isCycleKnown = ({ root }: State, cycle: number): boolean =>
  root.base === undefined || cycle > root.base.source.cycle;

/** @throws MissingRecordError if the ledger began in this cycle or later. */
export function requireCycle(state: State, cycle: number): void {
  if (!isCycleKnown(state, cycle)) requireKnown(state.root, 'reward-of-cycle', String(cycle));
  // The votes determine what the witnesses of a later cycle earned.
  noteVotes(state);
}
