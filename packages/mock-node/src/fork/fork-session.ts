import { keepChain, undoIncomplete, type Chain } from '../chain/chain.ts';
import { MockNodeError } from '../errors.ts';
import { toBase58 } from '../protocol/address.ts';
import { MissingPieceError, type Piece, type ReadablePiece } from '../state/record-source.ts';
import { type StoredBlock } from '../state/records/stored-block.ts';
import { type ForkConsistency } from './consistency.ts';
import { type HeldCalls } from './hold-calls.ts';
import { watchProgress } from './progress.ts';
import { describePiece, isUnknowable, unknownPiece } from './reading/describe-piece.ts';
import { nameOfPiece, type ForkSource } from './reading/piece-store.ts';
import { readPiece, type PieceReader } from './reading/read-pieces.ts';
import { type RecordedUpstream } from './upstream/recorded-upstream.ts';
import { type ForkOptionNames, unreadable } from './upstream/upstream.ts';

export interface ForkSessionOptions {
  readonly chain: Chain;
  readonly source: ForkSource;
  readonly head: StoredBlock;
  readonly reader: Omit<PieceReader, 'onAccount' | 'upstream'>;
  readonly upstream: RecordedUpstream;
  /** What the chain's executions call without code. */
  readonly codelessCalls: HeldCalls;
  readonly names: ForkOptionNames;
  /** Told what is read when that takes long. */
  readonly tell: (piece: string) => void;
}

/** How an operation is run. */
export interface PerformOptions {
  /**
   * Whether to find out at once what else it needs, by running it with absent records in place of what is missing.
   * Not worth it for what takes long.
   */
  readonly probe?: boolean;
}

/** What a fork does with an operation on its chain. */
export interface ForkSession {
  /**
   * Runs an operation; where it lacks a piece, reads it and runs the operation again from the ledger as it is then.
   *
   * @throws MockNodeError `FORK_UNREADABLE`, `FORK_UNKNOWN`, and what the operation throws.
   */
  readonly perform: <T>(operation: () => T | Promise<T>, options?: PerformOptions) => Promise<T>;
  readonly consistency: () => ForkConsistency;
}

/** Most pieces that are read at once because an operation is seen to need them. */
const MAX_PROBED = 300;
/** Decision: an operation that reads more one after another, such as a search of all blocks, does not end. */
const MAX_PIECES = 500;

interface Incomplete {
  readonly piece: Piece;
  /** Whether it was found after a wait. */
  readonly isPromise: boolean;
}

/** Why pieces cannot be had, by kind and key. */
type Failures = Map<string, Error>;

interface Session extends ForkSessionOptions {
  readonly reader: PieceReader;
  /** Reads under way, by the names of their pieces: each is read once. */
  readonly underway: Map<string, Promise<void>>;
  /** Accounts whose use of resources is known up to 1, by address. */
  readonly rounded: Map<string, ForkConsistency['rounded'][number]>;
}

export function createForkSession(options: ForkSessionOptions): ForkSession {
  const { upstream } = options;
  const rounded: Session['rounded'] = new Map();
  const onAccount: PieceReader['onAccount'] = ({ account, rounded: resources }) => {
    if (resources.length === 0) return;
    const address = toBase58(account.address);
    rounded.set(address, { address, resources });
  };
  const reader: PieceReader = { ...options.reader, upstream, onAccount };
  const session: Session = { ...options, reader, underway: new Map(), rounded };
  return {
    perform: (operation, performOptions = {}) => perform(session, operation, performOptions),
    consistency: () => consistencyOf(session),
  };
}

function consistencyOf({ head, upstream, rounded }: Session): ForkConsistency {
  return {
    head: { number: head.number, blockID: head.id, time: head.timestamp },
    late: [...upstream.late].map(([piece, blocks]) => ({ piece, blocks })),
    rounded: [...rounded.values()],
    requests: upstream.requestCount(),
  };
}

