import type { Flavour } from '@coin/units';

/** Units of energy, the computing effort of the virtual machine. */
export type Energy = Flavour<'Energy'>;

/** The price of one unit of energy, in small units. */
export type EnergyPrice = Flavour<'EnergyPrice'>;

/** An energy penalty coefficient in ten-thousandths, the node's own scale: 3400n is 0.34. */
export type EnergyFactor = Flavour<'EnergyFactor'>;
