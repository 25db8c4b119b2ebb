/** The part of an `AbortSignal` that a wait or a read needs. Any `AbortSignal` is one. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  /** The error that an aborted wait or read rejects with. Some platforms leave it out. */
  readonly reason?: unknown;
  readonly addEventListener: (type: 'abort', listener: () => void, options?: { readonly once?: boolean }) => void;
  readonly removeEventListener: (type: 'abort', listener: () => void) => void;
}

/**
 * A source of time. Pass one to a client, a planner or an outbox to replace the system's clock, for example in a test.
 * @example
 * ```ts
 * import type { Clock } from '@coin/units';
 * const start = 1_795_250_000_000;
 * let waited = 0;
 * const clock: Clock = {
 *   now: () => start + waited,
 *   sleep: async (ms) => {
 *     waited += ms;
 *   },
 * };
 * await clock.sleep(3_000);
 * clock.now() - start; // => 3_000
 * ```
 */
export interface Clock {
  /** Returns the time in milliseconds since 1970. */
  readonly now: () => number;
  /** Resolves after `ms` milliseconds, 0 or more. Rejects with the reason of `signal` if it is aborted first. */
  readonly sleep: (ms: number, options?: { readonly signal?: AbortSignalLike }) => Promise<void>;
}
