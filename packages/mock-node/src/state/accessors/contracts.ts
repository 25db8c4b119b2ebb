import { Map } from 'immutable';
import { type Address, type Hex } from '../../protocol/primitives.ts';
import { readFromBase, withDeleted } from '../read-from-base.ts';
import { type Code, type Contract, type ContractEnergyState } from '../records/contract.ts';
import { type State } from '../root.ts';
import { isPastFirstCycle, noteUnknown } from '../unknowns.ts';
import { existingRecord } from './existing-record.ts';

export function getContract(state: State, address: Address): Contract | undefined {
  return state.root.contracts.get(address) ?? readFromBase(state.root, 'contract', address);
}

/** Returns a contract that an earlier check has found. */
export function existingContract(state: State, address: Address): Contract {
  return existingRecord(getContract(state, address), 'contract', address);
}

export function putContract(state: State, contract: Contract): void {
  state.root = { ...state.root, contracts: state.root.contracts.set(contract.address, contract) };
}

/** Changes fields of an existing contract. */
export function updateContract(state: State, address: Address, change: Partial<Contract>): void {
  putContract(state, { ...existingContract(state, address), ...change });
}

/** Deletes a contract that destroyed itself: account, code and record. Its storage rows and its energy state stay. */
export function deleteContract(state: State, address: Address): void {
  const root = withDeleted(state.root, ['account', 'code', 'contract'], address);
  state.root = {
    ...root,
    accounts: root.accounts.delete(address),
    code: root.code.delete(address),
    contracts: root.contracts.delete(address),
  };
}

export function getCode(state: State, address: Address): Code | undefined {
  return state.root.code.get(address) ?? readFromBase(state.root, 'code', address);
}

/** Writes runtime code. Empty code deletes it. */
export function putCode(state: State, address: Address, code: Code): void {
  const isEmpty = code.bytes.length === 0;
  const root = isEmpty ? withDeleted(state.root, ['code'], address) : state.root;
  state.root = { ...root, code: isEmpty ? root.code.delete(address) : root.code.set(address, code) };
}

/**
 * Reads a word of a contract's storage. `slot` is needed for contracts of version 1, whose row key does not reveal it.
 */
export function getStorageRow(
  { root }: State,
  contract: Address,
  rowKey: Hex,
  slot?: Uint8Array,
): Uint8Array | undefined {
  const value = root.storage.get(contract)?.get(rowKey);
  if (value !== undefined || root.base === undefined) return value;
  return readFromBase(root, 'storage', `${contract}/${rowKey}`, slot);
}

/** Writes a storage row. Undefined means a word of zero and deletes the row. */
export function putStorageRow(state: State, contract: Address, rowKey: Hex, value: Uint8Array | undefined): void {
  const isDeleted = value === undefined && state.root.base !== undefined;
  const root = isDeleted ? withDeleted(state.root, ['storage'], `${contract}/${rowKey}`) : state.root;
  const rows = root.storage.get(contract, noRows);
  const changed = value === undefined ? rows.delete(rowKey) : rows.set(rowKey, value);
  state.root = {
    ...root,
    storage: changed.size === 0 ? root.storage.delete(contract) : root.storage.set(contract, changed),
  };
}

/** Deletes all storage rows of a contract that this root has; not those that a fork has yet to read. */
export function clearStorage(state: State, contract: Address): void {
  state.root = { ...state.root, storage: state.root.storage.delete(contract) };
}

const noRows: Map<Hex, Uint8Array> = /* @__PURE__ */ Map();

export function getContractState(state: State, address: Address): ContractEnergyState | undefined {
  const value = storedContractState(state, address);
  const { base, parameters } = state.root;
  // A factor is exact in the cycle in which it was shown. One of 0 only differs if parameters have changed.
  const mayDiffer =
    isPastFirstCycle(state.root) && (value?.energyFactor !== 0n || parameters !== base?.source.parameters);
  if (mayDiffer) noteUnknown(state, value?.rounded);
  return value;
}

const storedContractState = ({ root }: State, address: Address): ContractEnergyState | undefined =>
  root.contractStates.get(address) ?? readFromBase(root, 'energy-state', address);

export function putContractState(state: State, address: Address, value: ContractEnergyState): void {
  const { root } = state;
  const rounded = root.base === undefined ? undefined : storedContractState(state, address)?.rounded;
  const written = rounded === undefined ? value : { ...value, rounded };
  state.root = { ...root, contractStates: root.contractStates.set(address, written) };
}
