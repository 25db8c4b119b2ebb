// How the tests of a run, in processes of their own, give the reporter what their contracts used.

/** The provided value that the reporter sets where it collects. */
export const COLLECTS_ENERGY = '@coin/testing collects energy';

/** The member of a test's metadata that has the totals. */
export const ENERGY_TOTALS = '@coin/testing energy totals';
