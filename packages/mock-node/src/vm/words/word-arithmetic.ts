import { writeSmallLimbs, normalizeWord } from './stack.ts';

// Each function takes word `i` (the top) and word `i - 1`, of which at least one is big, and leaves the result in word
// `i - 1`. Carries and borrows of 32-bit limbs are computed by bit operations, so that everything stays an integer.

const TWO_32 = 4_294_967_296;
const PER_TWO_32 = 1 / TWO_32;

/** `top + next`. */
export function addWords(small: Float64Array, limbs: Int32Array, i: number): void {
  writeSmallLimbs(small, limbs, i);
  writeSmallLimbs(small, limbs, i - 1);
  const a = i * 8;
  const b = a - 8;
  let carry = 0;
  for (let k = 0; k < 8; k++) {
    const x = limbs[a + k]!;
    const y = limbs[b + k]!;
    const sum = (x + y + carry) | 0;
    limbs[b + k] = sum;
    carry = ((x & y) | ((x | y) & ~sum)) >>> 31;
  }
  normalizeWord(small, limbs, i - 1);
}

/** `top - next`. */
export function subWords(small: Float64Array, limbs: Int32Array, i: number): void {
  writeSmallLimbs(small, limbs, i);
  writeSmallLimbs(small, limbs, i - 1);
  const a = i * 8;
  const b = a - 8;
  let borrow = 0;
  for (let k = 0; k < 8; k++) {
    const x = limbs[a + k]!;
    const y = limbs[b + k]!;
    const difference = (x - y - borrow) | 0;
    limbs[b + k] = difference;
    borrow = ((~x & y) | ((~x | y) & difference)) >>> 31;
  }
  normalizeWord(small, limbs, i - 1);
}

/** Limbs at `at` shifted left by 0 to 255 bits, in place. */
function shiftLimbsLeft(limbs: Int32Array, at: number, bits: number): void {
  const words = bits >>> 5;
  const rest = bits & 31;
  for (let k = 7; k >= words; k--) {
    const high = limbs[at + k - words]!;
    const low = k > words ? limbs[at + k - words - 1]! : 0;
    limbs[at + k] = rest === 0 ? high : (high << rest) | (low >>> (32 - rest));
  }
  for (let k = 0; k < words; k++) limbs[at + k] = 0;
}

/** Limbs at `at` shifted right by 0 to 255 bits, in place; `fill` (0 or -1) is shifted in. */
function shiftLimbsRight(limbs: Int32Array, at: number, bits: number, fill: number): void {
  const words = bits >>> 5;
  const rest = bits & 31;
  const kept = 8 - words;
  for (let k = 0; k < kept; k++) {
    const low = limbs[at + k + words]!;
    const high = k + 1 < kept ? limbs[at + k + words + 1]! : fill;
    limbs[at + k] = rest === 0 ? low : (low >>> rest) | (high << (32 - rest));
  }
  for (let k = kept; k < 8; k++) limbs[at + k] = fill;
}

/** `next << bits`, bits 0 to 255. */
export function shlWord(small: Float64Array, limbs: Int32Array, i: number, bits: number): void {
  writeSmallLimbs(small, limbs, i);
  shiftLimbsLeft(limbs, i * 8, bits);
  normalizeWord(small, limbs, i);
}

/** `next >> bits`, bits 0 to 255, for a big word. */
export function shrWord(small: Float64Array, limbs: Int32Array, i: number, bits: number): void {
  shiftLimbsRight(limbs, i * 8, bits, 0);
  normalizeWord(small, limbs, i);
}

/** Arithmetic shift: `next >> bits`, any number of bits, for a big word. */
export function sarWord(small: Float64Array, limbs: Int32Array, i: number, bits: number): void {
  const fill = limbs[i * 8 + 7]! >> 31;
  if (bits > 255) limbs.fill(fill, i * 8, i * 8 + 8);
  else shiftLimbsRight(limbs, i * 8, bits, fill);
  normalizeWord(small, limbs, i);
}

