import { type RecordKind, type RecordsByKind, type UnavailableKind } from './record-source.ts';
import { type Root } from './root.ts';

/**
 * A record of the network that a fork began with, unless the fork has deleted it; undefined in a ledger that is not a
 * fork.
 *
 * @param slot - of a storage row whose key does not reveal it
 * @throws MissingRecordError if the record is not known yet.
 */
export function readFromBase<Kind extends RecordKind>(
  { base }: Root,
  kind: Kind,
  key: string,
  slot?: Uint8Array,
): RecordsByKind[Kind] | undefined {
  if (base === undefined || base.deleted.has(`${kind}/${key}`)) return undefined;
  return base.source.read({ kind, key, ...(slot !== undefined && { slot }) });
}

/** Marks records as deleted, so they are not read from the base. */
export function withDeleted(root: Root, kinds: readonly RecordKind[], key: string): Root {
  const { base } = root;
  if (base === undefined) return root;
  return { ...root, base: { ...base, deleted: base.deleted.union(kinds.map((kind) => `${kind}/${key}`)) } };
}

/** @throws MissingRecordError on a fork, which cannot know this. */
export function requireKnown({ base }: Root, kind: UnavailableKind, key = ''): void {
  if (base !== undefined) throw base.source.refusal({ kind, key });
}
