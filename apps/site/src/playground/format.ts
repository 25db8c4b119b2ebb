import { createLocale, formatCoin, formatUnits } from '@coin/units';

const grouped = { locale: createLocale('en') };

/** Small units as coin, exactly: `1,234.5`. */
export const coin = (amount: bigint | number): string => formatCoin(BigInt(amount), grouped);

/** Small units as whole coins, rounded to the nearest: `1,235`. */
export const wholeCoin = (amount: bigint | number): string =>
  formatUnits((BigInt(amount) + 500_000n) / 1_000_000n, 0, grouped);

/** A count with groups of three digits: units of energy, blocks, bytes. */
export const count = (value: bigint | number): string => formatUnits(BigInt(value), 0, grouped);

/** An energy factor in ten-thousandths as a decimal: 3,400 is `0.34`. */
export const factor = (value: bigint | number): string => formatUnits(BigInt(value), 4, grouped);
