import {
  MissingPieceError,
  type Piece,
  type PieceKind,
  type PieceValues,
  type RecordSource,
} from '../../state/record-source.ts';

/** The pieces that a fork has read: more are only ever added. */
export type PieceStore = { readonly [Kind in PieceKind]: Map<string, PieceValues[Kind] | undefined> };

export const emptyPieces = (): PieceStore => ({
  account: new Map(),
  contract: new Map(),
  code: new Map(),
  'energy-state': new Map(),
  storage: new Map(),
  delegation: new Map(),
  'delegation-index': new Map(),
  reward: new Map(),
  brokerage: new Map(),
  asset: new Map(),
  'account-id': new Map(),
  block: new Map(),
  exchanges: new Map(),
  transaction: new Map(),
});

/** Of a piece, among all kinds. */
export const nameOfPiece = ({ kind, key }: Piece): string => `${kind}/${key}`;

/** Why pieces cannot be had, by their names. */
export type Failures = ReadonlyMap<string, Error>;

/** Where a fork began, and how the operation under way is served from it. */
export interface ForkSource extends RecordSource {
  /** Runs an operation; pieces that cannot be had fail with the reason as cause. */
  readonly withFailures: <T>(failures: Failures, operation: () => T) => T;
  /** Runs an operation to whose collector each missing piece is given, which then counts as absent. */
  readonly collecting: (collect: (piece: Piece) => void, operation: () => void) => void;
}

/** A record source that answers from the pieces that a store has. */
export function createForkSource(
  pieces: PieceStore,
  start: Pick<RecordSource, 'number' | 'cycle' | 'hasMarket'>,
): ForkSource {
  let failures: Failures | undefined;
  let collect: ((piece: Piece) => void) | undefined;
  const missing = (piece: Piece): MissingPieceError => new MissingPieceError(piece, failures?.get(nameOfPiece(piece)));
  return {
    ...start,
    read(piece) {
      const known: ReadonlyMap<string, PieceValues[typeof piece.kind] | undefined> = pieces[piece.kind];
      const value = known.get(piece.key);
      if (value !== undefined || known.has(piece.key)) return value;
      if (collect === undefined) throw missing(piece);
      collect(piece);
      return undefined;
    },
    refusal: missing,
    withFailures(known, operation) {
      failures = known;
      try {
        return operation();
      } finally {
        failures = undefined;
      }
    },
    collecting(take, operation) {
      collect = take;
      try {
        operation();
      } finally {
        collect = undefined;
      }
    },
  };
}
