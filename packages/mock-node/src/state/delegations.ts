import { type Address } from '../protocol/primitives.ts';
import { type DelegationPair } from './records/delegation.ts';
import { type State } from './root.ts';

/** What one account delegates to another. */
export function getDelegation(state: State, from: Address, to: Address): DelegationPair | undefined {
  return state.root.delegations.get(from + to);
}

/** Writes what one account delegates to another; a pair without parts is deleted. */
export function putDelegation(state: State, from: Address, to: Address, pair: DelegationPair): void {
  const { delegations } = state.root;
  const isEmpty = pair.unlocked === undefined && pair.locked === undefined && pair.indexedAt === undefined;
  state.root = {
    ...state.root,
    delegations: isEmpty ? delegations.delete(from + to) : delegations.set(from + to, pair),
  };
}
