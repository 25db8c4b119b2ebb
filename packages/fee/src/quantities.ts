/** An amount of coin in small units (1 coin = 1,000,000), as `bigint`. */
export type SmallUnits = bigint & { readonly __unit?: 'SmallUnits' };

/** Units of energy, the computing effort of the virtual machine. */
export type Energy = bigint & { readonly __unit?: 'Energy' };

/** The price of one unit of energy, in small units. */
export type EnergyPrice = bigint & { readonly __unit?: 'EnergyPrice' };

/** An energy penalty coefficient in ten-thousandths, the node's own scale: 3400n is 0.34. */
export type EnergyFactor = bigint & { readonly __unit?: 'EnergyFactor' };

/** Bytes of bandwidth, or of anything that is stored. */
export type Bytes = number;
