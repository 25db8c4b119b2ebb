import { STEPS } from '../code/step-costs.ts';
import { type Precompile, inputInt, inputSlice, succeed, toBigint, toBytes } from './precompile.ts';

const HEADER = 96;
const NOTHING = /* @__PURE__ */ new Uint8Array(0);

function multiplicationComplexity(length: bigint): bigint {
  const square = length * length;
  if (length <= 64n) return square;
  if (length <= 1024n) return square / 4n + 96n * length - 3072n;
  return square / 16n + 480n * length - 199_680n;
}

/** Position of the highest bit of the exponent, from its first 32 bytes and its length. */
function adjustedExponentLength(input: Uint8Array, baseLength: number, exponentLength: number): bigint {
  const head = toBigint(inputSlice(input, HEADER + baseLength, Math.min(exponentLength, 32)));
  const highest = BigInt(head === 0n ? 0 : head.toString(2).length - 1);
  return exponentLength <= 32 ? highest : 8n * BigInt(exponentLength - 32) + highest;
}

function modPow(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n % modulus;
  const reduced = base % modulus;
  for (const bit of exponent.toString(2)) {
    result = (result * result) % modulus;
    if (bit === '1') result = (result * reduced) % modulus;
  }
  return result;
}

/** Modular exponentiation, priced by EIP-198 without a minimum. */
export const modularExponentiation: Precompile = {
  energy: (input) => {
    const baseLength = inputInt(input, 0);
    const exponentLength = inputInt(input, 1);
    const complexity = multiplicationComplexity(BigInt(Math.max(baseLength, inputInt(input, 2))));
    const adjusted = adjustedExponentLength(input, baseLength, exponentLength);
    return Number((complexity * (adjusted > 1n ? adjusted : 1n)) / 20n);
  },
  run: (input, { countSteps }) => {
    const baseLength = inputInt(input, 0);
    const exponentLength = inputInt(input, 1);
    const modulusLength = inputInt(input, 2);
    // Bytes past the end are zero and never allocated, regardless of the length.
    const argument = (offset: number, length: number): bigint => {
      if (offset >= input.length || length === 0) return 0n;
      const present = input.subarray(offset, Math.min(input.length, offset + length));
      return toBigint(present) << BigInt(8 * (length - present.length));
    };
    const limbs = Math.ceil(Math.max(baseLength, modulusLength) / 8);
    const multiplication = STEPS.modularMultiplication + STEPS.modularLimbPair * limbs * limbs;
    // A square for each bit of the exponent, and one more multiplication for half of the bits on average.
    countSteps(1.5 * multiplication * (Number(adjustedExponentLength(input, baseLength, exponentLength)) + 2));
    const modulus = argument(HEADER + baseLength + exponentLength, modulusLength);
    if (modulus === 0n) return succeed(NOTHING);
    const base = argument(HEADER, baseLength);
    const exponent = argument(HEADER + baseLength, exponentLength);
    return succeed(toBytes(modPow(base, exponent, modulus), modulusLength));
  },
};
