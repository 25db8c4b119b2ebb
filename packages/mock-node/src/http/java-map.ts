/**
 * The order in which the node's composed answers print their keys: that of Java's HashMap.
 *
 * Source: docs/protocol/http.md, Response printing.
 */

const hashes = new Map<string, number>();

/** Java's spread hash of a string: `h ^ (h >>> 16)`, h the polynomial over 31. */
function spreadHash(key: string): number {
  const known = hashes.get(key);
  if (known !== undefined) return known;
  let hash = 0;
  for (let index = 0; index < key.length; index++) hash = (Math.imul(hash, 31) + key.charCodeAt(index)) | 0;
  const spread = hash ^ (hash >>> 16);
  // Keys come from requests as well: the memory of them must not grow without end.
  if (hashes.size < 2000) hashes.set(key, spread);
  return spread;
}

/** Buckets of a map that holds `size` keys: 16, doubled whenever it is more than three quarters full. */
function capacity(size: number): number {
  let buckets = 16;
  while (size > buckets * 0.75) buckets *= 2;
  return buckets;
}

/** Entries in the order of a Java HashMap into which they were put one after the other. */
export function inHashOrder<Entry extends readonly [key: string, ...unknown[]]>(
  entries: readonly Entry[],
): readonly Entry[] {
  const mask = capacity(entries.length) - 1;
  return entries.toSorted((left, right) => (spreadHash(left[0]) & mask) - (spreadHash(right[0]) & mask));
}
