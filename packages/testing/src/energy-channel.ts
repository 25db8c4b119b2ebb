// How the tests of a run, in separate processes, send the reporter the energy of their contracts.

/** The provided value that the reporter sets if it collects energy. */
export const COLLECTS_ENERGY = '@coin/testing collects energy';

/** The key of the totals in a test's metadata. */
export const ENERGY_TOTALS = '@coin/testing energy totals';
