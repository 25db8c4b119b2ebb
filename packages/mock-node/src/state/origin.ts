import { type RecordKind, type RecordsByKind, type UnavailableKind } from './record-source.ts';
import { type Root } from './root.ts';

/**
 * A record from the ledger's beginning, unless it has been deleted since; undefined in a ledger that began with its
 * genesis block.
 *
 * @param slot - of a storage row whose key does not reveal it
 * @throws MissingRecordError if the record is not known yet.
 */
export function fromOrigin<Kind extends RecordKind>(
  { origin }: Root,
  kind: Kind,
  key: string,
  slot?: Uint8Array,
): RecordsByKind[Kind] | undefined {
  if (origin === undefined || origin.deleted.has(`${kind}/${key}`)) return undefined;
  return origin.source.read({ kind, key, ...(slot !== undefined && { slot }) });
}

/** Marks records as deleted, so they are not looked up at the ledger's beginning. */
export function withDeleted(root: Root, kinds: readonly RecordKind[], key: string): Root {
  const { origin } = root;
  if (origin === undefined) return root;
  return { ...root, origin: { ...origin, deleted: origin.deleted.union(kinds.map((kind) => `${kind}/${key}`)) } };
}

/** @throws MissingRecordError if the ledger did not begin with its genesis block and cannot know this. */
export function requireKnown({ origin }: Root, kind: UnavailableKind, key = ''): void {
  if (origin !== undefined) throw origin.source.refusal({ kind, key });
}
