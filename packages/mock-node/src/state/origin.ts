import { type PieceKind, type PieceValues, type UnknowableKind } from './record-source.ts';
import { type Root } from './root.ts';

/**
 * A record that a ledger began with, unless it was deleted since; undefined in a ledger that began with its genesis
 * block.
 *
 * @param slot - of a storage row whose key does not tell it.
 * @throws MissingPieceError where it is not known yet.
 */
export function fromOrigin<Kind extends PieceKind>(
  { origin }: Root,
  kind: Kind,
  key: string,
  slot?: Uint8Array,
): PieceValues[Kind] | undefined {
  if (origin === undefined || origin.deleted.has(`${kind}/${key}`)) return undefined;
  return origin.source.read({ kind, key, ...(slot !== undefined && { slot }) });
}

/** A root in which records have been deleted, so that they are not looked up where it began. */
export function withDeleted(root: Root, kinds: readonly PieceKind[], key: string): Root {
  const { origin } = root;
  if (origin === undefined) return root;
  return { ...root, origin: { ...origin, deleted: origin.deleted.union(kinds.map((kind) => `${kind}/${key}`)) } };
}

/** @throws MissingPieceError where the ledger did not begin with its genesis block, and cannot know this. */
export function requireKnown({ origin }: Root, kind: UnknowableKind, key = ''): void {
  if (origin !== undefined) throw origin.source.refusal({ kind, key });
}
