/** How much longer a suite runs in `test:full` than in `test`. */
export const FACTOR = Number(process.env['TEST_FACTOR'] ?? 1);

/** The number of cases that a long suite draws, or the milliseconds it may take: more in `test:full`. */
export const scaled = (count: number): number => Math.ceil(count * FACTOR);

/** The first entries of a list of slow cases; all of them in `test:full`. */
export const sampled = <T>(cases: readonly T[], count = 1): readonly T[] =>
  FACTOR > 1 ? cases : cases.slice(0, count);

/** One entry of a list for each index, cycling through the list; all of them in `test:full`. */
export const inTurn = <T>(cases: readonly T[], index: number): readonly T[] =>
  FACTOR > 1 ? cases : cases.slice(index % cases.length, (index % cases.length) + 1);
