import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { type Address } from '../../protocol/primitives.ts';
import { keccak256 } from '../words/keccak.ts';

const PREFIX_BYTES = 16;

/**
 * The first half of a contract's row keys: 16 bytes of the hash of its address and, if the record names it, the
 * creating transaction.
 *
 * Source: docs/protocol/virtual-machine.md.
 *
 * @param txID - 32 bytes, only for a contract created with CREATE2
 * @returns 32 lower-case hexadecimal digits.
 */
export function storagePrefix(address: Address, txID?: Uint8Array): string {
  const own = hexToBytes(address);
  const hashed = txID === undefined ? own : concatBytes(own, txID);
  return bytesToHex(keccak256(hashed).subarray(0, PREFIX_BYTES));
}

/**
 * The key of a slot's storage row: the prefix and the low half of the slot, which is hashed first in a contract of
 * version 1. Slots with equal low halves therefore share a row across transactions.
 *
 * Source: docs/protocol/virtual-machine.md.
 *
 * @param prefix - from {@link storagePrefix}
 * @param version - version of the contract, 0 or 1
 * @param slot - 32 bytes
 * @returns 64 lower-case hexadecimal digits.
 */
export function storageRowKey(prefix: string, version: number, slot: Uint8Array): string {
  return prefix + bytesToHex((version === 1 ? keccak256(slot) : slot).subarray(PREFIX_BYTES));
}
