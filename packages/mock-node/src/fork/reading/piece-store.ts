import {
  MissingPieceError,
  type Piece,
  type PieceKind,
  type PieceValues,
  type RecordSource,
} from '../../state/record-source.ts';

/** The records that a fork has read. Records are only added. */
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

/** The unique name of a record among all kinds. */
export const nameOfPiece = ({ kind, key }: Piece): string => `${kind}/${key}`;

/** Reasons why records are not available, by name. */
export type Failures = ReadonlyMap<string, Error>;

/** The state a fork started from, serving the current operation. */
export interface ForkSource extends RecordSource {
  /** Runs an operation. Unavailable records fail with the reason as cause. */
  readonly withFailures: <T>(failures: Failures, operation: () => T) => T;
  /** Runs an operation, passes each missing record to `collect`, and treats it as absent. */
  readonly collecting: (collect: (piece: Piece) => void, operation: () => void) => void;
}

/** Creates a record source that answers from a store. */
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
