import { p256 } from '@noble/curves/nist.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { STEPS } from '../code/step-costs.ts';
import { type Precompile, outputWords, succeed } from './precompile.ts';

const NOTHING = /* @__PURE__ */ new Uint8Array(0);
const UNCOMPRESSED = /* @__PURE__ */ Uint8Array.of(4);

/** Whether 160 bytes are a hash, a signature `r`, `s`, and the coordinates of the point that made it. */
function isValid(input: Uint8Array): boolean {
  const key = concatBytes(UNCOMPRESSED, input.subarray(96));
  try {
    return p256.verify(input.subarray(32, 96), input.subarray(0, 32), key, { prehash: false, lowS: false });
  } catch {
    // The coordinates are not a point of the curve.
    return false;
  }
}

/** Checks a signature of secp256r1, the curve of passkeys. It returns 1, or nothing for any other input. */
export const p256Verify: Precompile = {
  energy: () => 6900,
  run: (input, { countSteps }) => {
    if (input.length !== 160) return succeed(NOTHING);
    countSteps(STEPS.signature);
    return succeed(isValid(input) ? outputWords(1n) : NOTHING);
  },
};
