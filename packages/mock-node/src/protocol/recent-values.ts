/** Values that were used recently. */
export interface RecentValues<Key, Value> {
  readonly get: (key: Key) => Value | undefined;
  readonly set: (key: Key, value: Value) => void;
}

/**
 * Keeps the values that were used last: at least `size` of them, at most twice as many.
 *
 * Decision: two maps, of which the older is dropped when the younger is full. A single map from which the first key is
 * deleted would slow down with its size: its iteration passes over the deleted ones.
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
