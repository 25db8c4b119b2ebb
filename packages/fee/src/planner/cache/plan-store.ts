import { keepNewest } from './keep-newest.ts';

/**
 * Stores factors and parameters until the next maintenance: any Keyv-compatible store by shape, synchronous or
 * asynchronous.
 *
 * An operation that fails only costs a read. A plan waits for one that does not settle, so give the store's client a
 * timeout.
 */
export interface PlanStore {
  /** The string stored under a key; anything else counts as no entry. */
  readonly get: (key: string) => unknown;
  /** Stores a string for at most `ttlMs` milliseconds. */
  readonly set: (key: string, value: string, ttlMs: number) => unknown;
}

const MAX_ENTRIES = 1_000;

/** A store in the memory of this process, which keeps the newest thousand entries. */
export function createMemoryStore(): PlanStore {
  const entries = new Map<string, string>();
  return {
    get: (key) => entries.get(key),
    set: (key, value) => keepNewest(entries, [key, value], MAX_ENTRIES),
  };
}
