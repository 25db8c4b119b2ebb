import type { Hex } from '../state/root.ts';

/** `hashCode` of protobuf's ByteString: seeded with the length, 31 a byte, signed bytes, 1 instead of 0. */
function byteStringHash(hex: Hex): number {
  let hash = hex.length / 2;
  for (let at = 0; at < hex.length; at += 2) {
    const byte = (Number.parseInt(hex.slice(at, at + 2), 16) << 24) >> 24;
    hash = (Math.imul(hash, 31) + byte) | 0;
  }
  return hash === 0 ? 1 : hash;
}

/**
 * Byte strings in the order in which a Java HashMap that they were put into hands them out.
 *
 * Source: docs/protocol/governance.md, VoteWitness.
 */
export function inByteStringOrder(keys: readonly Hex[]): readonly Hex[] {
  let capacity = 16;
  while (keys.length > capacity * 0.75) capacity *= 2;
  const bucket = (key: Hex): number => {
    const hash = byteStringHash(key);
    return (hash ^ (hash >>> 16)) & (capacity - 1);
  };
  return keys.toSorted((a, b) => bucket(a) - bucket(b));
}
