import { hexToBytes } from '@noble/hashes/utils.js';
import { type Hex } from '../../protocol/primitives.ts';
import { unexpected } from '../envelope/failures.ts';

/** Selector of `Error(string)`. */
const SELECTOR = '08c379a0';
const WORD_BYTES = 32;
const MAX_INT = 2n ** 31n - 1n;

/** Missing text in the data is filled with zeros. Beyond this size, the node lacks the memory for it. */
const MAX_TEXT_BYTES = 64 * 1024 * 1024;

/**
 * The text appended to an error's message: the reason of a revert with `Error(string)`, and nothing for other data.
 *
 * Source: docs/protocol/json-rpc.md, Calls.
 *
 * @throws MethodError if the data is not text, which the node does not expect.
 */
export function revertWords(output: Hex): string {
  const bytes = hexToBytes(output);
  if (bytes.length <= 4 || !output.startsWith(SELECTOR)) return '';
  return `: ${textAt(bytes.subarray(4))}`;
}

function textAt(data: Uint8Array): string {
  const start = intOf(part(data, 0, WORD_BYTES));
  if (start < 0) throw outOfBounds();
  const length = intOf(part(data, start, WORD_BYTES));
  if (length <= 0) return '';
  if (length > MAX_TEXT_BYTES) throw unexpected('java.lang.OutOfMemoryError', 'Java heap space');
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(part(data, start + WORD_BYTES, length));
}

/** Bytes from a position on, padded with zeros. */
function part(data: Uint8Array, start: number, length: number): Uint8Array {
  if (start >= data.length) throw unsupported();
  const bytes = new Uint8Array(length);
  bytes.set(data.subarray(start, start + length));
  return bytes;
}

/** Reads a signed 32-bit integer from a word. */
function intOf(word: Uint8Array): number {
  const value = BigInt.asIntN(
    256,
    word.reduce((total, byte) => (total << 8n) | BigInt(byte), 0n),
  );
  if (value > MAX_INT || value < -MAX_INT - 1n) throw unsupported();
  return Number(value);
}

const unsupported = (): Error => unexpected('java.lang.UnsupportedOperationException', 'unsupported type:string');
const outOfBounds = (): Error =>
  unexpected('java.lang.ArrayIndexOutOfBoundsException', 'arraycopy: source index is negative');