async function perform<T>(
  session: Session,
  operation: () => T | Promise<T>,
  { probe: isProbed = true }: PerformOptions,
): Promise<T> {
  const { upstream, tell } = session;
  const wanted = new Set<string>();
  const failures: Failures = new Map();
  const progress = watchProgress(tell);
  try {
    for (;;) {
      const outcome = await attempt(session, operation, failures);
      if ('value' in outcome) {
        // What was done is done; `close` says that the cache cannot be written.
        if (wanted.size > 0) await upstream.save().catch(() => undefined);
        return outcome.value;
      }
      const { piece, isPromise } = outcome;
      if (!isToBeRead(session, piece, { wanted, failures })) continue;
      progress.reads(describePiece(piece));
      // What an operation does after a wait cannot be undone from outside.
      const others = isProbed && !isPromise ? probe(session, operation) : [];
      const name = nameOfPiece(piece);
      await readTogether(session, [piece, ...others.filter((other) => nameOfPiece(other) !== name)], failures);
    }
  } finally {
    progress.stop();
  }
}

/**
 * Whether a piece can be read. If not, the reason is among the failures and the operation runs again, because it may
 * have an answer for it.
 *
 * @throws the reason, where the operation has none.
 */
function isToBeRead(
  { names, upstream }: Session,
  piece: Piece,
  { wanted, failures }: { readonly wanted: Set<string>; readonly failures: Failures },
): piece is ReadablePiece {
  const name = nameOfPiece(piece);
  const failure = failures.get(name);
  if (failure !== undefined) throw failure;
  if (isUnknowable(piece)) failures.set(name, unknownPiece(piece, names));
  else if (wanted.size === MAX_PIECES) failures.set(name, tooMany(piece, upstream.endpoint));
  else {
    if (wanted.has(name)) throw new Error(`A fork has read ${describePiece(piece)} and lacks it still.`);
    wanted.add(name);
    return true;
  }
  return false;
}

async function attempt<T>(
  { chain, source, codelessCalls }: Session,
  operation: () => T | Promise<T>,
  failures: Failures,
): Promise<{ readonly value: T } | Incomplete> {
  const incomplete = (error: unknown, isPromise: boolean): Incomplete => {
    codelessCalls.drop();
    if (error instanceof MissingPieceError) return { piece: error.piece, isPromise };
    throw error;
  };
  let value: T | Promise<T>;
  try {
    value = source.withFailures(failures, () => undoIncomplete(chain, operation));
  } catch (error) {
    return incomplete(error, false);
  }
  try {
    const awaited = value instanceof Promise ? await value : value;
    codelessCalls.pass();
    return { value: awaited };
  } catch (error) {
    return incomplete(error, true);
  }
}

/** Finds out what else an operation needs. */
function probe({ chain, source, codelessCalls }: Session, operation: () => unknown): readonly ReadablePiece[] {
  const restore = keepChain(chain);
  const found = new Map<string, ReadablePiece>();
  const collect = (piece: Piece): void => {
    if (found.size >= MAX_PROBED) throw new MissingPieceError(piece);
    if (!isUnknowable(piece)) found.set(nameOfPiece(piece), piece);
  };
  try {
    source.collecting(collect, operation);
  } catch {
    // It went wrong because of what was left out; what it needed until then is found.
  } finally {
    restore();
    codelessCalls.drop();
  }
  return [...found.values()];
}

async function readTogether(session: Session, pieces: readonly ReadablePiece[], failures: Failures): Promise<void> {
  const readOne = async (piece: ReadablePiece): Promise<void> => {
    try {
      await readOnce(session, piece);
    } catch (error) {
      failures.set(nameOfPiece(piece), unreadable(error, describePiece(piece), session.upstream));
    }
  };
  await Promise.all(pieces.map(readOne));
}

function readOnce({ reader, underway }: Session, piece: ReadablePiece): Promise<void> {
  const name = nameOfPiece(piece);
  const known = underway.get(name);
  if (known !== undefined) return known;
  const reading = readPiece(reader, piece).finally(() => underway.delete(name));
  underway.set(name, reading);
  return reading;
}

function tooMany(piece: Piece, endpoint: string): MockNodeError {
  const reason = `one operation has needed ${MAX_PIECES} pieces before, one after another; ask for less at once`;
  return new MockNodeError('FORK_UNREADABLE', { piece: describePiece(piece), endpoint, reason });
}
