import { type Address } from '../../protocol/primitives.ts';
import { type Witness } from '../records/witness.ts';
import { type State } from '../root.ts';
import { existingRecord } from './existing-record.ts';

export function getWitness(state: State, address: Address): Witness | undefined {
  return state.root.witnesses.get(address);
}

export function putWitness(state: State, witness: Witness): void {
  state.root = { ...state.root, witnesses: state.root.witnesses.set(witness.address, witness) };
}

/** Changes fields of an existing witness. */
export function updateWitness(state: State, address: Address, change: Partial<Witness>): void {
  putWitness(state, { ...existingRecord(getWitness(state, address), 'witness', address), ...change });
}
