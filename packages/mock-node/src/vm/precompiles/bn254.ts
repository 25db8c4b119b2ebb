import { bn254 } from '@noble/curves/bn254.js';
import { STEPS } from '../code/step-costs.ts';
import {
  type Precompile,
  type PrecompileContext,
  FAILURE,
  inputSlice,
  outputWords,
  succeed,
  toBigint,
  toBytes,
} from './precompile.ts';

type PointG1 = InstanceType<typeof bn254.G1.Point>;
type PointG2 = InstanceType<typeof bn254.G2.Point>;

type CountSteps = PrecompileContext['countSteps'];

const PAIR_BYTES = 192;

const word = (input: Uint8Array, index: number): bigint => toBigint(inputSlice(input, 32 * index, 32));

/** The point at words `index` and `index + 1`; undefined if it is not on the curve. */
function readG1(input: Uint8Array, index: number, countSteps: CountSteps): PointG1 | undefined {
  const x = word(input, index);
  const y = word(input, index + 1);
  if (x === 0n && y === 0n) return bn254.G1.Point.ZERO;
  countSteps(STEPS.curvePoint);
  try {
    const point = bn254.G1.Point.fromAffine({ x, y });
    point.assertValidity();
    return point;
  } catch {
    return undefined;
  }
}

/** The point at words `index` to `index + 3`, imaginary parts first; undefined outside the subgroup. */
function readG2(input: Uint8Array, index: number, countSteps: CountSteps): PointG2 | undefined {
  const [x1, x0, y1, y0] = [0, 1, 2, 3].map((i) => word(input, index + i)) as [bigint, bigint, bigint, bigint];
  if (x0 === 0n && x1 === 0n && y0 === 0n && y1 === 0n) return bn254.G2.Point.ZERO;
  const order = bn254.fields.Fp.ORDER;
  if ([x0, x1, y0, y1].some((part) => part >= order)) return undefined;
  countSteps(STEPS.curveSubgroup);
  try {
    const point = bn254.G2.Point.fromAffine({ x: { c0: x0, c1: x1 }, y: { c0: y0, c1: y1 } });
    point.assertValidity();
    return point.isTorsionFree() ? point : undefined;
  } catch {
    return undefined;
  }
}

function encode(point: PointG1): Uint8Array {
  const output = new Uint8Array(64);
  if (point.is0()) return output;
  const { x, y } = point.toAffine();
  output.set(toBytes(x, 32));
  output.set(toBytes(y, 32), 32);
  return output;
}

/** Addition on the curve; 500 energy before Istanbul. */
export const bn254Add: Precompile = {
  energy: (_input, rules) => (rules.istanbul ? 150 : 500),
  run: (input, { countSteps }) => {
    const a = readG1(input, 0, countSteps);
    const b = readG1(input, 2, countSteps);
    countSteps(STEPS.curveAddition);
    return a === undefined || b === undefined ? FAILURE : succeed(encode(a.add(b)));
  },
};

/** Multiplication by a number of 256 bits; 40,000 energy before Istanbul. */
export const bn254Multiply: Precompile = {
  energy: (_input, rules) => (rules.istanbul ? 6000 : 40_000),
  run: (input, { countSteps }) => {
    const point = readG1(input, 0, countSteps);
    if (point === undefined) return FAILURE;
    countSteps(STEPS.curveMultiplication);
    return succeed(encode(point.multiplyUnsafe(word(input, 2) % bn254.fields.Fr.ORDER)));
  },
};

/** Pairing check over pairs of points; more expensive before Istanbul. */
export const bn254Pairing: Precompile = {
  energy: (input, rules) => {
    const pairs = Math.floor(input.length / PAIR_BYTES);
    return rules.istanbul ? 34_000 * pairs + 45_000 : 80_000 * pairs + 100_000;
  },
  run: (input, { countSteps }) => {
    if (input.length % PAIR_BYTES > 0) return FAILURE;
    const pairs: { g1: PointG1; g2: PointG2 }[] = [];
    for (let index = 0; index < input.length / 32; index += 6) {
      const g1 = readG1(input, index, countSteps);
      const g2 = g1 && readG2(input, index + 2, countSteps);
      if (g1 === undefined || g2 === undefined) return FAILURE;
      // A pair with a point at infinity contributes 1.
      if (!g1.is0() && !g2.is0()) pairs.push({ g1, g2 });
    }
    if (pairs.length > 0) countSteps(STEPS.pairing + STEPS.pairingPair * pairs.length);
    const { Fp12 } = bn254.fields;
    const holds = pairs.length === 0 || Fp12.eql(bn254.pairingBatch(pairs), Fp12.ONE);
    return succeed(outputWords(holds ? 1n : 0n));
  },
};
