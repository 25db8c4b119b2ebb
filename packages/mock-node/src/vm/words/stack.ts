import { MAX_INT64 } from '../../protocol/java/long.ts';
import { type Address } from '../../protocol/primitives.ts';
import { limbToHex } from './address-limbs.ts';

/**
 * A stack of 256-bit words in two typed arrays that all frames of an execution share, which avoids allocation in every
 * step.
 *
 * `small[i]` holds word `i` if it is at most 2^53 - 1. Otherwise it is -1, and `limbs[8 i]` to `limbs[8 i + 7]` hold
 * the word, lowest 32 bits first. Every word has exactly one of the two forms, so a small word never equals a big one.
 * Most words of a contract (offsets, counters, jump destinations, flags) are small, and a double adds, compares and
 * multiplies faster than eight limbs.
 */
export interface WordStack {
  small: Float64Array;
  limbs: Int32Array;
}

const TWO_32 = 4_294_967_296;
const PER_TWO_32 = 1 / TWO_32;
const SMALL_HIGH = 0x20_0000;
const MASK_32 = 0xffff_ffffn;
const INT_MAX = 0x7fff_ffff;

/** Words that a frame may use, including a few for scratch. */
export const FRAME_WORDS = 1024 + 8;

/** Creates a stack for a few frames; {@link reserveWords} extends it. */
export function createWordStack(words: number): WordStack {
  return { small: new Float64Array(words), limbs: new Int32Array(words * 8) };
}

/** Extends the stack for the frame that begins at word `base`. */
export function reserveWords(stack: WordStack, base: number): void {
  const needed = base + FRAME_WORDS;
  if (needed <= stack.small.length) return;
  const words = Math.max(needed, stack.small.length * 2);
  const { small, limbs } = stack;
  stack.small = new Float64Array(words);
  stack.small.set(small);
  stack.limbs = new Int32Array(words * 8);
  stack.limbs.set(limbs);
}

/** Writes the limbs of a small word, which stays small. */
export function writeSmallLimbs(small: Float64Array, limbs: Int32Array, index: number): void {
  const value = small[index]!;
  if (value < 0) return;
  const at = index * 8;
  limbs[at] = value;
  limbs[at + 1] = value * PER_TWO_32;
  limbs[at + 2] = 0;
  limbs[at + 3] = 0;
  limbs[at + 4] = 0;
  limbs[at + 5] = 0;
  limbs[at + 6] = 0;
  limbs[at + 7] = 0;
}

/** Restores a word's form, small or big, after its limbs were written. */
export function normalizeWord(small: Float64Array, limbs: Int32Array, index: number): void {
  const at = index * 8;
  const high = limbs[at + 2]! | limbs[at + 3]! | limbs[at + 4]! | limbs[at + 5]! | limbs[at + 6]! | limbs[at + 7]!;
  const second = limbs[at + 1]! >>> 0;
  small[index] = high === 0 && second < SMALL_HIGH ? second * TWO_32 + (limbs[at]! >>> 0) : -1;
}

/** Copies the limbs of word `from` to word `to`. It is unrolled, because a loop takes twice as long. */
export function copyLimbs(limbs: Int32Array, to: number, source: Int32Array, from: number): void {
  const a = to * 8;
  const b = from * 8;
  limbs[a] = source[b]!;
  limbs[a + 1] = source[b + 1]!;
  limbs[a + 2] = source[b + 2]!;
  limbs[a + 3] = source[b + 3]!;
  limbs[a + 4] = source[b + 4]!;
  limbs[a + 5] = source[b + 5]!;
  limbs[a + 6] = source[b + 6]!;
  limbs[a + 7] = source[b + 7]!;
}

/** Swaps the limbs of two words. */
export function swapLimbs(limbs: Int32Array, i: number, j: number): void {
  const a = i * 8;
  const b = j * 8;
  for (let k = 0; k < 8; k++) {
    const limb = limbs[a + k]!;
    limbs[a + k] = limbs[b + k]!;
    limbs[b + k] = limb;
  }
}

export function readBigint(stack: WordStack, index: number): bigint {
  const value = stack.small[index]!;
  if (value >= 0) return BigInt(value);
  let result = 0n;
  const at = index * 8;
  for (let k = 7; k > 0; k -= 2) {
    // 64 bits per step: one bigint digit is two limbs.
    const pair = (BigInt(stack.limbs[at + k]! >>> 0) << 32n) | BigInt(stack.limbs[at + k - 1]! >>> 0);
    result = (result << 64n) | pair;
  }
  return result;
}

