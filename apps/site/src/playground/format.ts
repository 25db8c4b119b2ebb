import { decimalStyle, formatCoin, formatUnits } from '@coin/units';

const grouped = decimalStyle({ grouping: ',' });
const rounded = decimalStyle({ grouping: ',', maxDecimals: 2, minDecimals: 2, rounding: 'half-even' });

/** Small units as coin, exactly: `1,234.5`. */
export const coin = (amount: bigint | number): string => formatCoin(BigInt(amount), grouped);

/** Small units as coin with two decimals, for amounts of which no one reads the rest. */
export const roundedCoin = (amount: bigint): string => formatCoin(amount, rounded);

/** A count with groups of three digits: units of energy, blocks, bytes. */
export const count = (value: bigint | number): string => formatUnits(BigInt(value), 0, grouped);

/** An energy factor in ten-thousandths as a decimal: 3,400 is `0.34`. */
export const factor = (value: bigint | number): string => formatUnits(BigInt(value), 4, grouped);

/** Percent: `120 %`. */
export const percent = (value: bigint | number): string => `${count(value)} %`;
