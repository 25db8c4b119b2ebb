import { STEPS } from '../code/step-costs.ts';
import { type Precompile, succeed } from './precompile.ts';

const INPUT_BYTES = 213;

// The initial vector, the low half of each word first.
const IV = [
  0xf3bcc908, 0x6a09e667, 0x84caa73b, 0xbb67ae85, 0xfe94f82b, 0x3c6ef372, 0x5f1d36f1, 0xa54ff53a, 0xade682d1,
  0x510e527f, 0x2b3e6c1f, 0x9b05688c, 0xfb41bd6b, 0x1f83d9ab, 0x137e2179, 0x5be0cd19,
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

// RFC 7693, section 3.2: the words used by each of the eight mixings of a round.
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

/** Adds a word to another, and a third if given; words are pairs of halves, the low one first. */
function add(v: Uint32Array, to: number, from: number, low = 0, high = 0): void {
  const sum = v[to]! + v[from]! + low;
  v[to + 1] = v[to + 1]! + v[from + 1]! + high + Math.floor(sum / 2 ** 32);
  v[to] = sum;
}

/** Exclusive or, rotated right by fewer than 32 bits, after swapping the halves if `swaps`. */
function xorRotate(v: Uint32Array, to: number, from: number, bits: number, swaps: boolean): void {
  const x = v[to]! ^ v[from]!;
  const y = v[to + 1]! ^ v[from + 1]!;
  const low = swaps ? y : x;
  const high = swaps ? x : y;
  v[to] = bits === 0 ? low : (low >>> bits) | (high << (32 - bits));
  v[to + 1] = bits === 0 ? high : (high >>> bits) | (low << (32 - bits));
}

function mix(v: Uint32Array, lanes: (typeof LANES)[number], m: Uint32Array, x: number, y: number): void {
  const a = 2 * lanes[0];
  const b = 2 * lanes[1];
  const c = 2 * lanes[2];
  const d = 2 * lanes[3];
  add(v, a, b, m[2 * x], m[2 * x + 1]);
  xorRotate(v, d, a, 0, true);
  add(v, c, d);
  xorRotate(v, b, c, 24, false);
  add(v, a, b, m[2 * y], m[2 * y + 1]);
  xorRotate(v, d, a, 16, false);
  add(v, c, d);
  xorRotate(v, b, c, 31, true);
}

function compress(input: Uint8Array): Uint8Array {
  const view = new DataView(input.buffer, input.byteOffset, input.byteLength);
  const halves = (offset: number, count: number): Uint32Array =>
    Uint32Array.from({ length: count }, (_, i) => view.getUint32(offset + 4 * i, true));
  const h = halves(4, 16);
  const m = halves(68, 32);
  const v = Uint32Array.of(...h, ...IV);
  for (const [i, half] of halves(196, 4).entries()) v[24 + i] = v[24 + i]! ^ half;
  if (view.getUint8(212) === 1) for (const i of [28, 29]) v[i] = ~v[i]!;
  const rounds = view.getUint32(0);
  for (let round = 0; round < rounds; round++) {
    const order = SIGMA[round % 10]!;
    for (let i = 0; i < 8; i++) mix(v, LANES[i]!, m, order[2 * i]!, order[2 * i + 1]!);
  }
  const output = new Uint8Array(64);
  const out = new DataView(output.buffer);
  for (const [i, half] of h.entries()) out.setUint32(4 * i, half ^ v[i]! ^ v[i + 16]!, true);
  return output;
}

const isWellFormed = (input: Uint8Array): boolean =>
  input.length === INPUT_BYTES && (input[212] === 0 || input[212] === 1);

/** The compression function of BLAKE2b (EIP-152), one unit of energy per round. */
export const blake2f: Precompile = {
  energy: (input) => (isWellFormed(input) ? new DataView(input.buffer, input.byteOffset).getUint32(0) : 0),
  run: (input, { countSteps }) => {
    if (!isWellFormed(input)) return { success: false, output: new Uint8Array(32) };
    countSteps(STEPS.blake2fRound * new DataView(input.buffer, input.byteOffset).getUint32(0));
    return succeed(compress(input));
  },
};
