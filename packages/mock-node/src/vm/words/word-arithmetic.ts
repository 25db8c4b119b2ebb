import { writeSmallLimbs, normalizeWord } from './stack.ts';

// Operations on two operands take word `i` (the top) and word `i - 1`, and leave the result in word `i - 1`. Bit
// operations compute the carries and borrows of 32-bit limbs, which keeps everything an integer.

const TWO_32 = 4_294_967_296;
const PER_TWO_32 = 1 / TWO_32;
const INT32 = 0x7fff_ffff;
const MAX_SMALL = Number.MAX_SAFE_INTEGER;

/** `top + next`, if at least one operand or the sum is big. */
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

/** `top - next`, if at least one operand is big or the difference is negative. */
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

/** `next << top`. */
export function shiftLeft(small: Float64Array, limbs: Int32Array, i: number): void {
  const bits = small[i]!;
  const value = small[i - 1]!;
  if (bits < 0 || bits > 255) small[i - 1] = 0;
  else if (value >= 0 && value * 2 ** bits <= MAX_SMALL) small[i - 1] = value * 2 ** bits;
  else {
    writeSmallLimbs(small, limbs, i - 1);
    shiftLimbsLeft(limbs, i * 8 - 8, bits);
    normalizeWord(small, limbs, i - 1);
  }
}

/** `next >> top`, filled with zeros. */
export function shiftRight(small: Float64Array, limbs: Int32Array, i: number): void {
  const bits = small[i]!;
  const value = small[i - 1]!;
  if (bits < 0 || bits > 255) small[i - 1] = 0;
  else if (value >= 0) small[i - 1] = bits > 53 ? 0 : Math.floor(value / 2 ** bits);
  else {
    shiftLimbsRight(limbs, i * 8 - 8, bits, 0);
    normalizeWord(small, limbs, i - 1);
  }
}

/** `next >> top`, filled with the sign. */
export function shiftRightSigned(small: Float64Array, limbs: Int32Array, i: number): void {
  const bits = small[i]!;
  const at = i * 8 - 8;
  if (small[i - 1]! >= 0) {
    shiftRight(small, limbs, i);
    return;
  }
  const sign = limbs[at + 7]! >> 31;
  if (bits < 0 || bits > 255) limbs.fill(sign, at, at + 8);
  else shiftLimbsRight(limbs, at, bits, sign);
  normalizeWord(small, limbs, i - 1);
}

export function andWords(small: Float64Array, limbs: Int32Array, i: number): void {
  const a = i * 8;
  const b = a - 8;
  const x = small[i]!;
  const y = small[i - 1]!;
  if (x >= 0 && y >= 0 && x <= INT32 && y <= INT32) {
    small[i - 1] = x & y;
    return;
  }
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
  const x = small[i]!;
  const y = small[i - 1]!;
  if (x >= 0 && y >= 0 && x <= INT32 && y <= INT32) {
    small[i - 1] = x | y;
    return;
  }
  writeSmallLimbs(small, limbs, i);
  writeSmallLimbs(small, limbs, i - 1);
  const a = i * 8;
  const b = a - 8;
  for (let k = 0; k < 8; k++) limbs[b + k] = limbs[b + k]! | limbs[a + k]!;
  normalizeWord(small, limbs, i - 1);
}

export function xorWords(small: Float64Array, limbs: Int32Array, i: number): void {
  const x = small[i]!;
  const y = small[i - 1]!;
  if (x >= 0 && y >= 0 && x <= INT32 && y <= INT32) {
    small[i - 1] = x ^ y;
    return;
  }
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

function isBigLess(limbs: Int32Array, a: number, b: number): boolean {
  for (let k = 7; k >= 0; k--) {
    const x = limbs[a * 8 + k]!;
    const y = limbs[b * 8 + k]!;
    if (x !== y) return x >>> 0 < y >>> 0;
  }
  return false;
}

/** Whether word `a` is less than word `b`, both unsigned. */
export function isLess(small: Float64Array, limbs: Int32Array, a: number, b: number): boolean {
  const x = small[a]!;
  const y = small[b]!;
  // A big word is greater than any small one.
  if (x >= 0) return y < 0 || x < y;
  return y < 0 && isBigLess(limbs, a, b);
}

/** Whether word `a` is less than word `b`, both signed. */
export function isLessSigned(small: Float64Array, limbs: Int32Array, a: number, b: number): boolean {
  const x = small[a]!;
  const y = small[b]!;
  if (x >= 0 && y >= 0) return x < y;
  const isNegativeX = x < 0 && limbs[a * 8 + 7]! < 0;
  const isNegativeY = y < 0 && limbs[b * 8 + 7]! < 0;
  if (isNegativeX !== isNegativeY) return isNegativeX;
  // With equal signs, two's complement compares like unsigned numbers.
  return isLess(small, limbs, a, b);
}

export function isEqual(small: Float64Array, limbs: Int32Array, a: number, b: number): boolean {
  const x = small[a]!;
  if (x !== small[b]) return false;
  if (x >= 0) return true;
  for (let k = 0; k < 8; k++) if (limbs[a * 8 + k] !== limbs[b * 8 + k]) return false;
  return true;
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

/** Number of bits without leading zeros. */
export function bitLength(small: Float64Array, limbs: Int32Array, i: number): number {
  writeSmallLimbs(small, limbs, i);
  for (let k = 7; k >= 0; k--) {
    const limb = limbs[i * 8 + k]!;
    if (limb !== 0) return k * 32 + 32 - Math.clz32(limb);
  }
  return 0;
}
