import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { hexFromText } from '../../json/hex-text.ts';
import { type Address, type Hex } from '../../protocol/primitives.ts';
import { getAccount } from '../../state/accessors/accounts.ts';
import { getCode, getContract, getStorageRow } from '../../state/accessors/contracts.ts';
import { type State } from '../../state/root.ts';
import { storagePrefix, storageRowKey } from '../../vm/world/storage-keys.ts';
import { invalidParams } from '../envelope/failures.ts';
import { text } from '../values/arguments.ts';
import { checkLatest } from '../values/block-tags.ts';
import { data, quantity, readAddress, zeros } from '../values/quantities.ts';
import { method, type Methods } from './method.ts';

/** An account's properties and assets, at the latest block only. Source: docs/protocol/json-rpc.md, Methods. */
export const accountMethods: Methods = {
  eth_getBalance: method('getTrxBalance', [text, text], ({ state }, address, tag) => {
    checkLatest(tag);
    return quantity(getAccount(state, readAddress(address))?.balance ?? 0n);
  }),
  eth_getCode: method('getABIOfSmartContract', [text, text], ({ state }, address, tag) => {
    checkLatest(tag);
    return codeOf(state, readAddress(address));
  }),
  eth_getStorageAt: method('getStorageAt', [text, text, text], ({ state }, address, slot, tag) => {
    checkLatest(tag);
    if (slot === null || slot.length > MAX_SLOT_LENGTH) throw invalidSlot();
    return storageAt(state, readAddress(address), readWord(slot));
  }),
};

/** Digits of a word, with `0x`. */
const MAX_SLOT_LENGTH = 66;

const invalidSlot = (): Error => invalidParams('invalid storage key value');

function codeOf(state: State, address: Address): string {
  const code = getContract(state, address) === undefined ? undefined : getCode(state, address);
  return data(bytesToHex(code?.bytes ?? new Uint8Array()));
}

function storageAt(state: State, address: Address, slot: Hex): string {
  const contract = getContract(state, address);
  if (contract === undefined) return zeros(32);
  const { version, transactionHash } = contract;
  const prefix = storagePrefix(address, transactionHash === '' ? undefined : hexToBytes(transactionHash));
  const row = getStorageRow(state, address, storageRowKey(prefix, version, hexToBytes(slot)));
  return row === undefined ? zeros(32) : data(bytesToHex(row));
}

/** Reads a word of 32 bytes, padded with zeros on the left. @throws MethodError */
function readWord(slot: string): Hex {
  const bytes = hexFromText(slot);
  if (bytes === undefined || bytes.length > 64) throw invalidSlot();
  return bytes.padStart(64, '0');
}
