import { keccakP } from '@noble/hashes/sha3.js';

const RATE = 136;

// One state for all hashes: a hash starts and ends within one call.
const state = /* @__PURE__ */ new Uint32Array(50);
const stateBytes = /* @__PURE__ */ new Uint8Array(state.buffer);

/** Leaves the keccak-256 of `bytes[offset … offset + length)` in the first 32 bytes of the shared state. */
function absorb(bytes: Uint8Array, offset: number, length: number): void {
  state.fill(0);
  let at = offset;
  const end = offset + length;
  while (end - at >= RATE) {
    for (let i = 0; i < RATE; i++) stateBytes[i] = stateBytes[i]! ^ bytes[at + i]!;
    keccakP(state);
    at += RATE;
  }
  const rest = end - at;
  for (let i = 0; i < rest; i++) stateBytes[i] = stateBytes[i]! ^ bytes[at + i]!;
  stateBytes[rest] = stateBytes[rest]! ^ 1;
  stateBytes[RATE - 1] = stateBytes[RATE - 1]! ^ 0x80;
  keccakP(state);
}

/** keccak-256, 32 bytes. */
export function keccak256(bytes: Uint8Array): Uint8Array {
  absorb(bytes, 0, bytes.length);
  return stateBytes.slice(0, 32);
}

/** keccak-256 of a part of `bytes`, written as eight limbs, lowest first, at `to`. */
export function keccakLimbs(bytes: Uint8Array, offset: number, length: number, limbs: Int32Array, to: number): void {
  absorb(bytes, offset, length);
  for (let k = 0; k < 8; k++) {
    const from = 28 - 4 * k;
    limbs[to + k] =
      (stateBytes[from]! << 24) | (stateBytes[from + 1]! << 16) | (stateBytes[from + 2]! << 8) | stateBytes[from + 3]!;
  }
}
