import { type Origin, type Piece, type PieceKind, type PieceValues, type UnknowableKind } from './records/origin.ts';
import { type Root } from './root.ts';

/** An operation needs a piece that the fork has not read: read it, and run the operation again from its root. */
export class MissingPieceError extends Error {
  override readonly name = 'MissingPieceError';
  readonly piece: Piece;

  /** @param cause - why the piece cannot be had, once that is known. */
  constructor(piece: Piece, cause?: Error) {
    super(`The fork has not read ${piece.kind} ${piece.key}.`, { cause });
    this.piece = piece;
  }
}

/** Of a piece, among all kinds. */
export const nameOfPiece = ({ kind, key }: Piece): string => `${kind}/${key}`;

const missingPiece = (piece: Piece, { probe }: Origin): MissingPieceError =>
  new MissingPieceError(piece, probe.failures?.get(nameOfPiece(piece)));

/**
 * A record of the network that a fork began from, unless it was deleted here; undefined without an origin.
 *
 * @throws MissingPieceError where it has not been read.
 */
export function fromOrigin<Kind extends PieceKind>(
  { origin }: Root,
  kind: Kind,
  key: string,
  slot?: Uint8Array,
): PieceValues[Kind] | undefined {
  if (origin === undefined || origin.deleted.has(`${kind}/${key}`)) return undefined;
  const known = origin.pieces[kind];
  const value = known.get(key);
  if (value === undefined && !known.has(key)) {
    const piece = { kind, key, ...(slot !== undefined && { slot }) };
    if (origin.probe.collect === undefined) throw missingPiece(piece, origin);
    origin.probe.collect(piece);
  }
  return value;
}

/** A root in which records have been deleted, so that they are not looked up in the origin. */
export function withDeleted(root: Root, kinds: readonly PieceKind[], key: string): Root {
  const { origin } = root;
  if (origin === undefined) return root;
  return { ...root, origin: { ...origin, deleted: origin.deleted.union(kinds.map((kind) => `${kind}/${key}`)) } };
}

/** @throws MissingPieceError on a fork: what follows needs something that no interface of a node tells. */
export function requireOwnChain({ origin }: Root, kind: UnknowableKind, key = ''): void {
  if (origin !== undefined) throw missingPiece({ kind, key }, origin);
}
