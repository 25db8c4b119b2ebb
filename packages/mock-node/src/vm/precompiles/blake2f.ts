import { type Precompile, succeed } from './precompile.ts';

const INPUT_BYTES = 213;
const MASK = (1n << 64n) - 1n;

const IV = [
  0x6a09e667f3bcc908n,
  0xbb67ae8584caa73bn,
  0x3c6ef372fe94f82bn,
  0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n,
  0x9b05688c2b3e6c1fn,
  0x1f83d9abfb41bd6bn,
  0x5be0cd19137e2179n,
] as const;

// RFC 7693, section 2.7: the order of the message words in ten rounds.
const SIGMA = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
  [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
  [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
  [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
  [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
  [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
  [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
  [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
  [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
  [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
] as const;

// RFC 7693, section 3.2: the words that each of the eight mixings of a round works on.
const LANES = [
  [0, 4, 8, 12],
  [1, 5, 9, 13],
  [2, 6, 10, 14],
  [3, 7, 11, 15],
  [0, 5, 10, 15],
  [1, 6, 11, 12],
  [2, 7, 8, 13],
  [3, 4, 9, 14],
] as const;

const rotateRight = (value: bigint, bits: bigint): bigint => ((value >> bits) | (value << (64n - bits))) & MASK;

function mix(v: bigint[], [a, b, c, d]: readonly [number, number, number, number], x: bigint, y: bigint): void {
  v[a] = (v[a]! + v[b]! + x) & MASK;
  v[d] = rotateRight(v[d]! ^ v[a], 32n);
  v[c] = (v[c]! + v[d]) & MASK;
  v[b] = rotateRight(v[b]! ^ v[c], 24n);
  v[a] = (v[a] + v[b] + y) & MASK;
  v[d] = rotateRight(v[d] ^ v[a], 16n);
  v[c] = (v[c] + v[d]) & MASK;
  v[b] = rotateRight(v[b] ^ v[c], 63n);
}

function compress(input: Uint8Array): Uint8Array {
  const view = new DataView(input.buffer, input.byteOffset, input.byteLength);
  const words = (offset: number, count: number): bigint[] =>
    Array.from({ length: count }, (_, i) => view.getBigUint64(offset + 8 * i, true));
  const h = words(4, 8);
  const m = words(68, 16);
  const isLast = view.getUint8(212) === 1;
  const [low, high] = [view.getBigUint64(196, true), view.getBigUint64(204, true)];
  const v = [...h, IV[0], IV[1], IV[2], IV[3], IV[4] ^ low, IV[5] ^ high, isLast ? IV[6] ^ MASK : IV[6], IV[7]];
  const rounds = view.getUint32(0);
  for (let round = 0; round < rounds; round++) {
    const order = SIGMA[round % 10]!;
    for (const [i, lanes] of LANES.entries()) mix(v, lanes, m[order[2 * i]!]!, m[order[2 * i + 1]!]!);
  }
  const output = new Uint8Array(64);
  const out = new DataView(output.buffer);
  for (const [i, word] of h.entries()) out.setBigUint64(8 * i, word ^ v[i]! ^ v[i + 8]!, true);
  return output;
}

const isWellFormed = (input: Uint8Array): boolean =>
  input.length === INPUT_BYTES && (input[212] === 0 || input[212] === 1);

/** The compression function of BLAKE2b (EIP-152), one unit of energy per round. */
export const blake2f: Precompile = {
  energy: (input) => (isWellFormed(input) ? new DataView(input.buffer, input.byteOffset).getUint32(0) : 0),
  run: (input) => (isWellFormed(input) ? succeed(compress(input)) : { success: false, output: new Uint8Array(32) }),
};
