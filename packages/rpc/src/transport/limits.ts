import { numberArgument, refuse } from '../encoding/arguments.ts';
import type { Limit } from './client-options.ts';
import { sleep } from './sleep.ts';

/**
 * Lets at most so many requests be under way at once; the others wait in line. Give it to a client's `limits`, or one to several clients.
 *
 * @param most - 1 and up; a node of one's own takes 50 connections
 * @throws `ARGUMENT_INVALID` when it is no integer above 0
 *
 * Source: docs/protocol/node-configuration.md, Sizes, connections.
 *
 * @example
 * ```ts
 * import { concurrencyLimit, createNodeClient } from '@coin/rpc';
 *
 * const client = createNodeClient({ endpoints: 'http://127.0.0.1:8090', limits: [concurrencyLimit(4)] });
 * client.endpoint; // => 'http://127.0.0.1:8090'
 * ```
 */
export function concurrencyLimit(most: number): Limit {
  numberArgument('most', most, { least: 1 });
  let underWay = 0;
  const line = new Set<() => void>();
  const release = () => {
    const [next] = line;
    if (next === undefined) underWay--;
    else {
      line.delete(next);
      next();
    }
  };
  return (signal) =>
    new Promise((resolve, reject) => {
      const leave = () => {
        line.delete(enter);
        reject(signal.reason as Error);
      };
      const enter = () => {
        signal.removeEventListener('abort', leave);
        resolve(release);
      };
      if (signal.aborted) leave();
      else if (underWay < most) {
        underWay++;
        enter();
      } else {
        line.add(enter);
        signal.addEventListener('abort', leave);
      }
    });
}

/** A limiter that others share, by the shape of `rate-limiter-flexible`: consuming a point rejects with how long to wait. */
export interface RateStore {
  consume(key: string): Promise<unknown>;
}

/** How fast a client may ask. */
export interface RateLimitOptions {
  /** Requests a second. */
  perSecond: number;
  /** Requests that may go at once after a rest; `perSecond`, rounded up, by default. */
  burst?: number;
}

/**
 * Lets so many requests go in a second; the others wait. Give it to a client's `limits`, or one to several clients; for a whole fleet give a
 * store that counts for all, such as one of rate-limiter-flexible over Redis.
 *
 * @param options - `perSecond`: above 0, `burst`: 1 and up; or `store` and the `key` it counts under
 * @throws `ARGUMENT_INVALID` when a number is not above 0
 *
 * Source: docs/protocol/node-configuration.md, Rate limiting.
 *
 * @example
 * ```ts
 * import { createNodeClient, rateLimit } from '@coin/rpc';
 *
 * const client = createNodeClient({ endpoints: 'http://127.0.0.1:8090', limits: [rateLimit({ perSecond: 10 })] });
 * client.endpoint; // => 'http://127.0.0.1:8090'
 * ```
 */
export function rateLimit(options: RateLimitOptions | { store: RateStore; key: string }): Limit {
  const path = 'waiting for the rate limit';
  if ('store' in options) {
    const { store, key } = options;
    return async (signal) => {
      for (;;) {
        try {
          await store.consume(key);
          return;
        } catch (refusal) {
          const pause = (refusal as { msBeforeNext?: unknown } | undefined)?.msBeforeNext;
          if (typeof pause !== 'number') throw refusal;
          await sleep(Math.max(1, pause), path, signal);
        }
      }
    };
  }
  const { perSecond, burst = Math.ceil(perSecond) } = options;
  if (!(perSecond > 0 && perSecond < Infinity && burst >= 1))
    throw refuse('perSecond, burst', `${perSecond}, ${burst}`, 'above 0, and at least 1');
  const spacingMs = 1000 / perSecond;
  // The time at which the next request is due if none had ever rested; up to a burst's length in the past.
  let due = 0;
  return async (signal) => {
    const now = Date.now();
    due = Math.max(due, now - spacingMs * (burst - 1));
    const pause = due - now;
    due += spacingMs;
    if (pause > 0) await sleep(pause, path, signal);
  };
}
