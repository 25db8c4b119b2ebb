import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { createBase58check } from '@scure/base';

const base58check = /* @__PURE__ */ createBase58check(sha256);

/** The base58check form of an address in hexadecimal, `41…`. */
export const toBase58 = (hex: string): string => base58check.encode(hexToBytes(hex));

/** Reading long texts takes quadratic time, and no address has more characters. */
const MAX_LENGTH = 35;

/** Whether a text is an address in base58check. */
export function isBase58Address(text: string): boolean {
  if (text.length > MAX_LENGTH) return false;
  try {
    return /^41[0-9a-f]{40}$/.test(bytesToHex(base58check.decode(text)));
  } catch {
    return false;
  }
}
