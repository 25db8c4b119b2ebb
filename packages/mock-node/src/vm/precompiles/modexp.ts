import { STEPS } from '../code/step-costs.ts';
import { FrameException } from '../machine/frame-exception.ts';
import { type Precompile, FAILURE, inputInt, inputSlice, succeed, toBigint, toBytes } from './precompile.ts';

const HEADER = 96;
/** Maximum bytes of each number since Osaka. */
const MAX_LENGTH = 1024;
const MIN_ENERGY = 500n;
const NOTHING = /* @__PURE__ */ new Uint8Array(0);

function multiplicationComplexity(length: bigint): bigint {
  const square = length * length;
  if (length <= 64n) return square;
  if (length <= 1024n) return square / 4n + 96n * length - 3072n;
  return square / 16n + 480n * length - 199_680n;
}

/** Position of the highest bit of the exponent's first 32 bytes. */
function highestBit(input: Uint8Array, baseLength: number, exponentLength: number): bigint {
  const head = toBigint(inputSlice(input, HEADER + baseLength, Math.min(exponentLength, 32)));
  return BigInt(head === 0n ? 0 : head.toString(2).length - 1);
}

/** Position of the exponent's highest bit, if its first 32 bytes are not 0. Bytes after these count `perByte`. */
function iterations(input: Uint8Array, baseLength: number, exponentLength: number, perByte: bigint): bigint {
  const count = highestBit(input, baseLength, exponentLength) + perByte * BigInt(Math.max(0, exponentLength - 32));
  return count > 1n ? count : 1n;
}

/** The price of Osaka, TIP-7883. */
function osakaEnergy(words: bigint, iterationCount: bigint): bigint {
  const energy = (words <= 4n ? 16n : 2n * words * words) * iterationCount;
  return energy > MIN_ENERGY ? energy : MIN_ENERGY;
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

/** Modular exponentiation, priced by EIP-198 without a minimum until Osaka. */
export const modularExponentiation: Precompile = {
  energy: (input, { osaka }) => {
    const baseLength = inputInt(input, 0);
    const exponentLength = inputInt(input, 1);
    const length = Math.max(baseLength, inputInt(input, 2));
    const count = iterations(input, baseLength, exponentLength, osaka ? 16n : 8n);
    if (osaka) return Number(osakaEnergy(BigInt(Math.ceil(length / 8)), count));
    return Number((multiplicationComplexity(BigInt(length)) * count) / 20n);
  },
  run: (input, { rules, countSteps }) => {
    const baseLength = inputInt(input, 0);
    const exponentLength = inputInt(input, 1);
    const modulusLength = inputInt(input, 2);
    if (rules.osaka && Math.max(baseLength, exponentLength, modulusLength) > MAX_LENGTH) return FAILURE;
    if (rules.version4811 && baseLength === 0 && modulusLength === 0 && exponentLength > MAX_LENGTH)
      throw new FrameException('OutOfTimeException', 'CPU timeout for modExp executing');
    // Bytes past the end are zero and never allocated, regardless of the length.
    const argument = (offset: number, length: number): bigint => {
      if (offset >= input.length || length === 0) return 0n;
      const present = input.subarray(offset, Math.min(input.length, offset + length));
      return toBigint(present) << BigInt(8 * (length - present.length));
    };
    const limbs = Math.ceil(Math.max(baseLength, modulusLength) / 8);
    const multiplication = STEPS.modularMultiplication + STEPS.modularLimbPair * limbs * limbs;
    // A square for each bit of the exponent, and one more multiplication for half of the bits on average.
    countSteps(1.5 * multiplication * (Number(iterations(input, baseLength, exponentLength, 8n)) + 2));
    const modulus = argument(HEADER + baseLength + exponentLength, modulusLength);
    if (modulus === 0n) return succeed(rules.osaka ? new Uint8Array(modulusLength) : NOTHING);
    const base = argument(HEADER, baseLength);
    const exponent = argument(HEADER + baseLength, exponentLength);
    return succeed(toBytes(modPow(base, exponent, modulus), modulusLength));
  },
};
