import { type AbortSignalLike } from '@coin/units';
import { argumentInvalid, integerArgument, rejectUnknown } from '../encoding/arguments.ts';
import { sleepBy, systemClock } from './clock.ts';

/** Resolves when one more request may be sent; the function that it resolves to is called after reading the answer. */
export type Limit = (signal: AbortSignalLike) => Promise<(() => void) | void>;

/**
 * Limits the number of concurrent requests; further ones wait in a queue. Pass it in the `limits` of one client, or of
 * several that share it.
 *
 * Source: docs/protocol/node-configuration.md, Sizes, connections.
 *
 * @param maxConcurrent - 1 or more; a self-hosted node accepts 50 connections
 * @throws `ARGUMENT_INVALID` when it is not an integer above 0
 *
 * @example
 * ```ts
 * import { createConcurrencyLimit, createNodeClient, http } from '@coin/rpc';
 *
 * const transport = http('http://127.0.0.1:8090', { limits: [createConcurrencyLimit(4)] });
 * const client = createNodeClient({ transport });
 * client.endpoint; // => 'http://127.0.0.1:8090'
 * ```
 */
export function createConcurrencyLimit(maxConcurrent: number): Limit {
  integerArgument('maxConcurrent', maxConcurrent, { min: 1 });
  let inFlight = 0;
  const queue = new Set<() => void>();
  const release = () => {
    const [next] = queue;
    if (next === undefined) inFlight--;
    else {
      queue.delete(next);
      next();
    }
  };
  return (signal) =>
    new Promise((resolve, reject) => {
      const leave = () => {
        queue.delete(enter);
        reject(signal.reason);
      };
      const enter = () => {
        signal.removeEventListener('abort', leave);
        resolve(release);
      };
      if (signal.aborted) leave();
      else if (inFlight < maxConcurrent) {
        inFlight++;
        enter();
      } else {
        queue.add(enter);
        signal.addEventListener('abort', leave);
      }
    });
}

const ONCE_A_DAY = 1 / 86_400;
const MOST_REQUESTS = 1_000_000;
const SECOND_MS = 1000;

/** The rate at which a client may send requests. */
export interface RateLimitOptions {
  /** Requests per second: no second has more, rounded up. */
  readonly perSecond: number;
  /**
   * Requests that may be sent together after a pause; 1 by default, which spreads them evenly. If it exceeds
   * `perSecond`, a second has up to this many.
   */
  readonly burst?: number;
}

/**
 * Limits the number of requests per second; further ones wait. Pass it in the `limits` of one client, or of several
 * that share it, after a `createConcurrencyLimit`. For a fleet of processes, pass a store that counts for all of them,
 * such as rate-limiter-flexible over Redis.
 *
 * Requests leave at this rate. A gateway counts them as they arrive, up to the jitter of the connection closer
 * together, so stay a little below its limit.
 *
 * Source: docs/protocol/node-configuration.md, Rate limiting.
 *
 * @param options - `perSecond`: 1/86,400 to 1,000,000; `burst`: 1 to 1,000,000; or `store` and the `key` that it counts
 * under; `consume` of the store rejects with `msBeforeNext`, the time to wait, when no point is left
 * @throws `ARGUMENT_INVALID` when a number is out of range, or an option is unknown
 *
 * @example
 * ```ts
 * import { createNodeClient, http, createRateLimit } from '@coin/rpc';
 *
 * const transport = http('http://127.0.0.1:8090', { limits: [createRateLimit({ perSecond: 10 })] });
 * const client = createNodeClient({ transport });
 * client.endpoint; // => 'http://127.0.0.1:8090'
 * ```
 */
export function createRateLimit(
  options: RateLimitOptions | { store: { readonly consume: (key: string) => Promise<unknown> }; key: string },
): Limit {
  const path = 'waiting for the rate limit';
  if ('store' in options) {
    rejectUnknown(options, ['store', 'key']);
    const { store, key } = options;
    return async (signal) => {
      for (;;) {
        try {
          await store.consume(key);
          return;
        } catch (rejection) {
          const pause = (rejection as { msBeforeNext?: unknown } | undefined)?.msBeforeNext;
          if (typeof pause !== 'number' || Number.isNaN(pause)) throw rejection;
          await sleepBy(systemClock, { ms: Math.max(1, pause), path, signal });
        }
      }
    };
  }
  rejectUnknown(options, ['perSecond', 'burst']);
  const { perSecond, burst = 1 } = options;
  if (!(typeof perSecond === 'number' && perSecond >= ONCE_A_DAY && perSecond <= MOST_REQUESTS))
    throw argumentInvalid('perSecond', perSecond, `from 1/86400, once a day, to ${MOST_REQUESTS}`);
  integerArgument('burst', burst, { min: 1, max: MOST_REQUESTS });
  const spacingMs = SECOND_MS / perSecond;
  // When the next request is due at an even pace; after a pause it lies in the past, by the length of a burst at most.
  let due = -Infinity;
  // The times of the latest requests, as many as a second may have. The oldest of them is replaced next.
  const perWindow = Math.max(Math.ceil(perSecond), burst);
  const sentAt: number[] = [];
  let count = 0;
  return async (signal) => {
    const now = performance.now();
    due = Math.max(due, now - spacingMs * (burst - 1));
    const place = count++ % perWindow;
    const at = Math.max(now, due > now ? Math.ceil(due) : now, (sentAt[place] ?? -Infinity) + SECOND_MS);
    sentAt[place] = at;
    due += spacingMs;
    // Timers take whole milliseconds, and may fire a little early.
    for (let pause; (pause = Math.ceil(at - performance.now())) > 0;)
      await sleepBy(systemClock, { ms: pause, path, signal });
  };
}
