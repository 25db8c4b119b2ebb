/** A cache of recently used values. */
export interface RecentValues<Key, Value> {
  readonly get: (key: Key) => Value | undefined;
  readonly set: (key: Key, value: Value) => void;
}

/**
 * Keeps the most recently used values: at least `size` of them, and at most twice as many.
 *
 * It uses two maps, and drops the older one when the younger is full. Deleting the first key of a single map would
 * become slow as the map grows, because its iteration passes over deleted keys.
 */
export function createRecentValues<Key, Value extends {}>(size: number): RecentValues<Key, Value> {
  let younger = new Map<Key, Value>();
  let older = new Map<Key, Value>();
  const set = (key: Key, value: Value): void => {
    if (younger.size >= size) {
      older = younger;
      younger = new Map();
    }
    younger.set(key, value);
  };
  return {
    get(key) {
      const value = younger.get(key);
      if (value !== undefined) return value;
      const aged = older.get(key);
      if (aged !== undefined) set(key, aged);
      return aged;
    },
    set,
  };
}
