import { type Address } from '../../protocol/primitives.ts';
import { type PendingVotes } from '../records/vote.ts';
import { type State } from '../root.ts';

export function getPendingVotes(state: State, voter: Address): PendingVotes | undefined {
  return state.root.pendingVotes.get(voter);
}

export function putPendingVotes(state: State, voter: Address, votes: PendingVotes): void {
  state.root = { ...state.root, pendingVotes: state.root.pendingVotes.set(voter, votes) };
}

export function clearPendingVotes(state: State): void {
  const { root } = state;
  if (root.pendingVotes.size > 0) state.root = { ...root, pendingVotes: root.pendingVotes.clear() };
}
