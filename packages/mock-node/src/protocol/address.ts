import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { createBase58check } from '@scure/base';
import { keccak256 } from './hash.ts';
import { type Address, type Hex } from './primitives.ts';
import { createRecentValues } from './recent-values.ts';

const base58check = /* @__PURE__ */ createBase58check(sha256);

/** First byte of every address, in hexadecimal. */
export const ADDRESS_PREFIX = '41';

const ADDRESS_DIGITS = 42;

/** Whether the node accepts bytes as an address: 21 bytes, the first 0x41. */
export const isAddress = (hex: string): boolean => hex.length === ADDRESS_DIGITS && hex.startsWith(ADDRESS_PREFIX);

/** Maximum length of 25 bytes in base58. Reading very long texts takes quadratic time. */
const MAX_LENGTH = 35;

const MAX_KNOWN = 10_000;

/** Recently read or printed texts of addresses and of other bytes of at most that length. */
const knownTexts = /* @__PURE__ */ createRecentValues<Hex, string>(MAX_KNOWN);
/** Addresses by these texts. */
const knownAddresses = /* @__PURE__ */ createRecentValues<string, Address>(MAX_KNOWN);

/** The base58check form of hexadecimal bytes. They need not be an address, because the node prints any bytes. */
export const toBase58 = (hex: string): string => {
  const known = knownTexts.get(hex);
  if (known !== undefined) return known;
  const bytes = hexToBytes(hex);
  return hex.length > ADDRESS_DIGITS ? base58check.encode(bytes) : remember(bytes);
};

/** Keeps copies, because a part of a longer text would keep all of it in memory. */
function remember(bytes: Uint8Array): string {
  const hex = bytesToHex(bytes);
  const text = base58check.encode(bytes);
  knownTexts.set(hex, text);
  if (isAddress(hex)) knownAddresses.set(text, hex);
  return text;
}

/**
 * Decodes a base58check address; undefined for a wrong checksum, length or prefix, or a character outside the alphabet.
 */
export const fromBase58 = (text: string): Address | undefined => {
  if (text.length > MAX_LENGTH) return undefined;
  const known = knownAddresses.get(text);
  if (known !== undefined) return known;
  try {
    const bytes = base58check.decode(text);
    const hex = bytesToHex(bytes);
    if (!isAddress(hex)) return undefined;
    remember(bytes);
    return hex;
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
