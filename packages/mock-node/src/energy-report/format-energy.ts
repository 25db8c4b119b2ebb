/** Energy with its thousands separated. */
export const formatEnergy = (energy: bigint): string => energy.toLocaleString('en-US');

const UNITS_PER_COIN = 1_000_000n;

/** Small units, 0 or more, as a decimal of coins with six places. */
export function formatPrice(amount: bigint): string {
  return `${amount / UNITS_PER_COIN}.${String(amount % UNITS_PER_COIN).padStart(6, '0')}`;
}

/** A part of a whole in percent, rounded to a whole number. */
export function formatShare(part: bigint, whole: bigint): string {
  return whole === 0n ? '0 %' : `${(part * 200n + whole) / (whole * 2n)} %`;
}
