// How the tests of a run, in processes of their own, give the reporter what their contracts used.

/** The provided value that the reporter sets where it collects. */
export const COLLECTS_ENERGY = '@coin/mock-node collects energy';

/** The member of a test's metadata that has the totals. */
export const ENERGY_TOTALS = '@coin/mock-node energy totals';
