/**
 * The part of an `AbortSignal` that a wait or a read needs: any `AbortSignal` is one.
 *
 * Source: Decision: declared by shape, because neither the language nor this package has the platform's type.
 */
export interface AbortSignalLike {
  readonly aborted: boolean;
  /** What an aborted wait or read rejects with; some platforms leave it out. */
  readonly reason?: unknown;
  readonly addEventListener: (type: 'abort', listener: () => void, options?: { readonly once?: boolean }) => void;
  readonly removeEventListener: (type: 'abort', listener: () => void) => void;
}

/**
 * A source of time: pass one to a client, a planner or an outbox to replace the system's clock, for example in a test.
 *
 * Source: Decision: declared here once, so that one clock serves every package.
 *
 * @example
 * ```ts
 * import type { Clock } from '@coin/units';
 *
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
  /** Resolves after `ms` milliseconds, 0 or more. Rejects with the reason of `signal` when it is aborted first. */
  readonly sleep: (ms: number, options?: { readonly signal?: AbortSignalLike }) => Promise<void>;
}
