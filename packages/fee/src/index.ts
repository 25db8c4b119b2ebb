import { UNITS_PER_COIN } from '@coin/units';

export const DEFAULT_MAX_FEE_LIMIT = 15_000n * UNITS_PER_COIN;
