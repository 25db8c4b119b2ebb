import { type Clock, type ReadOptions } from '@coin/units';
import { fromJson, toJson } from './bigint-json.ts';
import { type PlanStore } from './plan-store.ts';
import { type Dedupe } from './single-flight.ts';
import { undefinedIfFailing } from './undefined-if-failing.ts';

/** How long other processes wait for the one that is reading, before they read for themselves. */
const LEASE_MS = 5_000;
const POLL_MS = 50;
/** No maintenance cycle is longer than a day, so an entry that claims to be valid for longer is wrong. */
const MAX_ENTRY_MS = 25 * 3_600_000;

/** A read whose answer is kept in a cache. */
export interface CachedRead<T> {
  readonly key: string;
  readonly fetch: (options: ReadOptions) => Promise<T>;
  /** Returns a valid answer, and throws for any other. */
  readonly validate: (answer: T) => T;
  /** Until when an answer may be kept, in milliseconds since 1970. */
  readonly expiresAt: (answer: T, now: number) => number;
}

export interface ReadThrough {
  /**
   * Returns the cached answer, or a new one. If the cache can elect a leader, the leader fetches, and the others wait
   * for its answer.
   */
  readonly read: <T>(read: CachedRead<T>) => Promise<T>;
  /** A new answer, which replaces the cached one. */
  readonly refresh: <T>(read: CachedRead<T>) => Promise<T>;
}

/** Reads through a cache; a cache that fails counts as empty. */
export function createReadThrough(options: { cache: PlanStore; clock: Clock; dedupe: Dedupe }): ReadThrough {
  const { cache, clock, dedupe } = options;

  // An entry includes its key and expiry, so one under the wrong key, or that claims to be valid for too long, is
  // ignored.
  const cachedAnswer = <T>({ key, validate }: CachedRead<T>): Promise<T | undefined> =>
    undefinedIfFailing(async () => {
      const entry = fromJson(await cache.get(key)) as { key: string; until: number; value: T };
      const now = clock.now();
      const valid = entry.key === key && entry.until > now && entry.until <= now + MAX_ENTRY_MS;
      return valid ? validate(entry.value) : undefined;
    });

  async function fetchAnswer<T>(read: CachedRead<T>, options: ReadOptions): Promise<T> {
    const { key } = read;
    const value = read.validate(await read.fetch(options));
    const now = clock.now();
    const until = read.expiresAt(value, now);
    await undefinedIfFailing(() => cache.set(key, toJson({ key, until, value }), until - now));
    return value;
  }

  async function fetchOrWait<T>(read: CachedRead<T>, options: ReadOptions): Promise<T> {
    const lease = `${read.key}/lease`;
    let isLeader = false;
    for (let waited = 0; waited < LEASE_MS; waited += POLL_MS) {
      const answer = await cachedAnswer(read);
      if (answer !== undefined) return answer;
      const leased = await undefinedIfFailing(() => cache.createIfAbsent?.(lease, 'leased', LEASE_MS));
      isLeader = leased === true;
      if (leased !== false) break;
      await clock.sleep(POLL_MS);
    }
    try {
      // The last leader may have stored it after this process looked and before it took the lease.
      return (await cachedAnswer(read)) ?? (await fetchAnswer(read, options));
    } finally {
      // Kept until its end, the lease would delay the next read when this answer expires first.
      if (isLeader) await undefinedIfFailing(() => cache.delete?.(lease));
    }
  }

  return {
    read: (read) => dedupe(read.key, (options) => fetchOrWait(read, options)),
    refresh: (read) => dedupe(`${read.key}/refresh`, (options) => fetchAnswer(read, options)),
  };
}
