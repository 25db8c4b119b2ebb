const LONGEST_MS = 60_000;

/** The pause after a number of earlier failures in a row, in milliseconds: it doubles each time, with jitter. */
export const retryPause = (failures: number, retryDelayMs: number): number =>
  Math.min(retryDelayMs * 2 ** failures, LONGEST_MS) * (0.5 + Math.random() / 2);
