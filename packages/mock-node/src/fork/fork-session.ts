import { undoIncomplete, type Chain } from '../chain/chain.ts';
import { MockNodeError } from '../errors.ts';
import { toBase58 } from '../protocol/address.ts';
import { type Milliseconds } from '../protocol/primitives.ts';
import { BLOCK_INTERVAL_MS } from '../protocol/time.ts';
import { MissingPieceError } from '../state/origin.ts';
import { type Origin, type Piece, type PieceKind, type UnknowableKind } from '../state/records/origin.ts';
import { type StoredBlock } from '../state/records/stored-block.ts';
import { type ForkConsistency } from './consistency.ts';
import { describePiece, unknowable } from './describe-piece.ts';
import { type ForkProgress } from './progress.ts';
import { readPiece, type PieceReader } from './read-pieces.ts';
import { type HeldCalls } from './hold-calls.ts';
import { type RecordedUpstream } from './recorded-upstream.ts';

export interface ForkSessionOptions {
  readonly chain: Chain;
  readonly origin: Origin;
  readonly head: StoredBlock;
  readonly reader: Omit<PieceReader, 'onAccount' | 'upstream'>;
  readonly upstream: RecordedUpstream;
  /** The head of the network now. */
  readonly readNewest: () => Promise<number>;
  /** What the chain's executions call without code. */
  readonly codelessCalls: HeldCalls;
  readonly lateAfter: number;
  readonly onProgress: (progress: ForkProgress) => void;
  /** The machine's time. */
  readonly now: () => Milliseconds;
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
/** Decision: whoever waits for a second wants to know what for. */
const PROGRESS_AFTER = 1000;

interface Incomplete {
  readonly piece: Piece;
  /** Whether it was found after a wait. */
  readonly isPromise: boolean;
}

type Readable = Piece & { readonly kind: PieceKind };

const isUnknowable = (piece: Piece): piece is Piece & { readonly kind: UnknowableKind } =>
  Object.hasOwn(unknowable, piece.kind);
const isReadable = (piece: Piece): piece is Readable => !isUnknowable(piece);
const nameOf = ({ kind, key }: Piece): string => `${kind}/${key}`;

export function createForkSession(options: ForkSessionOptions): ForkSession {
  const { chain, origin, head, upstream, lateAfter, onProgress, now, codelessCalls } = options;
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
  // What is read from a cache is as of the time when it was written.
  let newest = { number: head.number, at: upstream.isKept ? Number.NEGATIVE_INFINITY : now() };
  const underway = new Map<string, Promise<void>>();

  const read = (piece: Readable): Promise<void> => {
    const name = nameOf(piece);
    const known = underway.get(name);
    if (known !== undefined) return known;
    const reading = readPiece(reader, piece).finally(() => underway.delete(name));
    underway.set(name, reading);
    return reading;
  };

  const readTogether = async (pieces: readonly Readable[]): Promise<void> => {
    const requests = upstream.requestCount();
    await Promise.all(pieces.map(read));
    if (upstream.requestCount() === requests) return;
    if (now() - newest.at >= BLOCK_INTERVAL_MS) newest = { number: await options.readNewest(), at: now() };
    const blocks = newest.number - head.number;
    if (blocks > lateAfter) for (const piece of pieces) upstream.late.set(describePiece(piece), blocks);
  };

  const incomplete = (error: unknown, isPromise: boolean): Incomplete => {
    codelessCalls.drop();
    if (error instanceof MissingPieceError) return { piece: error.piece, isPromise };
    throw error;
  };

  const attempt = async <T>(operation: () => T | Promise<T>): Promise<{ readonly value: T } | Incomplete> => {
    let value: T | Promise<T>;
    try {
      value = undoIncomplete(chain, operation);
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
  };

  const probe = (operation: () => unknown): readonly Readable[] => {
    const before = chain.ledger;
    const found = new Map<string, Readable>();
    origin.probe.collect = (piece) => {
      if (found.size >= MAX_PROBED) throw new MissingPieceError(piece);
      if (isReadable(piece)) found.set(nameOf(piece), piece);
    };
    try {
      operation();
    } catch {
      // It went wrong because of what was left out; what it needed until then is found.
    } finally {
      origin.probe.collect = undefined;
      chain.ledger = before;
      codelessCalls.drop();
    }
    return [...found.values()];
  };

  return {
    perform: async (operation, { probe: isProbed = true } = {}) => {
      const started = now();
      const wanted = new Set<string>();
      for (;;) {
        const outcome = await attempt(operation);
        if ('value' in outcome) {
          if (wanted.size > 0) await upstream.save();
          return outcome.value;
        }
        const { piece, isPromise } = outcome;
        if (isUnknowable(piece)) throw unknown(piece);
        if (!isReadable(piece)) continue;
        if (wanted.has(nameOf(piece))) throw new Error(`A fork has read ${describePiece(piece)} and lacks it still.`);
        wanted.add(nameOf(piece));
        if (wanted.size > MAX_PIECES) throw tooMany(piece, upstream.endpoint);
        if (now() - started >= PROGRESS_AFTER)
          onProgress({ piece: describePiece(piece), requests: upstream.requestCount() });
        // What an operation does after a wait cannot be undone from outside.
        const others = isProbed && !isPromise ? probe(operation) : [];
        await readTogether([piece, ...others.filter((other) => nameOf(other) !== nameOf(piece))]);
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

function unknown({ kind, key }: Piece & { readonly kind: UnknowableKind }): MockNodeError {
  return new MockNodeError('FORK_UNKNOWN', { piece: describePiece({ kind, key }), problem: unknowable[kind] });
}
