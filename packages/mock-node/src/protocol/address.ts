import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { base58, createBase58check } from '@scure/base';
import { keccak256 } from './hash.ts';

const base58check = /* @__PURE__ */ createBase58check(sha256);

/** First byte of every address, in hexadecimal. */
export const addressPrefix = '41';

/** Whether a value is what the node takes for an address: 21 bytes, the first 0x41. */
export const isAddress = (hex: string): boolean => hex.length === 42 && hex.startsWith(addressPrefix);

/** The base58check form of bytes given in hexadecimal; also of what is no address, as the node prints it. */
export const toBase58 = (hex: string): string => base58check.encode(hexToBytes(hex));

/** The address, in hexadecimal, behind base58check text; undefined for a wrong checksum, length or prefix, or a character outside the alphabet. */
export const fromBase58 = (text: string): string | undefined => {
  try {
    const hex = bytesToHex(base58check.decode(text));
    return isAddress(hex) ? hex : undefined;
  } catch {
    return undefined;
  }
};

/** Position of the first character that base58 lacks, or undefined. */
export const firstNonBase58 = (text: string): number | undefined => {
  for (let index = 0; index < text.length; index++) {
    try {
      base58.decode(text[index]!);
    } catch {
      return index;
    }
  }
  return undefined;
};

/** The address of an uncompressed secp256k1 public key (65 bytes, the first 4). */
export const addressOfPublicKey = (publicKey: Uint8Array): string =>
  addressPrefix + bytesToHex(keccak256(publicKey.subarray(1)).subarray(12));
