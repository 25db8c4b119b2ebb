import { type Vote } from './records/vote.ts';
import { type State } from './root.ts';

/** A reward record by the node's key; undefined where none was written. docs/protocol/rewards.md, Delegation store. */
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
