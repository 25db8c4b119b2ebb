/** The planner's source of time; tests pass their own. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /**
   * Resolves after this many milliseconds; only used while another process of a fleet reads. The runtime's timer by
   * default.
   */
  sleep?(ms: number): Promise<unknown>;
}

// Every JavaScript runtime has this timer, though the language does not define it.
declare const setTimeout: (callback: (value: unknown) => void, ms: number) => unknown;

export const systemClock: Clock = { now: () => Date.now() };

/** Resolves after this many milliseconds of a clock. */
export const sleepBy = (clock: Clock, ms: number): Promise<unknown> =>
  clock.sleep?.(ms) ?? new Promise((resolve) => setTimeout(resolve, ms));
