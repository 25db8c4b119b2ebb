const PER_DECADE = 20;

/** Positions of a slider for values between powers of ten: each step changes the value by the same share. */
export interface LogScale {
  readonly positions: number;
  /** The value at a position, with two digits that count. */
  readonly valueAt: (position: number) => number;
  /** The position that is nearest to a value. */
  readonly positionOf: (value: number) => number;
}

/**
 * @param options.min - the lowest value, a power of ten from 10
 * @param options.max - the highest value, a power of ten
 * @param options.hasZero - whether the first position stands for 0
 */
export function logScale({ min, max, hasZero }: { min: number; max: number; hasZero: boolean }): LogScale {
  const first = hasZero ? 1 : 0;
  const lowest = Math.round(Math.log10(min));
  const positions = first + (Math.round(Math.log10(max)) - lowest) * PER_DECADE;
  return {
    positions,
    valueAt(position) {
      if (position < first) return 0;
      const exponent = lowest + (position - first) / PER_DECADE;
      const unit = 10 ** (Math.floor(exponent) - 1);
      return Math.round(10 ** exponent / unit) * unit;
    },
    positionOf(value) {
      if (value < min) return hasZero && value * 2 < min ? 0 : first;
      const position = first + Math.round((Math.log10(value) - lowest) * PER_DECADE);
      return Math.min(position, positions);
    },
  };
}
