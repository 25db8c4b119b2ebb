import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { type Chain } from '../chain/chain.ts';
import { reapplyPending } from '../chain/pending.ts';
import { argumentInvalid } from '../errors.ts';
import { createAccount } from '../ledger/accounts/create-account.ts';
import { createBlockHistory } from '../ledger/contracts/block-history.ts';
import { toBase58 } from '../protocol/address.ts';
import { parameterRequirement } from '../protocol/chain-parameters.ts';
import { keccak256 } from '../protocol/hash.ts';
import { type Address, type Hex } from '../protocol/primitives.ts';
import { getAccount, newAccount, putAccount, updateAccount } from '../state/accessors/accounts.ts';
import { getAsset, setAssetBalance as storeAssetBalance } from '../state/accessors/assets.ts';
import { headTime } from '../state/accessors/blocks.ts';
import {
  getContract,
  getContractState,
  getStorageRow,
  putCode,
  putContract,
  putContractState,
  putStorageRow,
  updateContract,
} from '../state/accessors/contracts.ts';
import { setListedParameter, updateProperties } from '../state/accessors/dynamic-properties.ts';
import { type TokenId } from '../state/records/asset.ts';
import { type Contract } from '../state/records/contract.ts';
import { createState, type State } from '../state/root.ts';
import { storagePrefix, storageRowKey } from '../vm/world/storage-keys.ts';
import { readContract, type PlacedContract } from './arguments/contract-options.ts';

/** Changes the head block's ledger from outside, then applies the pending transactions to it again. */
export function changeHead(chain: Chain, change: (state: State) => void): void {
  const state = createState(chain.ledger.head);
  change(state);
  chain.ledger = { ...chain.ledger, head: state.root, beforeOpening: undefined };
  reapplyPending(chain);
}

/** Sets a balance in small units, and creates the account if it does not exist. */
export function setBalance(state: State, address: Address, balance: bigint): void {
  if (getAccount(state, address) === undefined) createAccount(state, address);
  updateAccount(state, address, { balance });
}

/** Sets a balance of a token, and creates the account if it does not exist. */
export function setAssetBalance(
  state: State,
  { address, id, balance }: { readonly address: Address; readonly id: TokenId; readonly balance: bigint },
): void {
  if (getAsset(state, id) === undefined)
    throw argumentInvalid('tokenId', BigInt(id), 'the id of a token of this chain');
  if (getAccount(state, address) === undefined) createAccount(state, address);
  storeAssetBalance(state, address, id, balance);
}

/** Sets runtime code, and creates the contract if it does not exist. */
export function setCode(state: State, address: Address, code: Hex): void {
  if (getContract(state, address) === undefined) placeContract(state, readContract('contract', { address, code }));
  else replaceCode(state, address, code);
}

/** Adds a contract to the ledger. Replaces any contract at the same address. */
export function placeContract(state: State, placed: PlacedContract): void {
  const { address, deployer, name, code, consumeUserResourcePercent, deployerEnergyLimit } = placed;
  const account = getAccount(state, address) ?? newAccount({ address });
  putAccount(state, {
    ...account,
    type: 'Contract',
    name: bytesToHex(utf8ToBytes(name)),
    balance: placed.balance ?? account.balance,
  });
  putContract(state, {
    address,
    deployer,
    name,
    abi: '',
    bytecode: '',
    callValue: 0n,
    consumeUserResourcePercent,
    deployerEnergyLimit,
    codeHash: '',
    transactionHash: '',
    version: 0,
  });
  replaceCode(state, address, code);
  for (const [slot, value] of Object.entries(placed.storage)) setStorage(state, { contract: address, slot, value });
}

function replaceCode(state: State, address: Address, code: Hex): void {
  const bytes = hexToBytes(code);
  const hash = keccak256(bytes);
  putCode(state, address, { bytes, hash });
  updateContract(state, address, { codeHash: bytesToHex(hash) });
}

/** Sets a storage slot of a contract, or deletes it if the value is zero. Slot and value are 32 bytes. */
export function setStorage(
  state: State,
  { contract, slot, value }: { readonly contract: Address; readonly slot: Hex; readonly value: Hex },
): void {
  putStorageRow(state, contract, rowKeyOf(state, contract, slot), /^0*$/.test(value) ? undefined : hexToBytes(value));
}

/** The word in a storage slot of a contract. */
export function readStorage(state: State, contract: Address, slot: Hex): Hex {
  const row = getStorageRow(state, contract, rowKeyOf(state, contract, slot), hexToBytes(slot));
  return bytesToHex(row ?? new Uint8Array(32));
}

function rowKeyOf(state: State, contract: Address, slot: Hex): Hex {
  const { version, transactionHash } = existingContract(state, contract);
  const prefix = storagePrefix(contract, transactionHash === '' ? undefined : hexToBytes(transactionHash));
  return storageRowKey(prefix, version, hexToBytes(slot));
}

/**
 * Sets a contract's energy factor for the current maintenance cycle, in ten-thousandths. It falls from the next cycle
 * on by the rules of the dynamic energy model. The exception is cycle 0, because the model begins after it.
 */
export function setEnergyFactor(state: State, contract: Address, energyFactor: bigint): void {
  existingContract(state, contract);
  const updateCycle = BigInt(state.root.properties.cycle);
  const stored = getContractState(state, contract);
  const energyUsage = stored?.updateCycle === updateCycle ? stored.energyUsage : 0n;
  putContractState(state, contract, { energyUsage, energyFactor, updateCycle });
}

type PriceHistory = 'energyPriceHistory' | 'bandwidthPriceHistory' | 'memoFeeHistory';

const priceHistories: ReadonlyMap<string, PriceHistory> = /* @__PURE__ */ new Map<string, PriceHistory>([
  ['getEnergyFee', 'energyPriceHistory'],
  ['getTransactionFee', 'bandwidthPriceHistory'],
  ['getMemoFee', 'memoFeeHistory'],
]);

/** The property that has the history of a price; undefined for other parameters. */
export const priceHistoryOf = (name: string): PriceHistory | undefined => priceHistories.get(name);

/** Sets a chain parameter by its name in getchainparameters. Adds a price to its history with the head block's time. */
export function setChainParameter(state: State, name: string, value: bigint): void {
  const requirement = parameterRequirement(name, value);
  if (requirement !== undefined) throw argumentInvalid(`value of ${name}`, value, requirement);
  if (!setListedParameter(state, name, value)) throw argumentInvalid('name', name, 'a chain parameter');
  if (name === 'getAllowTvmPrague' && value > 0n) createBlockHistory(state);
  const history = priceHistoryOf(name);
  if (history === undefined) return;
  updateProperties(state, { [history]: `${state.root.properties[history]},${headTime(state)}:${value}` });
}

function existingContract(state: State, address: Address): Contract {
  const contract = getContract(state, address);
  if (contract === undefined) throw argumentInvalid('contract', toBase58(address), 'the address of a contract');
  return contract;
}
