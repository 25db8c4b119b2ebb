/** Formats energy with thousands separators. */
export const formatEnergy = (energy: bigint): string => energy.toLocaleString('en-US');

const UNITS_PER_COIN = 1_000_000n;

/** Formats small units, 0 or more, as coins with six decimals. */
export function formatPrice(amount: bigint): string {
  return `${amount / UNITS_PER_COIN}.${String(amount % UNITS_PER_COIN).padStart(6, '0')}`;
}

/** Formats a share as a percentage, rounded to a whole number. */
export function formatShare(part: bigint, whole: bigint): string {
  return whole === 0n ? '0 %' : `${(part * 200n + whole) / (whole * 2n)} %`;
}

/** Formats the change of an amount above 0 in percent, with one decimal. */
export function formatChange(from: number, to: number): string {
  return `${to > from ? '+' : '−'}${((Math.abs(to - from) / from) * 100).toFixed(1)} %`;
}
