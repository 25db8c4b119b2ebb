import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from './hex.ts';

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const CHECKSUM_BYTES = 4;

/** Writes bytes and the first four bytes of their double hash as digits of base 58. A leading zero byte is a 1. */
export function encodeBase58Check(bytes: Uint8Array): string {
  const all = Uint8Array.of(...bytes, ...sha256(sha256(bytes)).subarray(0, CHECKSUM_BYTES));
  let digits = '';
  for (let rest = BigInt(`0x${bytesToHex(all)}`); rest > 0n; rest /= 58n)
    digits = ALPHABET.charAt(Number(rest % 58n)) + digits;
  return '1'.repeat(all.findIndex((byte) => byte > 0)) + digits;
}

/** Reads so many bytes of a text of base 58; undefined unless the text is exactly theirs. */
export function decodeBase58Check(text: string, size: number): Uint8Array | undefined {
  let number = 0n;
  for (const digit of text) number = 58n * number + BigInt(ALPHABET.indexOf(digit));
  const digits = 2 * (size + CHECKSUM_BYTES);
  const hex = number.toString(16).padStart(digits, '0');
  if (!/^[\da-f]+$/.test(hex) || hex.length > digits) return undefined;
  const bytes = hexToBytes(hex).subarray(0, size);
  return encodeBase58Check(bytes) === text ? bytes : undefined;
}
