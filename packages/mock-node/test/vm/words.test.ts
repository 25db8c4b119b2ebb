import { scaled } from '@coin/test-kit/scaled';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { osaka, topOf } from '../support/vm-harness.ts';

const signed = (value: bigint): bigint => BigInt.asIntN(256, value);
const unsigned = (value: bigint): bigint => BigInt.asUintN(256, value);

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  let square = base;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if ((rest & 1n) === 1n) result = unsigned(result * square);
    square = unsigned(square * square);
  }
  return result;
}

function signExtend(index: bigint, value: bigint): bigint {
  return index > 30n ? value : unsigned(BigInt.asIntN(Number(index) * 8 + 8, value));
}

/** The instructions in bigint arithmetic; operands from the top of the stack. */
const reference: Readonly<Record<string, (...operands: readonly bigint[]) => bigint>> = {
  ADD: (x, y) => unsigned(x + y),
  SUB: (x, y) => unsigned(x - y),
  MUL: (x, y) => unsigned(x * y),
  DIV: (x, y) => (y === 0n ? 0n : x / y),
  SDIV: (x, y) => (y === 0n ? 0n : unsigned(signed(x) / signed(y))),
  MOD: (x, y) => (y === 0n ? 0n : x % y),
  SMOD: (x, y) => (y === 0n ? 0n : unsigned(signed(x) % signed(y))),
  ADDMOD: (x, y, n) => (n === 0n ? 0n : (x + y) % n),
  MULMOD: (x, y, n) => (n === 0n ? 0n : (x * y) % n),
  EXP: (x, y) => power(x, y),
  SIGNEXTEND: (x, y) => signExtend(x, y),
  LT: (x, y) => (x < y ? 1n : 0n),
  GT: (x, y) => (x > y ? 1n : 0n),
  SLT: (x, y) => (signed(x) < signed(y) ? 1n : 0n),
  SGT: (x, y) => (signed(x) > signed(y) ? 1n : 0n),
  EQ: (x, y) => (x === y ? 1n : 0n),
  ISZERO: (x) => (x === 0n ? 1n : 0n),
  AND: (x, y) => x & y,
  OR: (x, y) => x | y,
  XOR: (x, y) => x ^ y,
  NOT: (x) => unsigned(~x),
  BYTE: (x, y) => (x > 31n ? 0n : (y >> (8n * (31n - x))) & 0xffn),
  SHL: (x, y) => (x > 255n ? 0n : unsigned(y << x)),
  SHR: (x, y) => (x > 255n ? 0n : y >> x),
  CLZ: (x) => 256n - BigInt(x === 0n ? 0 : x.toString(2).length),
  SAR: (x, y) => unsigned(signed(y) >> (x > 255n ? 255n : x)),
};

// Words with long runs of equal bits, near powers of two and near 2^53: carries, estimates and word forms change there.
const limb = fc.oneof(fc.constantFrom(0n, 1n, 0xffff_ffffn, 0x8000_0000n, 0x7fff_ffffn), fc.bigInt(0n, 0xffff_ffffn));
const limbs = fc
  .array(limb, { minLength: 1, maxLength: 8 })
  .map((parts) => parts.reduce((value, part) => (value << 32n) | part, 0n));
const nearPower = fc
  .tuple(fc.integer({ min: 0, max: 256 }), fc.bigInt(-3n, 3n))
  .map(([bits, offset]) => unsigned((1n << BigInt(bits)) + offset));
const operand = fc.oneof(limbs, nearPower, fc.bigInt(0n, 300n), fc.bigInt(0n, (1n << 54n) - 1n));

describe('words', () => {
  test.each(Object.entries(reference))('%s agrees with bigint arithmetic', (name, compute) => {
    fc.assert(
      fc.property(operand, operand, operand, (x, y, z) => {
        const operands = [x, y, z].slice(0, compute.length === 0 ? 3 : compute.length);
        expect(topOf(`${z} ${y} ${x} ${name}`, { rules: osaka })).toBe(compute(...operands));
      }),
      { numRuns: scaled(100) },
    );
  });

  test('keep their values on the stack, in memory and in storage', () => {
    fc.assert(
      fc.property(operand, operand, (x, y) => {
        expect(topOf(`${x} ${y} DUP2 SWAP1 SWAP2 64 MSTORE 71 MLOAD 64 MLOAD POP POP POP 64 MLOAD`)).toBe(x);
        expect(topOf(`${x} ${y} SWAP1`)).toBe(x);
        expect(topOf(`${x} 5 SSTORE ${y} 6 SSTORE 5 SLOAD`)).toBe(x);
        expect(topOf(`${y} ${x} SSTORE ${x} SLOAD`)).toBe(y);
        expect(topOf(`${y} ${x} TSTORE ${x} TLOAD`)).toBe(y);
        expect(topOf(`${x} 3 MSTORE8 0 MLOAD`)).toBe((x & 0xffn) << 224n);
      }),
      { numRuns: scaled(60) },
    );
  });

  test('can be read from memory at any offset', () => {
    fc.assert(
      fc.property(operand, fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 140 }), (x, to, from) => {
        const memory = Buffer.alloc(300);
        memory.set(Buffer.from(x.toString(16).padStart(64, '0'), 'hex'), to);
        const expected = BigInt(`0x${memory.subarray(from, from + 32).toString('hex')}`);
        expect(topOf(`${x} ${to} MSTORE ${from} MLOAD`)).toBe(expected);
      }),
      { numRuns: scaled(60) },
    );
  });
});
