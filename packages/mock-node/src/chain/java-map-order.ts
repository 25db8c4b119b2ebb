import type { Hex } from '../state/root.ts';

/** Java's `Arrays.hashCode` of bytes, spread as its hash maps do. */
function spreadHash(bytes: Hex): number {
  let hash = 1;
  for (let at = 0; at < bytes.length; at += 2) {
    const byte = (Number.parseInt(bytes.slice(at, at + 2), 16) << 24) >> 24;
    hash = (Math.imul(hash, 31) + byte) | 0;
  }
  return hash ^ (hash >>> 16);
}

/**
 * Values in the order in which a Java hash map with byte arrays for keys goes through them: the node's order wherever it
 * sorts by something else that is equal.
 *
 * Source: docs/protocol/staking.md, getdelegatedresourceaccountindexv2.
 */
export function inByteArrayMapOrder<Value>(values: readonly Value[], keyOf: (value: Value) => Hex): readonly Value[] {
  let buckets = 16;
  while (values.length > buckets * 0.75) buckets *= 2;
  const places = values.map((value) => {
    const key = keyOf(value);
    return { value, key, bucket: spreadHash(key) & (buckets - 1) };
  });
  return places.toSorted((a, b) => a.bucket - b.bucket || (a.key < b.key ? -1 : 1)).map(({ value }) => value);
}
