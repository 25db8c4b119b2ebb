import { keepChain, undoIncomplete, type Chain } from '../chain/chain.ts';
import { MockNodeError } from '../errors.ts';
import { toBase58 } from '../protocol/address.ts';
import { MissingPieceError, nameOfPiece } from '../state/origin.ts';
import { type Origin, type Piece, type ReadablePiece } from '../state/records/origin.ts';
import { type StoredBlock } from '../state/records/stored-block.ts';
import { type ForkConsistency } from './consistency.ts';
import { describePiece, isUnknowable, unknownPiece } from './describe-piece.ts';
import { type ForkOptionNames } from './fork-options.ts';
import { type HeldCalls } from './hold-calls.ts';
import { watchProgress } from './progress.ts';
import { readPiece, type PieceReader } from './read-pieces.ts';
import { type RecordedUpstream } from './recorded-upstream.ts';
import { unreadable } from './upstream.ts';

export interface ForkSessionOptions {
  readonly chain: Chain;
  readonly origin: Origin;
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

export function createForkSession(options: ForkSessionOptions): ForkSession {
  const { chain, origin, head, upstream, codelessCalls, names } = options;
  const rounded = new Map<string, ForkConsistency['rounded'][number]>();
  const reader: PieceReader = {
    ...options.reader,
    upstream,
    onAccount: ({ account, rounded: resources }) => {
      if (resources.length === 0) return;
      const address = toBase58(account.address);
      rounded.set(address, { address, resources });
    },
  };
  const underway = new Map<string, Promise<void>>();

  const read = (piece: ReadablePiece): Promise<void> => {
    const name = nameOfPiece(piece);
    const known = underway.get(name);
    if (known !== undefined) return known;
    const reading = readPiece(reader, piece).finally(() => underway.delete(name));
    underway.set(name, reading);
    return reading;
  };

  const readTogether = async (pieces: readonly ReadablePiece[], failures: Failures): Promise<void> => {
    const readOne = async (piece: ReadablePiece): Promise<void> => {
      try {
        await read(piece);
      } catch (error) {
        failures.set(nameOfPiece(piece), unreadable(error, describePiece(piece), upstream));
      }
    };
    await Promise.all(pieces.map(readOne));
  };

  const incomplete = (error: unknown, isPromise: boolean): Incomplete => {
    codelessCalls.drop();
    if (error instanceof MissingPieceError) return { piece: error.piece, isPromise };
    throw error;
  };

  const attempt = async <T>(
    operation: () => T | Promise<T>,
    failures: Failures,
  ): Promise<{ readonly value: T } | Incomplete> => {
    let value: T | Promise<T>;
    origin.probe.failures = failures;
    try {
      value = undoIncomplete(chain, operation);
    } catch (error) {
      return incomplete(error, false);
    } finally {
      origin.probe.failures = undefined;
    }
    try {
      const awaited = value instanceof Promise ? await value : value;
      codelessCalls.pass();
      return { value: awaited };
    } catch (error) {
      return incomplete(error, true);
    }
  };

  const probe = (operation: () => unknown): readonly ReadablePiece[] => {
    const restore = keepChain(chain);
    const found = new Map<string, ReadablePiece>();
    origin.probe.collect = (piece) => {
      if (found.size >= MAX_PROBED) throw new MissingPieceError(piece);
      if (!isUnknowable(piece)) found.set(nameOfPiece(piece), piece);
    };
    try {
      operation();
    } catch {
      // It went wrong because of what was left out; what it needed until then is found.
    } finally {
      origin.probe.collect = undefined;
      restore();
      codelessCalls.drop();
    }
    return [...found.values()];
  };

  return {
    perform: async (operation, { probe: isProbed = true } = {}) => {
      const wanted = new Set<string>();
      const failures: Failures = new Map();
      const progress = watchProgress(options.tell);
      try {
        for (;;) {
          const outcome = await attempt(operation, failures);
          if ('value' in outcome) {
            // What was done is done; `close` says that the cache cannot be written.
            if (wanted.size > 0) await upstream.save().catch(() => undefined);
            return outcome.value;
          }
          const { piece, isPromise } = outcome;
          const name = nameOfPiece(piece);
          const failure = failures.get(name);
          if (failure !== undefined) throw failure;
          // The operation runs again then, because it may have an answer for the failure.
          if (isUnknowable(piece)) failures.set(name, unknownPiece(piece, names));
          else if (wanted.size === MAX_PIECES) failures.set(name, tooMany(piece, upstream.endpoint));
          else {
            if (wanted.has(name)) throw new Error(`A fork has read ${describePiece(piece)} and lacks it still.`);
            wanted.add(name);
            progress.reads(describePiece(piece));
            // What an operation does after a wait cannot be undone from outside.
            const others = isProbed && !isPromise ? probe(operation) : [];
            await readTogether([piece, ...others.filter((other) => nameOfPiece(other) !== name)], failures);
          }
        }
      } finally {
        progress.stop();
      }
    },
    consistency: () => ({
      head: { number: head.number, id: head.id, time: head.timestamp },
      late: [...upstream.late].map(([piece, blocks]) => ({ piece, blocks })),
      rounded: [...rounded.values()],
      requests: upstream.requestCount(),
    }),
  };
}

function tooMany(piece: Piece, endpoint: string): MockNodeError {
  const problem = `one operation has needed ${MAX_PIECES} pieces before, one after another; ask for less at once`;
  return new MockNodeError('FORK_UNREADABLE', { piece: describePiece(piece), endpoint, problem });
}
