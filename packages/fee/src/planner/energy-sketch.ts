import type { Energy } from '@coin/units';
import { greatest, least } from '../require-quantity.ts';

// Buckets grow by 2 %, so that the median is at most 2 % above the true one, and never below it. A few hundred would span
// all of int64; a function's costs lie within a few dozen.
const GROWTH = 1.02;
const MOST_BUCKETS = 64;

/** What can be said of many amounts of energy without keeping them. */
export interface EnergySketch {
  readonly count: number;
  readonly min: Energy;
  readonly max: Energy;
  /** Amounts a bucket, by the bucket's number, ascending; bucket b holds what is above 1.02^(b-1) and up to 1.02^b. */
  readonly buckets: readonly (readonly [bucket: number, count: number])[];
}

const edge = (bucket: number): bigint => BigInt(Math.ceil(GROWTH ** bucket));

function bucketOf(energy: Energy): number {
  let bucket = Math.max(0, Math.ceil(Math.log(Number(energy)) / Math.log(GROWTH)));
  // Math.log is only approximately the same on every engine; no amount may lie above its bucket.
  while (edge(bucket) < energy) bucket++;
  return bucket;
}

/** The sketch with one amount more; the two lowest buckets are joined where there are too many. */
export function withEnergy(sketch: EnergySketch | undefined, energy: Energy): EnergySketch {
  const { count, min, max, buckets: known } = sketch ?? { count: 0, min: energy, max: energy, buckets: [] };
  const bucket = bucketOf(energy);
  const counts = new Map(known);
  counts.set(bucket, (counts.get(bucket) ?? 0) + 1);
  const buckets = [...counts].sort(([a], [b]) => a - b);
  const [lowest, second] = buckets;
  if (buckets.length > MOST_BUCKETS && lowest !== undefined && second !== undefined) {
    buckets.splice(0, 2, [second[0], lowest[1] + second[1]]);
  }
  return { count: count + 1, min: least(energy, min), max: greatest(energy, max), buckets };
}

/** An amount that at least half of all amounts do not exceed. */
export function medianOf(sketch: EnergySketch): Energy {
  let left = sketch.count / 2;
  for (const [bucket, count] of sketch.buckets) {
    left -= count;
    if (left <= 0) return least(edge(bucket), sketch.max);
  }
  return sketch.max;
}