export function andWords(small: Float64Array, limbs: Int32Array, i: number): void {
  const a = i * 8;
  const b = a - 8;
  const x = small[i]!;
  const y = small[i - 1]!;
  if (x >= 0 || y >= 0) {
    // A small operand clears everything above bit 52.
    const lowX = x >= 0 ? x | 0 : limbs[a]!;
    const lowY = y >= 0 ? y | 0 : limbs[b]!;
    const highX = x >= 0 ? (x * PER_TWO_32) | 0 : limbs[a + 1]!;
    const highY = y >= 0 ? (y * PER_TWO_32) | 0 : limbs[b + 1]!;
    small[i - 1] = ((highX & highY) >>> 0) * TWO_32 + ((lowX & lowY) >>> 0);
    return;
  }
  for (let k = 0; k < 8; k++) limbs[b + k] = limbs[b + k]! & limbs[a + k]!;
  normalizeWord(small, limbs, i - 1);
}

export function orWords(small: Float64Array, limbs: Int32Array, i: number): void {
  writeSmallLimbs(small, limbs, i);
  writeSmallLimbs(small, limbs, i - 1);
  const a = i * 8;
  const b = a - 8;
  for (let k = 0; k < 8; k++) limbs[b + k] = limbs[b + k]! | limbs[a + k]!;
  normalizeWord(small, limbs, i - 1);
}

export function xorWords(small: Float64Array, limbs: Int32Array, i: number): void {
  writeSmallLimbs(small, limbs, i);
  writeSmallLimbs(small, limbs, i - 1);
  const a = i * 8;
  const b = a - 8;
  for (let k = 0; k < 8; k++) limbs[b + k] = limbs[b + k]! ^ limbs[a + k]!;
  normalizeWord(small, limbs, i - 1);
}

/** Inverts word `i` in place. */
export function notWord(small: Float64Array, limbs: Int32Array, i: number): void {
  writeSmallLimbs(small, limbs, i);
  const a = i * 8;
  for (let k = 0; k < 8; k++) limbs[a + k] = ~limbs[a + k]!;
  normalizeWord(small, limbs, i);
}

/** Whether the top is less than the next; both are big and unsigned. */
export function lessBig(limbs: Int32Array, i: number): boolean {
  const a = i * 8;
  for (let k = 7; k >= 0; k--) {
    const x = limbs[a + k]!;
    const y = limbs[a - 8 + k]!;
    if (x !== y) return x >>> 0 < y >>> 0;
  }
  return false;
}

export function equalBig(limbs: Int32Array, i: number): boolean {
  const a = i * 8;
  for (let k = 0; k < 8; k++) if (limbs[a + k] !== limbs[a - 8 + k]) return false;
  return true;
}

/** Whether the top is less than the next; both are signed. */
export function lessSigned(small: Float64Array, limbs: Int32Array, i: number): boolean {
  const x = small[i]!;
  const y = small[i - 1]!;
  if (x >= 0 && y >= 0) return x < y;
  const negativeX = x < 0 && limbs[i * 8 + 7]! < 0;
  const negativeY = y < 0 && limbs[i * 8 - 1]! < 0;
  if (negativeX !== negativeY) return negativeX;
  // With equal signs, a small word is non-negative and less than any big word of that sign.
  if (x >= 0) return true;
  if (y >= 0) return false;
  return lessBig(limbs, i);
}

/** Byte `index` of word `i`; byte 0 is the highest. */
export function byteOf(small: Float64Array, limbs: Int32Array, i: number, index: number): number {
  writeSmallLimbs(small, limbs, i);
  const position = 31 - index;
  return (limbs[i * 8 + (position >>> 2)]! >>> ((position & 3) * 8)) & 0xff;
}

/** Extends the sign of byte `index` of word `i` in place; byte 0 is the lowest, 30 the last allowed. */
export function signExtendWord(small: Float64Array, limbs: Int32Array, i: number, index: number): void {
  writeSmallLimbs(small, limbs, i);
  const at = i * 8;
  const word = index >>> 2;
  const shift = 24 - (index & 3) * 8;
  const extended = (limbs[at + word]! << shift) >> shift;
  limbs[at + word] = extended;
  const fill = extended >> 31;
  for (let k = word + 1; k < 8; k++) limbs[at + k] = fill;
  normalizeWord(small, limbs, i);
}

/** Number of bytes without leading zeros. */
export function byteLength(small: Float64Array, limbs: Int32Array, i: number): number {
  writeSmallLimbs(small, limbs, i);
  for (let k = 7; k >= 0; k--) {
    const limb = limbs[i * 8 + k]!;
    if (limb !== 0) return k * 4 + 4 - (Math.clz32(limb) >>> 3);
  }
  return 0;
}
