import { type PlatformSignal } from './platform.ts';

/** A source of time, of the same shape as that of the planner of `@coin/fee`: one clock serves both. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after this many milliseconds: replaces the timer between two polls of a wait. */
  sleep?(ms: number, options?: { signal?: PlatformSignal }): Promise<unknown>;
}

export const systemClock: Clock = { now: () => Date.now() };
