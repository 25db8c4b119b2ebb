export const UNITS_PER_COIN = 1_000_000n;
