/** Wraps a sum or product around at 64 bits, as the node does. */
export const wrapLong = (value: bigint): bigint => BigInt.asIntN(64, value);

export const MAX_INT64 = 2n ** 63n - 1n;
export const MIN_INT64 = -(2n ** 63n);

/** Casts a double to a 64-bit integer: rounded toward zero, clamped to the type's range, 0 for NaN. */
export function truncateToLong(value: number): bigint {
  if (Number.isNaN(value)) return 0n;
  if (value >= 2 ** 63) return MAX_INT64;
  if (value <= -(2 ** 63)) return MIN_INT64;
  return BigInt(Math.trunc(value));
}

/** Whether a value fits a signed 64-bit integer. */
export const fitsLong = (value: bigint): boolean => value >= MIN_INT64 && value <= MAX_INT64;
