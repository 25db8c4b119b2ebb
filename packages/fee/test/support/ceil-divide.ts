/** ⌈numerator / denominator⌉ by search from the definition: the smallest n with n * denominator >= numerator. */
export function ceilDivide(numerator: bigint, denominator: bigint): bigint {
  let [low, high] = [-1n, numerator < 0n ? 0n : numerator];
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    if (middle * denominator >= numerator) high = middle;
    else low = middle;
  }
  return high;
}
