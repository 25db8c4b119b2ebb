import { hexToBytes } from '@noble/hashes/utils.js';
import { type Hex } from '../../protocol/primitives.ts';

/** Selector of `Error(string)`. */
const SELECTOR = '08c379a0';
const WORD_BYTES = 32;
/** Data longer than this is not read. */
const MAX_REASON_BYTES = 4096;

/**
 * The text appended to an error's message: the reason of a revert with `Error(string)`, and nothing for other data.
 *
 * Source: docs/protocol/json-rpc.md, Calls.
 */
export function revertWords(output: Hex): string {
  const bytes = hexToBytes(output).subarray(SELECTOR.length / 2);
  if (!output.startsWith(SELECTOR) || bytes.length === 0 || bytes.length > MAX_REASON_BYTES) return '';
  const reason = textAt(bytes);
  return reason === '' ? '' : `: ${reason}`;
}

/** The first text of ABI-encoded data; empty if the data is too short. */
function textAt(data: Uint8Array): string {
  const start = numberAt(data, 0);
  const length = numberAt(data, start);
  const from = start + WORD_BYTES;
  if (!(from + length <= data.length)) return '';
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(data.subarray(from, from + length));
}

/** Reads a word; NaN beyond the end. */
function numberAt(data: Uint8Array, at: number): number {
  if (!(at + WORD_BYTES <= data.length)) return NaN;
  return data.subarray(at, at + WORD_BYTES).reduce((total, byte) => total * 256 + byte, 0);
}
