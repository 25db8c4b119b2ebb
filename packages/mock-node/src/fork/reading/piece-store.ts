import {
  MissingPieceError,
  type Piece,
  type PieceKind,
  type PieceValues,
  type RecordSource,
  type ReadablePiece,
} from '../../state/record-source.ts';
import { nameOfUnknown, type ForkUnknown } from '../../state/records/fork-unknown.ts';
import { describePiece } from './describe-piece.ts';

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

/** The records whose reading may have brought this one. */
function answeredBy(piece: ReadablePiece): readonly ReadablePiece[] {
  const { kind, key } = piece;
  if (kind !== 'contract' && kind !== 'code' && kind !== 'energy-state') return kind === 'account' ? [] : [piece];
  return (['account', 'contract', 'code', 'energy-state'] as const).map((other) => ({ kind: other, key }));
}

/** Collects what the steps of a result depend on. */
function createNotes(): Pick<RecordSource, 'note' | 'collectNotes'> {
  let collected: Map<string, ForkUnknown> | undefined;
  const note: RecordSource['note'] = (unknown) => void collected?.set(nameOfUnknown(unknown), unknown);
  return {
    note,
    collectNotes(step) {
      const outer = collected;
      const own = new Map<string, ForkUnknown>();
      collected = own;
      try {
        return { value: step(), unknowns: [...own.values()] };
      } finally {
        collected = outer;
        for (const unknown of own.values()) note(unknown);
      }
    },
  };
}

/** Creates a record source that answers from a store. */
export function createForkSource(
  pieces: PieceStore,
  start: Pick<RecordSource, 'number' | 'cycle' | 'hasMarket' | 'parameters' | 'isCycleAssumed'>,
  late: ReadonlyMap<string, number>,
): ForkSource {
  const notes = createNotes();
  const lateReads = (pieces: readonly ReadablePiece[]): readonly ForkUnknown[] =>
    late.size === 0
      ? []
      : pieces
          .map((piece) => describePiece(piece))
          .filter((subject) => late.has(subject))
          .map((subject) => ({ kind: 'late-read', subject }));
  let failures: Failures | undefined;
  let collect: ((piece: Piece) => void) | undefined;
  const missing = (piece: Piece): MissingPieceError => new MissingPieceError(piece, failures?.get(nameOfPiece(piece)));
  return {
    ...start,
    ...notes,
    lateRead: (address) => lateReads([{ kind: 'account', key: address }]),
    read(piece) {
      for (const unknown of lateReads(answeredBy(piece))) notes.note(unknown);
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
