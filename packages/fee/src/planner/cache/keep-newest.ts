/** Sets an entry as the newest of a map, which drops its oldest entry if it would hold more than `maxEntries`. */
export function keepNewest<V>(entries: Map<string, V>, [key, value]: readonly [string, V], maxEntries: number): void {
  entries.delete(key);
  entries.set(key, value);
  for (const oldest of entries.keys()) {
    if (entries.size <= maxEntries) break;
    entries.delete(oldest);
  }
}
