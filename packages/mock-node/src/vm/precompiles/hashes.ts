import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { STEPS } from '../code/step-costs.ts';
import { type Precompile, inputWords, succeed } from './precompile.ts';

export const sha256Hash: Precompile = {
  energy: (input) => 60 + 12 * inputWords(input),
  run: (input, { countSteps }) => {
    countSteps(STEPS.sha256Byte * input.length);
    return succeed(sha256(input));
  },
};

/** Address 3, which is RIPEMD-160 on Ethereum: SHA-256 of the first 20 bytes of a SHA-256. */
export const doubleSha256: Precompile = {
  energy: (input) => 600 + 120 * inputWords(input),
  run: (input, { countSteps }) => {
    countSteps(STEPS.sha256Byte * input.length);
    return succeed(sha256(sha256(input).subarray(0, 20)));
  },
};

export const ripemd160Hash: Precompile = {
  energy: (input) => 600 + 120 * inputWords(input),
  run: (input, { countSteps }) => {
    countSteps(STEPS.ripemd160Byte * input.length);
    const output = new Uint8Array(32);
    output.set(ripemd160(input), 12);
    return succeed(output);
  },
};

export const identity: Precompile = {
  energy: (input) => 15 + 3 * inputWords(input),
  run: (input) => succeed(input),
};
