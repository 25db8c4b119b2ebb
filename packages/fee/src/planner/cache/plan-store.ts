import { keepNewest } from './keep-newest.ts';

/**
 * Stores factors and parameters until the next maintenance: any Keyv-compatible store by shape, synchronous or
 * asynchronous.
 *
 * With `createIfAbsent`, one process of a fleet reads while the others wait for its answer; without it, every process
 * reads for itself.
 */
export interface PlanStore {
  /** The string stored under a key; anything else counts as no entry. */
  readonly get: (key: string) => unknown;
  /** Stores a string for at most `ttlMs` milliseconds. */
  readonly set: (key: string, value: string, ttlMs: number) => unknown;
  /** Stores a string only if the key has none, and returns whether it did. */
  readonly createIfAbsent?: (key: string, value: string, ttlMs: number) => boolean | Promise<boolean>;
  readonly delete?: (key: string) => unknown;
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
