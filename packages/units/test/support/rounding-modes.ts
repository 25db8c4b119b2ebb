import { type Rounding } from '@coin/units';

/** A mode that is missing here does not compile, so no property can leave out a new one. */
const MODES: Readonly<Record<Rounding, true>> = {
  reject: true,
  floor: true,
  ceil: true,
  'toward-zero': true,
  'half-up': true,
  'half-even': true,
};

/** Every rounding mode. */
export const ROUNDING_MODES = Object.keys(MODES) as Rounding[];
