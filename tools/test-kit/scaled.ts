/** How much longer a suite runs in `test:full` than in `test`. */
export const FACTOR = Number(process.env['TEST_FACTOR'] ?? 1);

/** The number of cases that a long suite draws, or the milliseconds it may take: more in `test:full`. */
export const scaled = (count: number): number => Math.ceil(count * FACTOR);

/** The first entries of a list of slow cases; all of them in `test:full`. */
export const sampled = <T>(cases: readonly T[], count = 1): readonly T[] =>
  FACTOR > 1 ? cases : cases.slice(0, count);

/** Every so many-th entry of a list of slow cases, from a drawn place on; all of them in `test:full`. */
export const everyNth = <T>(cases: readonly T[], step: number): readonly T[] => {
  const first = Math.floor(Math.random() * step);
  return FACTOR > 1 ? cases : cases.filter((_, index) => index % step === first);
};

/** One entry of a list for each index, cycling through the list; all of them in `test:full`. */
export const inTurn = <T>(cases: readonly T[], index: number): readonly T[] =>
  FACTOR > 1 ? cases : cases.slice(index % cases.length, (index % cases.length) + 1);
