/** How much longer a suite runs in `test:full` than in `test`. */
const FACTOR = Number(process.env['TEST_FACTOR'] ?? 1);

/** The number of cases that a long suite draws, or the milliseconds it may take: more in `test:full`. */
export const scaled = (count: number): number => Math.ceil(count * FACTOR);
