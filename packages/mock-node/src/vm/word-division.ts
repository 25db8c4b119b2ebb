import type { WordStack } from './stack.ts';
import { readBigint, spreadSmall, settle, writeBigint } from './stack.ts';
import { multiplyLimbs } from './word-arithmetic.ts';

// Each function takes word `i` (the top) and those below, and leaves the result in the lowest of them. Big operands go
// through bigint, whose division beats one written on limbs.

const magnitude = (value: bigint): bigint => (value < 0n ? -value : value);
const readSigned = (stack: WordStack, i: number): bigint => BigInt.asIntN(256, readBigint(stack, i));
const writeSigned = (stack: WordStack, i: number, value: bigint): void =>
  writeBigint(stack, i, BigInt.asUintN(256, value));

/** `top / next`; 0 for a divisor of 0. */
export function divWords(stack: WordStack, i: number): void {
  const divisor = readBigint(stack, i - 1);
  writeBigint(stack, i - 1, divisor === 0n ? 0n : readBigint(stack, i) / divisor);
}

/** `top / next`, both signed, truncated. */
export function sdivWords(stack: WordStack, i: number): void {
  const divisor = readSigned(stack, i - 1);
  writeSigned(stack, i - 1, divisor === 0n ? 0n : readSigned(stack, i) / divisor);
}

/** `top % next`; 0 for a divisor of 0. */
export function modWords(stack: WordStack, i: number): void {
  const divisor = readBigint(stack, i - 1);
  writeBigint(stack, i - 1, divisor === 0n ? 0n : readBigint(stack, i) % divisor);
}

/** `top % next`, both signed; the sign is the dividend's. */
export function smodWords(stack: WordStack, i: number): void {
  const divisor = magnitude(readSigned(stack, i - 1));
  writeSigned(stack, i - 1, divisor === 0n ? 0n : readSigned(stack, i) % divisor);
}

/** `(top + next) % third`, without a bound on the sum. */
export function addmodWords(stack: WordStack, i: number): void {
  const x = stack.small[i]!;
  const y = stack.small[i - 1]!;
  const n = stack.small[i - 2]!;
  if (n === 0) return;
  const sum = x + y;
  if (x >= 0 && y >= 0 && n > 0 && sum <= Number.MAX_SAFE_INTEGER) stack.small[i - 2] = sum % n;
  else writeBigint(stack, i - 2, (readBigint(stack, i) + readBigint(stack, i - 1)) % readBigint(stack, i - 2));
}

/** `(top * next) % third`, without a bound on the product. */
export function mulmodWords(stack: WordStack, i: number): void {
  const x = stack.small[i]!;
  const y = stack.small[i - 1]!;
  const n = stack.small[i - 2]!;
  if (n === 0) return;
  const product = x * y;
  if (x >= 0 && y >= 0 && n > 0 && product <= Number.MAX_SAFE_INTEGER) stack.small[i - 2] = product % n;
  else writeBigint(stack, i - 2, (readBigint(stack, i) * readBigint(stack, i - 1)) % readBigint(stack, i - 2));
}

/** `top ** next`, modulo 2^256. Words `i + 1` and above are scratch. */
export function expWords(stack: WordStack, i: number): void {
  const { small, limbs } = stack;
  spreadSmall(small, limbs, i);
  spreadSmall(small, limbs, i - 1);
  const base = i * 8;
  const exponent = base - 8;
  const result = base + 8;
  limbs.fill(0, result, result + 8);
  limbs[result] = 1;
  let top = 7;
  while (top >= 0 && limbs[exponent + top] === 0) top--;
  for (let k = 0; k <= top; k++) {
    let bits = limbs[exponent + k]!;
    const last = k === top ? 32 - Math.clz32(bits) : 32;
    for (let bit = 0; bit < last; bit++) {
      if ((bits & 1) === 1) multiplyLimbs(limbs, result, result, base);
      bits >>>= 1;
      if (k < top || bits !== 0) multiplyLimbs(limbs, base, base, base);
    }
  }
  limbs.copyWithin(exponent, result, result + 8);
  settle(small, limbs, i - 1);
}
