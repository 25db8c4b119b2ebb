import { keepNewest } from './keep-newest.ts';

/**
 * Where factors and parameters are kept until the next maintenance: any Keyv-compatible store by shape, values or
 * promises of them.
 *
 * With `setIfAbsent` one process of a fleet reads while the others wait for its answer; without it, every process reads
 * for itself.
 */
export interface PlanStore {
  /** The text under a key; anything else counts as nothing. */
  get(key: string): unknown;
  /** Keeps a text for at most `ttlMs` milliseconds. */
  set(key: string, value: string, ttlMs: number): unknown;
  /** Sets only a key that is not there, and tells whether it did. */
  setIfAbsent?(key: string, value: string, ttlMs: number): boolean | Promise<boolean>;
  delete?(key: string): unknown;
}

const MAX_ENTRIES = 1_000;

/** A store of this process alone: the newest thousand entries. */
export function createMemoryStore(): PlanStore {
  const entries = new Map<string, string>();
  return {
    get: (key) => entries.get(key),
    set: (key, value) => keepNewest(entries, key, value, MAX_ENTRIES),
  };
}
