import { normalizeWord, writeSmallLimbs } from './stack.ts';

const PER_TWO_32 = 1 / 4_294_967_296;
const HALF = 65_536;
const SCALE_LIMIT = 1_048_576;

/**
 * The low 256 bits of a product: eight limbs at `a` times eight at `b`, written at `to`, which may be either.
 *
 * Limbs of one factor are multiplied by the 16-bit halves of the other's limbs. Products then stay below 2^48, and a
 * column of eight below 2^51. Doubles add them exactly, and one pass of carries at the end is enough.
 */
function multiplyLimbs(limbs: Int32Array, to: number, a: number, b: number): void {
  const x0 = limbs[a]! >>> 0;
  const x1 = limbs[a + 1]! >>> 0;
  const x2 = limbs[a + 2]! >>> 0;
  const x3 = limbs[a + 3]! >>> 0;
  const x4 = limbs[a + 4]! >>> 0;
  const x5 = limbs[a + 5]! >>> 0;
  const x6 = limbs[a + 6]! >>> 0;
  const x7 = limbs[a + 7]! >>> 0;
  const l0 = limbs[b]! & 0xffff;
  const l1 = limbs[b + 1]! & 0xffff;
  const l2 = limbs[b + 2]! & 0xffff;
  const l3 = limbs[b + 3]! & 0xffff;
  const l4 = limbs[b + 4]! & 0xffff;
  const l5 = limbs[b + 5]! & 0xffff;
  const l6 = limbs[b + 6]! & 0xffff;
  const l7 = limbs[b + 7]! & 0xffff;
  const h0 = limbs[b]! >>> 16;
  const h1 = limbs[b + 1]! >>> 16;
  const h2 = limbs[b + 2]! >>> 16;
  const h3 = limbs[b + 3]! >>> 16;
  const h4 = limbs[b + 4]! >>> 16;
  const h5 = limbs[b + 5]! >>> 16;
  const h6 = limbs[b + 6]! >>> 16;
  const h7 = limbs[b + 7]! >>> 16;

  let carry = putColumn(limbs, to, x0 * l0, x0 * h0, 0);
  carry = putColumn(limbs, to + 1, x0 * l1 + x1 * l0, x0 * h1 + x1 * h0, carry);
  carry = putColumn(limbs, to + 2, x0 * l2 + x1 * l1 + x2 * l0, x0 * h2 + x1 * h1 + x2 * h0, carry);
  carry = putColumn(limbs, to + 3, x0 * l3 + x1 * l2 + x2 * l1 + x3 * l0, x0 * h3 + x1 * h2 + x2 * h1 + x3 * h0, carry);
  carry = putColumn(
    limbs,
    to + 4,
    x0 * l4 + x1 * l3 + x2 * l2 + x3 * l1 + x4 * l0,
    x0 * h4 + x1 * h3 + x2 * h2 + x3 * h1 + x4 * h0,
    carry,
  );
  carry = putColumn(
    limbs,
    to + 5,
    x0 * l5 + x1 * l4 + x2 * l3 + x3 * l2 + x4 * l1 + x5 * l0,
    x0 * h5 + x1 * h4 + x2 * h3 + x3 * h2 + x4 * h1 + x5 * h0,
    carry,
  );
  carry = putColumn(
    limbs,
    to + 6,
    x0 * l6 + x1 * l5 + x2 * l4 + x3 * l3 + x4 * l2 + x5 * l1 + x6 * l0,
    x0 * h6 + x1 * h5 + x2 * h4 + x3 * h3 + x4 * h2 + x5 * h1 + x6 * h0,
    carry,
  );
  putColumn(
    limbs,
    to + 7,
    x0 * l7 + x1 * l6 + x2 * l5 + x3 * l4 + x4 * l3 + x5 * l2 + x6 * l1 + x7 * l0,
    x0 * h7 + x1 * h6 + x2 * h5 + x3 * h4 + x4 * h3 + x5 * h2 + x6 * h1 + x7 * h0,
    carry,
  );
}

/** Writes a column of low and middle products (the latter 16 bits higher) as a limb. @returns the carry to the next. */
function putColumn(limbs: Int32Array, at: number, low: number, middle: number, carry: number): number {
  const above = Math.floor(middle / HALF);
  const sum = low + carry + (middle - above * HALF) * HALF;
  const limb = sum >>> 0;
  limbs[at] = limb;
  return (sum - limb) * PER_TWO_32 + above;
}

/** All 16 limbs of the product of limbs at `a` and at `b`, written into `product`. */
export function multiplyWide(product: Int32Array, limbs: Int32Array, a: number, b: number): void {
  let carry = 0;
  for (let k = 0; k < 16; k++) {
    let low = 0;
    let middle = 0;
    for (let i = Math.max(0, k - 7); i <= Math.min(k, 7); i++) {
      const x = limbs[a + i]! >>> 0;
      const y = limbs[b + k - i]!;
      low += x * (y & 0xffff);
      middle += x * (y >>> 16);
    }
    carry = putColumn(product, k, low, middle, carry);
  }
}

/** Limbs at `from` times a number of at most 2^20, written at `to`. */
function scaleLimbs(limbs: Int32Array, to: number, from: number, factor: number): void {
  let carry = 0;
  for (let k = 0; k < 8; k++) {
    const product = (limbs[from + k]! >>> 0) * factor + carry;
    const limb = product >>> 0;
    limbs[to + k] = limb;
    carry = (product - limb) * PER_TWO_32;
  }
}

/** `top * next` in word `i - 1`, for words whose product is not small. */
export function mulWords(small: Float64Array, limbs: Int32Array, i: number): void {
  const x = small[i]!;
  const y = small[i - 1]!;
  const a = i * 8;
  const b = a - 8;
  if (x < 0 && y >= 0 && y <= SCALE_LIMIT) scaleLimbs(limbs, b, a, y);
  else if (y < 0 && x >= 0 && x <= SCALE_LIMIT) scaleLimbs(limbs, b, b, x);
  else {
    writeSmallLimbs(small, limbs, i);
    writeSmallLimbs(small, limbs, i - 1);
    multiplyLimbs(limbs, b, a, b);
  }
  normalizeWord(small, limbs, i - 1);
}

/** `top ** next` in word `i - 1`, modulo 2^256. Word `i + 1` is scratch. */
export function expWords(small: Float64Array, limbs: Int32Array, i: number): void {
  writeSmallLimbs(small, limbs, i);
  writeSmallLimbs(small, limbs, i - 1);
  const base = i * 8;
  const exponent = base - 8;
  const result = base + 8;
  limbs.fill(0, result, result + 8);
  limbs[result] = 1;
  let top = 7;
  while (top >= 0 && limbs[exponent + top] === 0) top--;
  let isOne = true;
  for (let k = top; k >= 0; k--) {
    const bits = limbs[exponent + k]!;
    for (let bit = k === top ? 31 - Math.clz32(bits) : 31; bit >= 0; bit--) {
      if (!isOne) multiplyLimbs(limbs, result, result, result);
      if (((bits >>> bit) & 1) === 1) {
        if (isOne) limbs.copyWithin(result, base, base + 8);
        else multiplyLimbs(limbs, result, result, base);
        isOne = false;
      }
    }
  }
  limbs.copyWithin(exponent, result, result + 8);
  normalizeWord(small, limbs, i - 1);
}