/** Writes a word, 0 to 2^256 - 1. */
export function writeBigint(stack: WordStack, index: number, value: bigint): void {
  if (value <= 9_007_199_254_740_991n) {
    stack.small[index] = Number(value);
    return;
  }
  const at = index * 8;
  let rest = value;
  for (let k = 0; k < 8; k++) {
    stack.limbs[at + k] = Number(rest & MASK_32);
    rest >>= 32n;
  }
  stack.small[index] = -1;
}

function limbAt(bytes: Uint8Array, at: number): number {
  return (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!;
}

/** Writes a word from 32 big-endian bytes. */
export function writeWord(stack: WordStack, index: number, bytes: Uint8Array, offset: number): void {
  const { limbs } = stack;
  const at = index * 8;
  limbs[at + 7] = limbAt(bytes, offset);
  limbs[at + 6] = limbAt(bytes, offset + 4);
  limbs[at + 5] = limbAt(bytes, offset + 8);
  limbs[at + 4] = limbAt(bytes, offset + 12);
  limbs[at + 3] = limbAt(bytes, offset + 16);
  limbs[at + 2] = limbAt(bytes, offset + 20);
  limbs[at + 1] = limbAt(bytes, offset + 24);
  limbs[at] = limbAt(bytes, offset + 28);
  normalizeWord(stack.small, limbs, index);
}

/** Writes a word from at most 32 big-endian bytes, zero-extended on the left. */
export function writeBytes(stack: WordStack, index: number, bytes: Uint8Array): void {
  const padded = new Uint8Array(32);
  padded.set(bytes, 32 - bytes.length);
  writeWord(stack, index, padded, 0);
}

/** Writes a word as 32 big-endian bytes. */
export function readBytes(stack: WordStack, index: number, into: Uint8Array, offset: number): void {
  writeSmallLimbs(stack.small, stack.limbs, index);
  const at = index * 8;
  for (let k = 0; k < 8; k++) {
    const limb = stack.limbs[at + 7 - k]!;
    const to = offset + 4 * k;
    into[to] = limb >>> 24;
    into[to + 1] = limb >>> 16;
    into[to + 2] = limb >>> 8;
    into[to + 3] = limb;
  }
}

/** A Java int, at most its maximum: `DataWord.intValueSafe`. */
export function intSafe(stack: WordStack, index: number): number {
  const value = stack.small[index]!;
  return value >= 0 && value < INT_MAX ? value : INT_MAX;
}

/** The low 32 bits as a Java int: `DataWord.intValue`. */
export function lowInt(stack: WordStack, index: number): number {
  const value = stack.small[index]!;
  return value >= 0 ? value | 0 : stack.limbs[index * 8]!;
}

/** The word as an unsigned number if it fits into a Java long, else undefined: `value().longValueExact()`. */
export function unsignedLong(stack: WordStack, index: number): bigint | undefined {
  const value = stack.small[index]!;
  if (value >= 0) return BigInt(value);
  const word = readBigint(stack, index);
  return word <= MAX_INT64 ? word : undefined;
}

/** The word as a signed number if it fits into a Java long, else undefined: `sValue().longValueExact()`. */
export function signedLong(stack: WordStack, index: number): bigint | undefined {
  const value = stack.small[index]!;
  if (value >= 0) return BigInt(value);
  const word = BigInt.asIntN(256, readBigint(stack, index));
  return BigInt.asIntN(64, word) === word ? word : undefined;
}

/** The low 64 bits as a Java long: `longValue()`. */
export function lowLong(stack: WordStack, index: number): bigint {
  return BigInt.asIntN(64, readBigint(stack, index));
}

const ADDRESS_LIMBS = 5;
const MAX_KNOWN = 256;
/** Recently read addresses by a hash of their limbs. The ledger finds a text that it has seen before sooner. */
const knownLimbs = /* @__PURE__ */ new Int32Array(MAX_KNOWN * ADDRESS_LIMBS);
const knownTexts = /* @__PURE__ */ Array.from({ length: MAX_KNOWN }, () => '');

/** The low 20 bytes as an address of the network. */
export function readAddress({ small, limbs }: WordStack, index: number): Address {
  writeSmallLimbs(small, limbs, index);
  const at = index * 8;
  const known = (limbs[at]! ^ limbs[at + 2]!) & (MAX_KNOWN - 1);
  const knownAt = known * ADDRESS_LIMBS;
  let k = 0;
  while (k < ADDRESS_LIMBS && knownLimbs[knownAt + k] === limbs[at + k]) k++;
  const text = knownTexts[known]!;
  if (k === ADDRESS_LIMBS && text !== '') return text;
  let digits = '41';
  for (k = ADDRESS_LIMBS - 1; k >= 0; k--) {
    digits += limbToHex(limbs[at + k]!);
    knownLimbs[knownAt + k] = limbs[at + k]!;
  }
  knownTexts[known] = digits;
  return digits;
}
