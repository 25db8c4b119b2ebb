import { type WordStack, normalizeWord, writeSmallLimbs } from './stack.ts';
import { multiplyWide } from './word-multiplication.ts';

// Each exported function takes word `i` (the top) and the words below, and leaves the result in the lowest of them.

const TWO_32 = 4_294_967_296;
const PER_TWO_32 = 1 / TWO_32;
const HALF = 65_536;
const EXACT_DIVISOR = 2 ** 21;

// Scratch for one division at a time. The numerator has up to 17 limbs (the product of two words, and one for the
// shift), and becomes the remainder. The divisor has up to eight. The third is the quotient.
const numerator = /* @__PURE__ */ new Int32Array(18);
const divisor = /* @__PURE__ */ new Int32Array(8);
const quotient = /* @__PURE__ */ new Int32Array(18);

function lengthOf(limbs: Int32Array, from: number): number {
  let length = from;
  while (length > 0 && limbs[length - 1] === 0) length--;
  return length;
}

/** Divides the numerator by a single limb; the remainder is left in limb 0. */
function divideByLimb(length: number, by: number): void {
  let rest = 0;
  for (let k = length - 1; k >= 0; k--) {
    const limb = numerator[k]! >>> 0;
    if (by < EXACT_DIVISOR) {
      const value = rest * TWO_32 + limb;
      let digit = Math.floor(value / by);
      rest = value - digit * by;
      if (rest < 0) {
        digit--;
        rest += by;
      }
      quotient[k] = digit;
    } else {
      // In two halves, for exact quotients in doubles.
      const upper = rest * HALF + (limb >>> 16);
      const high = Math.floor(upper / by);
      const lower = (upper - high * by) * HALF + (limb & 0xffff);
      const low = Math.floor(lower / by);
      rest = lower - low * by;
      quotient[k] = high * HALF + low;
    }
    numerator[k] = 0;
  }
  numerator[0] = rest;
}

/** Subtracts `digit` times the divisor from the numerator at limb `at`. @returns whether the result is negative. */
function subtractMultiple(at: number, length: number, digit: number): boolean {
  const low = digit & 0xffff;
  const high = digit >>> 16;
  let carry = 0;
  let borrow = 0;
  for (let k = 0; k < length; k++) {
    const y = divisor[k]! >>> 0;
    // The 64-bit product in two parts of 48 bits, the upper shifted by 16.
    const middle = y * high;
    const above = Math.floor(middle / HALF);
    const sum = y * low + (middle - above * HALF) * HALF + carry;
    const limb = sum >>> 0;
    carry = (sum - limb) * PER_TWO_32 + above;
    const difference = (numerator[at + k]! >>> 0) - limb - borrow;
    numerator[at + k] = difference;
    borrow = difference < 0 ? 1 : 0;
  }
  const difference = (numerator[at + length]! >>> 0) - carry - borrow;
  numerator[at + length] = difference;
  return difference < 0;
}

function addDivisor(at: number, length: number): boolean {
  let carry = 0;
  for (let k = 0; k < length; k++) {
    const sum = (numerator[at + k]! >>> 0) + (divisor[k]! >>> 0) + carry;
    numerator[at + k] = sum;
    carry = sum >= TWO_32 ? 1 : 0;
  }
  const sum = (numerator[at + length]! >>> 0) + carry;
  numerator[at + length] = sum;
  return sum >= TWO_32;
}

function shiftLeft(limbs: Int32Array, length: number, bits: number): void {
  for (let k = length; k > 0; k--) limbs[k] = (limbs[k]! << bits) | (limbs[k - 1]! >>> (32 - bits));
  limbs[0] = limbs[0]! << bits;
}

/**
 * Long division of the numerator's `length` limbs by the divisor's. Quotient and remainder are left in the scratch.
 * This is Knuth's algorithm D on 32-bit limbs, with digits estimated in doubles and corrected by adding the divisor
 * back.
 */
function divideLong(length: number, divisorLength: number): void {
  const shift = Math.clz32(divisor[divisorLength - 1]!);
  numerator[length] = 0;
  if (shift > 0) {
    shiftLeft(numerator, length, shift);
    for (let k = divisorLength - 1; k > 0; k--)
      divisor[k] = (divisor[k]! << shift) | (divisor[k - 1]! >>> (32 - shift));
    divisor[0] = divisor[0]! << shift;
  }
  const first = divisor[divisorLength - 1]! >>> 0;
  const leading = first * TWO_32 + (divisor[divisorLength - 2]! >>> 0);
  for (let at = length - divisorLength; at >= 0; at--) {
    const top = at + divisorLength;
    // Three limbs divided by two; off by at most a few units in the last place.
    const upper = (numerator[top]! >>> 0) * TWO_32 + (numerator[top - 1]! >>> 0);
    const estimate = (upper * TWO_32 + (numerator[top - 2]! >>> 0)) / leading;
    let digit = Math.min(Math.floor(estimate), TWO_32 - 1);
    if (subtractMultiple(at, divisorLength, digit)) {
      do digit--;
      while (!addDivisor(at, divisorLength));
    } else if (isDivisible(at, divisorLength)) {
      digit++;
      subtractMultiple(at, divisorLength, 1);
    }
    quotient[at] = digit;
  }
  if (shift > 0) {
    for (let k = 0; k < divisorLength; k++) {
      numerator[k] = (numerator[k]! >>> shift) | (numerator[k + 1]! << (32 - shift));
    }
  }
}

