/** Sets an entry as the newest of a map, which forgets its oldest where it would hold more than `most`. */
export function keepNewest<V>(entries: Map<string, V>, key: string, value: V, most: number): void {
  entries.delete(key);
  entries.set(key, value);
  const [oldest] = entries.keys();
  if (entries.size > most && oldest !== undefined) entries.delete(oldest);
}
