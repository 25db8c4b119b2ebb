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
  return isShort(hex) ? decodeHex(hex) : new Uint8Array(readHex(hex));
}

/** Like {@link hexToBytes}, for immediate reading: the bytes may be in shared memory and must not be changed. */
export function readHex(hex: Hex): Uint8Array {
  if (buffer === undefined || isShort(hex)) return decodeHex(hex);
  const bytes = buffer.from(hex, 'hex');
  // It stops at the first character that is not hexadecimal.
  return bytes.length * 2 === hex.length ? bytes : decodeHex(hex);
}

const isShort = (hex: Hex): boolean => hex.length < 2 * LONG;