/** Whether the numerator at limb `at` is still at least the divisor, which means that the estimate was one too low. */
function isDivisible(at: number, length: number): boolean {
  if (numerator[at + length] !== 0) return true;
  for (let k = length - 1; k >= 0; k--) {
    const x = numerator[at + k]!;
    const y = divisor[k]!;
    if (x !== y) return x >>> 0 > y >>> 0;
  }
  return true;
}

/** Divides the numerator's limbs, at most `length`, by the divisor, which is not 0. */
function divide(length: number): void {
  const used = lengthOf(numerator, length);
  const divisorUsed = lengthOf(divisor, 8);
  quotient.fill(0);
  if (used < divisorUsed) return;
  if (divisorUsed === 1) divideByLimb(used, divisor[0]! >>> 0);
  else divideLong(used, divisorUsed);
}

function load(target: Int32Array, limbs: Int32Array, from: number): void {
  for (let k = 0; k < 8; k++) target[k] = limbs[from + k]!;
}

/** Copies the first eight limbs of a scratch array to word `i`. */
function store({ small, limbs }: WordStack, i: number, source: Int32Array): void {
  for (let k = 0; k < 8; k++) limbs[i * 8 + k] = source[k]!;
  normalizeWord(small, limbs, i);
}

function spread({ small, limbs }: WordStack, from: number, to: number): void {
  for (let i = from; i <= to; i++) writeSmallLimbs(small, limbs, i);
}

/** Negates eight limbs in place. */
function negate(limbs: Int32Array): void {
  let carry = 1;
  for (let k = 0; k < 8; k++) {
    const sum = (~limbs[k]! >>> 0) + carry;
    limbs[k] = sum;
    carry = sum >= TWO_32 ? 1 : 0;
  }
}

/** `top / next`; 0 for a divisor of 0. */
export function divWords(stack: WordStack, i: number): void {
  if (stack.small[i - 1] === 0) return;
  spread(stack, i - 1, i);
  load(numerator, stack.limbs, i * 8);
  load(divisor, stack.limbs, i * 8 - 8);
  divide(8);
  store(stack, i - 1, quotient);
}

/** `top % next`; 0 for a divisor of 0. */
export function modWords(stack: WordStack, i: number): void {
  if (stack.small[i - 1] === 0) return;
  spread(stack, i - 1, i);
  load(numerator, stack.limbs, i * 8);
  load(divisor, stack.limbs, i * 8 - 8);
  divide(8);
  store(stack, i - 1, numerator);
}

/** Loads the magnitudes of two words. @returns whether the first and the second are negative. */
function loadSigned(stack: WordStack, i: number): readonly [first: boolean, second: boolean] {
  spread(stack, i - 1, i);
  load(numerator, stack.limbs, i * 8);
  load(divisor, stack.limbs, i * 8 - 8);
  const first = numerator[7]! < 0;
  const second = divisor[7]! < 0;
  if (first) negate(numerator);
  if (second) negate(divisor);
  return [first, second];
}

/** `top / next`, both signed, rounded toward zero. */
export function sdivWords(stack: WordStack, i: number): void {
  if (stack.small[i - 1] === 0) return;
  const [first, second] = loadSigned(stack, i);
  divide(8);
  if (first !== second) negate(quotient);
  store(stack, i - 1, quotient);
}

/** `top % next`, both signed; the result has the dividend's sign. */
export function smodWords(stack: WordStack, i: number): void {
  if (stack.small[i - 1] === 0) return;
  const [first] = loadSigned(stack, i);
  divide(8);
  if (first) negate(numerator);
  store(stack, i - 1, numerator);
}

/** `(top + next) % third`; the sum does not wrap. */
export function addmodWords(stack: WordStack, i: number): void {
  const x = stack.small[i]!;
  const y = stack.small[i - 1]!;
  const n = stack.small[i - 2]!;
  if (n === 0) return;
  if (x >= 0 && y >= 0 && n > 0 && x + y <= Number.MAX_SAFE_INTEGER) {
    stack.small[i - 2] = (x + y) % n;
    return;
  }
  spread(stack, i - 2, i);
  const { limbs } = stack;
  let carry = 0;
  for (let k = 0; k < 8; k++) {
    const sum = (limbs[i * 8 + k]! >>> 0) + (limbs[i * 8 - 8 + k]! >>> 0) + carry;
    numerator[k] = sum;
    carry = sum >= TWO_32 ? 1 : 0;
  }
  numerator[8] = carry;
  load(divisor, limbs, i * 8 - 16);
  divide(9);
  store(stack, i - 2, numerator);
}

/** `(top * next) % third`; the product does not wrap. */
export function mulmodWords(stack: WordStack, i: number): void {
  const x = stack.small[i]!;
  const y = stack.small[i - 1]!;
  const n = stack.small[i - 2]!;
  if (n === 0) return;
  if (x >= 0 && y >= 0 && n > 0 && x * y <= Number.MAX_SAFE_INTEGER) {
    stack.small[i - 2] = (x * y) % n;
    return;
  }
  spread(stack, i - 2, i);
  multiplyWide(numerator, stack.limbs, i * 8, i * 8 - 8);
  load(divisor, stack.limbs, i * 8 - 16);
  divide(16);
  store(stack, i - 2, numerator);
}
