/** What a 64-bit sum or product of the node is: it wraps around. */
export const wrapLong = (value: bigint): bigint => BigInt.asIntN(64, value);

export const MAX_INT64 = 2n ** 63n - 1n;
export const MIN_INT64 = -(2n ** 63n);

/** A double cast to a 64-bit integer: truncated toward zero, bounded by the type, 0 for what is no number. */
export function truncateToLong(value: number): bigint {
  if (Number.isNaN(value)) return 0n;
  if (value >= 2 ** 63) return MAX_INT64;
  if (value <= -(2 ** 63)) return MIN_INT64;
  return BigInt(Math.trunc(value));
}

/** Whether a value is one of a signed 64-bit integer. */
export const fitsLong = (value: bigint): boolean => value >= MIN_INT64 && value <= MAX_INT64;
