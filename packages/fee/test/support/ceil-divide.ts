/** ⌈numerator / denominator⌉ by search from the definition: the smallest n with n * denominator >= numerator. */
export function smallestCovering(numerator: bigint, denominator: bigint): bigint {
  let [low, high] = [-1n, numerator < 0n ? 0n : numerator];
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    if (middle * denominator >= numerator) high = middle;
    else low = middle;
  }
  return high;
}

/** The code of the error that `run` throws, 'NONE' when it throws nothing. */
export function codeOf(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return (error as { code?: unknown }).code ?? error;
  }
  return 'NONE';
}
