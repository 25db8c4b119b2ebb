import { bytesToHex as encodeHex, hexToBytes as decodeHex } from '@noble/hashes/utils.js';
import { type Hex } from './primitives.ts';

/** Number of bytes from which Node's conversion is faster than one in JavaScript. Browsers have no `Buffer`. */
const LONG = 48;

const buffer = /* @__PURE__ */ (() => globalThis.Buffer as typeof Buffer | undefined)();

/** Bytes as lower-case hexadecimal. */
export function bytesToHex(bytes: Uint8Array): Hex {
  if (buffer === undefined || bytes.length < LONG) return encodeHex(bytes);
  return buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex');
}

/** Bytes from hexadecimal. @throws Error for an odd number of digits, and for other characters. */
export function hexToBytes(hex: Hex): Uint8Array<ArrayBuffer> {
  if (!isShort(hex)) return new Uint8Array(readHex(hex));
  const bytes = new Uint8Array(hex.length >>> 1);
  return writeShortHex(hex, bytes, 0) ? bytes : decodeHex(hex);
}

/** The value of each digit by its character code, and 255 for other characters. */
const digitValues = /* @__PURE__ */ Uint8Array.from({ length: 128 }, (_, code) => {
  const value = Number.parseInt(String.fromCharCode(code), 16);
  return Number.isNaN(value) ? 255 : value;
});

/**
 * Decodes short hexadecimal into a buffer that has room for it.
 *
 * @returns false if the text is long, which Node decodes faster, or invalid. The buffer then has other bytes.
 */
export function writeShortHex(hex: Hex, target: Uint8Array, start: number): boolean {
  if (!isShort(hex) || hex.length % 2 !== 0) return false;
  let digits = 0;
  for (let index = 0; index < hex.length; index += 2) {
    const high = digitValues[hex.charCodeAt(index)] ?? 255;
    const low = digitValues[hex.charCodeAt(index + 1)] ?? 255;
    digits |= high | low;
    target[start + (index >>> 1)] = (high << 4) | low;
  }
  return digits < 16;
}

/** Like {@link hexToBytes}, for immediate reading: the bytes may be in shared memory and must not be changed. */
export function readHex(hex: Hex): Uint8Array {
  if (isShort(hex)) return hexToBytes(hex);
  if (buffer === undefined) return decodeHex(hex);
  const bytes = buffer.from(hex, 'hex');
  // It stops at the first character that is not hexadecimal.
  return bytes.length * 2 === hex.length ? bytes : decodeHex(hex);
}

const isShort = (hex: Hex): boolean => hex.length < 2 * LONG;
