import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { MockNodeError } from '../errors.ts';
import { keccak256 } from '../protocol/hash.ts';
import type { Address, Hex } from '../protocol/primitives.ts';
import { getAccount, newAccount, putAccount, updateAccount } from '../state/accounts.ts';
import { headTime } from '../state/blocks.ts';
import {
  getContract,
  getContractState,
  putCode,
  putContract,
  putContractState,
  putStorageRow,
  updateContract,
} from '../state/contracts.ts';
import { setParameter, updateProperties } from '../state/dynamic-properties.ts';
import type { Contract } from '../state/records/contract.ts';
import { createState } from '../state/root.ts';
import type { State } from '../state/root.ts';
import { storagePrefix, storageRowKey } from '../vm/world/storage-keys.ts';
import type { Chain } from '../chain/chain.ts';
import { createAccount } from '../ledger/accounts/new-account.ts';
import { reapplyPending } from '../chain/pending.ts';

/** A contract that stands in a ledger without having been deployed. */
export interface PlacedContract {
  readonly address: Address;
  /** Runtime code. */
  readonly code: Hex;
  /** Account that shares in the energy of calls; the contract itself unless given. */
  readonly origin?: Address;
  readonly name?: string;
  /** Small units. */
  readonly balance?: bigint;
  /** Slots and their values, 32 bytes each. */
  readonly storage?: Readonly<Record<Hex, Hex>>;
  /** Share that the caller pays, 0 to 100; 100 unless given. */
  readonly consumeUserResourcePercent?: bigint;
  readonly originEnergyLimit?: bigint;
}

/** Changes the head block's ledger from outside. What waits is executed anew on it. */
export function changeHead(chain: Chain, change: (state: State) => void): void {
  const state = createState(chain.ledger.head);
  change(state);
  chain.ledger = { ...chain.ledger, head: state.root, beforeOpening: undefined };
  reapplyPending(chain);
}

/** Sets a balance in small units, of an account that is made if it is missing. */
export function setBalance(state: State, address: Address, balance: bigint): void {
  if (getAccount(state, address) === undefined) createAccount(state, address);
  updateAccount(state, address, { balance });
}

/** Sets runtime code, of a contract that is made if it is missing. */
export function setCode(state: State, address: Address, code: Hex): void {
  if (getContract(state, address) === undefined) {
    placeContract(state, { address, code });
    return;
  }
  writeCode(state, address, code);
}

function writeCode(state: State, address: Address, code: Hex): void {
  const bytes = hexToBytes(code);
  const hash = keccak256(bytes);
  putCode(state, address, { bytes, hash });
  updateContract(state, address, { codeHash: bytesToHex(hash) });
}

/** Puts a contract into the ledger, in place of one that may stand there. */
export function placeContract(state: State, placed: PlacedContract): void {
  const { address, code, name = '', storage = {} } = placed;
  const account = getAccount(state, address) ?? newAccount({ address });
  putAccount(state, {
    ...account,
    type: 'Contract',
    name: bytesToHex(utf8ToBytes(name)),
    balance: placed.balance ?? account.balance,
  });
  putContract(state, {
    address,
    origin: placed.origin ?? address,
    name,
    abi: '',
    bytecode: '',
    callValue: 0n,
    consumeUserResourcePercent: placed.consumeUserResourcePercent ?? 100n,
    originEnergyLimit: placed.originEnergyLimit ?? 0n,
    codeHash: '',
    transactionHash: '',
    version: 0,
  });
  writeCode(state, address, code);
  for (const [slot, value] of Object.entries(storage)) setStorage(state, { contract: address, slot, value });
}

/** Sets a storage slot of a contract; a value of zero deletes it. Slot and value are 32 bytes. */
export function setStorage(
  state: State,
  { contract, slot, value }: { readonly contract: Address; readonly slot: Hex; readonly value: Hex },
): void {
  const { version, transactionHash } = existingContract(state, contract);
  const prefix = storagePrefix(contract, transactionHash === '' ? undefined : hexToBytes(transactionHash));
  const key = storageRowKey(prefix, version, hexToBytes(slot));
  putStorageRow(state, contract, key, /^0*$/.test(value) ? undefined : hexToBytes(value));
}

/**
 * Sets the energy factor of a contract for this maintenance cycle, in ten-thousandths. It falls from the next cycle on as
 * the dynamic energy model has it, except from cycle 0, with which the model begins anew.
 */
export function setEnergyFactor(state: State, contract: Address, energyFactor: bigint): void {
  existingContract(state, contract);
  const updateCycle = BigInt(state.root.properties.cycle);
  const stored = getContractState(state, contract);
  const energyUsage = stored?.updateCycle === updateCycle ? stored.energyUsage : 0n;
  putContractState(state, contract, { energyUsage, energyFactor, updateCycle });
}

const histories = {
  getEnergyFee: 'energyPriceHistory',
  getTransactionFee: 'bandwidthPriceHistory',
  getMemoFee: 'memoFeeHistory',
} as const;

/** Sets a chain parameter by its name in getchainparameters; prices enter their history with the head block's time. */
export function setChainParameter(state: State, name: string, value: bigint): void {
  if (!state.root.parameters.has(name)) {
    throw new MockNodeError('INVALID_ARGUMENT', {
      argument: 'name',
      problem: `is ${name}, which is no chain parameter`,
    });
  }
  setParameter(state, name, value);
  if (!Object.hasOwn(histories, name)) return;
  const history = histories[name as keyof typeof histories];
  updateProperties(state, { [history]: `${state.root.properties[history]},${headTime(state)}:${value}` });
}

function existingContract(state: State, address: Address): Contract {
  const contract = getContract(state, address);
  if (contract !== undefined) return contract;
  throw new MockNodeError('INVALID_ARGUMENT', {
    argument: 'contract',
    problem: `is ${address}, where no contract stands`,
  });
}
