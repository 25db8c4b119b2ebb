import { type Address } from '@coin/units';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, hexToBytes } from '../encoding/hex.ts';
import { addressBytes, addressFromWord } from './address.ts';

const hashedAddress = (bytes: Iterable<number>): Address =>
  addressFromWord(bytesToHex(keccak_256(Uint8Array.from(bytes)).subarray(12)));

/** The address of the contract that a transaction deploys. Source: docs/protocol/transfers.md, Contract addresses. */
export const deployedAddress = (txID: string, owner: string): Address =>
  hashedAddress([...hexToBytes(txID), ...addressBytes(owner)]);

/**
 * The address of a contract that a contract makes by CREATE. `nonce` is the number of internal transactions before it.
 * Source: docs/protocol/transfers.md, Contract addresses.
 */
export function createdAddress(txID: string, nonce: number): Address {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(nonce));
  return hashedAddress([...hexToBytes(txID), ...bytes]);
}
