import { byteArrayHash, inHashMapOrder } from '../../protocol/java/hash-map.ts';
import { type Hex } from '../../protocol/primitives.ts';
import { type State } from '../../state/root.ts';

/**
 * Sorts records as the node reads a whole store: first those in its memory in the order of a hash map, then those of
 * its database by key.
 *
 * Source: docs/protocol/queries.md, Representatives and proposals.
 *
 * @param records - in the order of their keys
 * @param keyOf - the key as bytes
 */
export function inStoreOrder<Stored extends { readonly writtenIn: number }>(
  { root }: State,
  records: readonly Stored[],
  keyOf: (stored: Stored) => Hex,
): readonly Stored[] {
  const isInMemory = ({ writtenIn }: Stored): boolean => writtenIn > root.properties.flushedNumber;
  const inMemory = inHashMapOrder(records.filter(isInMemory), (stored) => byteArrayHash(keyOf(stored)));
  return [...inMemory, ...records.filter((stored) => !isInMemory(stored))];
}

/** The key of a numbered record: its id in eight bytes. */
export const numberKey = ({ id }: { readonly id: number }): Hex => id.toString(16).padStart(16, '0');
