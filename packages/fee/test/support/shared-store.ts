import { pause } from './fake-source.ts';

/** A store as a fleet shares it: every answer takes a moment, and keys expire. */
export function createSharedStore(clock: { now(): number }) {
  const entries = new Map<string, { value: string; until: number }>();
  const live = (key: string) => {
    const entry = entries.get(key);
    return entry !== undefined && entry.until > clock.now() ? entry : undefined;
  };
  return {
    entries,
    get: async (key: string) => {
      await pause(0);
      return live(key)?.value;
    },
    set: async (key: string, value: string, ttlMs: number) => {
      await pause(0);
      entries.set(key, { value, until: clock.now() + ttlMs });
    },
  };
}
