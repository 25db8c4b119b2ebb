import { type Energy } from '@coin/units';
import { max, min } from '../../bigint-math.ts';

// Buckets grow by 2 %, so the median is at most 2 % above the true one and never below it. A few hundred buckets
// would span all of int64; the costs of one function fall within a few dozen.
const GROWTH = 1.02;
const MAX_BUCKETS = 64;

/** A summary of many amounts of energy that does not keep them. */
export interface EnergySketch {
  readonly count: number;
  readonly min: Energy;
  readonly max: Energy;
  /**
   * How many amounts each bucket holds, in ascending order; bucket b is for amounts above 1.02^(b-1) and up to 1.02^b.
   */
  readonly buckets: readonly (readonly [bucket: number, count: number])[];
}

const upperBound = (bucket: number): bigint => BigInt(Math.ceil(GROWTH ** bucket));

function bucketOf(energy: Energy): number {
  let bucket = Math.max(0, Math.ceil(Math.log(Number(energy)) / Math.log(GROWTH)));
  // Math.log is only approximately the same in every engine; no amount may be above its bucket.
  while (upperBound(bucket) < energy) bucket++;
  return bucket;
}

/** The sketch with one more amount; the two lowest buckets are merged if there are too many. */
export function withEnergy(sketch: EnergySketch | undefined, energy: Energy): EnergySketch {
  const previous = sketch ?? { count: 0, min: energy, max: energy, buckets: [] };
  const bucket = bucketOf(energy);
  const counts = new Map(previous.buckets);
  counts.set(bucket, (counts.get(bucket) ?? 0) + 1);
  const buckets = [...counts].sort(([a], [b]) => a - b);
  if (buckets.length > MAX_BUCKETS) {
    const [[, lowest], [second, count]] = buckets.splice(0, 2) as [[number, number], [number, number]];
    buckets.unshift([second, lowest + count]);
  }
  return { count: previous.count + 1, min: min(energy, previous.min), max: max(energy, previous.max), buckets };
}

/** An amount that at least half of all amounts do not exceed. */
export function medianOf(sketch: EnergySketch): Energy {
  let remaining = sketch.count / 2;
  for (const [bucket, count] of sketch.buckets) {
    remaining -= count;
    if (remaining <= 0) return min(upperBound(bucket), sketch.max);
  }
  return sketch.max;
}
