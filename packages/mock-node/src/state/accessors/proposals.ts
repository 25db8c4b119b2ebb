import { type Proposal } from '../records/proposal.ts';
import { type State } from '../root.ts';
import { existingRecord } from './existing-record.ts';

export function getProposal(state: State, id: number): Proposal | undefined {
  return state.root.proposals.get(id);
}

/** Returns a proposal that an earlier check has found. */
export function existingProposal(state: State, id: number): Proposal {
  return existingRecord(getProposal(state, id), 'proposal', id);
}

/** Writes a proposal, and maintains `writtenIn`. */
export function putProposal(state: State, proposal: Omit<Proposal, 'writtenIn'>): void {
  const { root } = state;
  const written = { ...proposal, writtenIn: root.blocks.size };
  state.root = { ...root, proposals: root.proposals.set(proposal.id, written) };
}
