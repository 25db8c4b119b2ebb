import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { createBase58check } from '@scure/base';
import { keccak256 } from './hash.ts';
import { type Address } from './primitives.ts';

const base58check = /* @__PURE__ */ createBase58check(sha256);

/** First byte of every address, in hexadecimal. */
export const ADDRESS_PREFIX = '41';

/** Whether the node accepts bytes as an address: 21 bytes, the first 0x41. */
export const isAddress = (hex: string): boolean => hex.length === 42 && hex.startsWith(ADDRESS_PREFIX);

/** Most characters that 25 bytes have in base58. Reading very long texts takes quadratic time. */
const MAX_LENGTH = 35;

/** The base58check form of bytes in hexadecimal, which need not be an address: the node prints any. */
export const toBase58 = (hex: string): string => base58check.encode(hexToBytes(hex));

/**
 * Decodes a base58check address; undefined for a wrong checksum, length or prefix, or a character outside the alphabet.
 */
export const fromBase58 = (text: string): Address | undefined => {
  if (text.length > MAX_LENGTH) return undefined;
  try {
    const hex = bytesToHex(base58check.decode(text));
    return isAddress(hex) ? hex : undefined;
  } catch {
    return undefined;
  }
};

/** Position of the first character outside the base58 alphabet, or undefined. */
export const firstNonBase58 = (text: string): number | undefined => {
  const index = text.search(/[^1-9A-HJ-NP-Za-km-z]/);
  return index === -1 ? undefined : index;
};

/** The address of an uncompressed secp256k1 public key (65 bytes, the first 4). */
export const addressOfPublicKey = (publicKey: Uint8Array): Address =>
  ADDRESS_PREFIX + bytesToHex(keccak256(publicKey.subarray(1)).subarray(12));
