import { keccakP } from '@noble/hashes/sha3.js';

const RATE = 136;

// One state for all hashes, because each hash is computed within one call.
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

function hashInto(bytes: Uint8Array, offset: number, length: number, limbs: Int32Array, to: number): void {
  absorb(bytes, offset, length);
  for (let k = 0; k < 8; k++) {
    const from = 28 - 4 * k;
    limbs[to + k] =
      (stateBytes[from]! << 24) | (stateBytes[from + 1]! << 16) | (stateBytes[from + 2]! << 8) | stateBytes[from + 3]!;
  }
}

const CACHED_BYTES = 64;
const CACHED_LIMBS = CACHED_BYTES / 4;
const ENTRIES = 4096;

/** Hashes of recent 64-byte inputs: one entry per value of a short hash of the input. */
interface HashCache {
  readonly inputs: Int32Array;
  readonly hashes: Int32Array;
  readonly used: Uint8Array;
}

let cache: HashCache | undefined;
const input = /* @__PURE__ */ new Int32Array(CACHED_LIMBS);

/**
 * keccak-256 of a part of `bytes`, written as eight limbs, lowest first, at `to`. Solidity hashes 64 bytes for the slot
 * of a mapping's entry, often repeatedly. The last few thousand hashes are cached, in 400 kB.
 */
export function keccakLimbs(bytes: Uint8Array, offset: number, length: number, limbs: Int32Array, to: number): void {
  if (length !== CACHED_BYTES) {
    hashInto(bytes, offset, length, limbs, to);
    return;
  }
  cache ??= {
    inputs: new Int32Array(ENTRIES * CACHED_LIMBS),
    hashes: new Int32Array(ENTRIES * 8),
    used: new Uint8Array(ENTRIES),
  };
  let short = 0;
  for (let k = 0; k < CACHED_LIMBS; k++) {
    const from = offset + 4 * k;
    const limb = (bytes[from]! << 24) | (bytes[from + 1]! << 16) | (bytes[from + 2]! << 8) | bytes[from + 3]!;
    input[k] = limb;
    short = Math.imul(short ^ limb, 0x9e37_79b1) ^ (short >>> 15);
  }
  const entry = (short ^ (short >>> 16)) & (ENTRIES - 1);
  const { inputs, hashes, used } = cache;
  const at = entry * CACHED_LIMBS;
  let isKnown = used[entry] === 1;
  for (let k = 0; isKnown && k < CACHED_LIMBS; k++) isKnown = inputs[at + k] === input[k];
  if (!isKnown) {
    hashInto(bytes, offset, length, hashes, entry * 8);
    inputs.set(input, at);
    used[entry] = 1;
  }
  for (let k = 0; k < 8; k++) limbs[to + k] = hashes[entry * 8 + k]!;
}
