import { parseBlockNumber } from '../answers/block-outline.ts';
import { type Block } from '../answers/block.ts';
import { type TransactionInfo } from '../answers/transaction-info.ts';
import { integerArgument, wordArgument, rejectUnknown } from '../encoding/arguments.ts';
import { omitUndefined } from '../encoding/omit-undefined.ts';
import { getBlocks } from '../endpoints/get-blocks.ts';
import { getGenesisId, requireGenesis } from '../endpoints/get-genesis-id.ts';
import { readNowBlock } from '../endpoints/get-now-block.ts';
import { getTransactionInfos } from '../endpoints/get-transaction-infos.ts';
import { isRpcError, RpcError } from '../errors.ts';
import { CALL_OPTIONS, checkCallOptions, timeOption } from '../transport/call-options.ts';
import { sleepBy } from '../transport/clock.ts';
import { throwIfAborted } from '../transport/on-abort.ts';
import { type CallOptions, type NodeClient, type ReadStateOptions } from '../transport/transport.ts';
import {
  createCursor,
  appendBlock,
  readGenesis,
  readPosition,
  removeLastBlock,
  startBefore,
  type BlockCursor,
  type KnownBlocks,
} from './block-cursor.ts';
import { countDropped } from './dropped-blocks.ts';

/** The blocks to follow. */
export interface WatchBlocksArgs<State extends 'head' | 'solid' = 'head' | 'solid', Infos extends boolean = boolean> {
  /** `solid` returns only blocks that no fork can undo; `head` returns each block as soon as the node has it. */
  readonly state: State;
  /** Number of the first block, or the cursor after which to continue; by default the newest block is the first. */
  readonly fromBlock?: number | BlockCursor;
  /** Whether to read the infos of each block's transactions, one further request for a block that has any. */
  readonly infos?: Infos;
}

/** Options of following the chain. `timeoutMs` and `retries` hold for each request. */
export interface WatchBlocksOptions extends CallOptions {
  /** Time between two looks for a new block in milliseconds, at least 1; by default the block interval, 3000. */
  readonly pollMs?: number;
  /** Number of blocks per request while behind, 1 to 100; 20 by default, and fewer if they are too large. */
  readonly batchSize?: number;
  /** The time for which it keeps trying while all requests fail, in milliseconds, 0 or more; 300,000 by default. */
  readonly maxOutageMs?: number;
}

/** The next block of the chain. */
interface BlockAdded<Infos extends boolean = boolean> {
  readonly kind: 'block';
  readonly block: Block;
  /** The infos of its transactions, in their order; undefined unless you ask for them. */
  readonly infos: Infos extends true ? TransactionInfo[] : undefined;
  /** Continues after this block. */
  readonly cursor: BlockCursor;
}

/** The last block is no longer in the chain: a fork has replaced it. */
interface BlockDropped {
  readonly kind: 'dropped';
  readonly number: number;
  readonly blockID: string;
  /** Continues after the block before it. */
  readonly cursor: BlockCursor;
}

/** The events that {@link watchBlocks} yields. No fork drops solid blocks. */
export type BlockEvent<State extends 'head' | 'solid' = 'head' | 'solid', Infos extends boolean = boolean> =
  | BlockAdded<Infos>
  | (State extends 'head' ? BlockDropped : never);

const BLOCK_INTERVAL_MS = 3000;
/** Infos of so many blocks are read at the same time. */
const PARALLEL_READS = 5;
/** The path in an error of a pause. */
const WAITING = 'waiting for a block';

/** The error of answers that do not belong to the same chain: the node changes over to a fork, or several answer. */
const contradiction = (number: number, reason: string) =>
  new RpcError('RESPONSE_INVALID', { path: `block ${number}`, field: 'blockID', reason });

/**
 * Follows the chain block by block, without skipping or repeating one, for as long as it is read from. In the head
 * state it also reports each block that a fork drops, newest first, before the blocks in their place.
 *
 * While behind, it reads blocks in batches, and the infos of five blocks at a time. At the tip it sends one request per
 * block interval. It reads nothing before you ask for it. It retries after temporary failures and contradictory answers
 * for up to `maxOutageMs`.
 *
 * Source: docs/protocol/blocks.md, Forks; docs/protocol/queries.md, Blocks.
 *
 * @param args - `state`; `fromBlock`: a number from 0 up or a stored cursor; `infos`
 * @param options - `signal`, `pollMs`, `batchSize`, `maxOutageMs`; `timeoutMs` and `retries` of each request
 * @throws `ARGUMENT_INVALID`; while you iterate: `ABORTED`; `BLOCK_DROPPED` when the block of the cursor, and all
 * before it whose ids are known, are no longer in the chain; `ENDPOINT_MISMATCH` when the cursor is of another network;
 * `RESPONSE_INVALID`; transport's codes
 *
 * @example
 * ```ts
 * import { createNodeClient, watchBlocks } from '@coin/rpc';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * for await (const event of watchBlocks(client, { state: 'head', fromBlock: 1 }, { batchSize: 2 })) {
 *   if (event.kind === 'dropped') continue; // undo it
 *   event.block.number; // => 1
 *   event.cursor.number; // => 1
 *   break;
 * }
 * ```
 */
export function watchBlocks<State extends 'head' | 'solid', Infos extends boolean = false>(
  client: NodeClient,
  args: WatchBlocksArgs<State, Infos>,
  options: WatchBlocksOptions = {},
): AsyncIterableIterator<BlockEvent<State, Infos>> {
  rejectUnknown(args as WatchBlocksArgs, ['state', 'fromBlock', 'infos']);
  const { state, fromBlock, infos = false }: WatchBlocksArgs = args;
  wordArgument('state', state, ['head', 'solid']);
  checkCallOptions(options, ['pollMs', 'batchSize', 'maxOutageMs', ...CALL_OPTIONS]);
  const { signal, maxOutageMs = 300_000, pollMs = BLOCK_INTERVAL_MS, batchSize = 20 } = options;
  timeOption('maxOutageMs', maxOutageMs, 0);
  timeOption('pollMs', pollMs);
  integerArgument('batchSize', batchSize, { min: 1, max: 100 });
  const knownBlocks = fromBlock === undefined ? undefined : readPosition(fromBlock);
  const reader = createReader(
    client,
    { state, knownBlocks, expected: readGenesis(fromBlock), infos, pollMs, batchSize },
    options,
  );
  /** The time at which reading began to fail, and the wait since then, by the client's clock. */
  let outage: { since: number; waitedMs: number } | undefined;

  const readAgain = async (): Promise<BlockEvent[]> => {
    throwIfAborted(signal, WAITING);
    try {
      const events = await readEvents(reader);
      outage = undefined;
      return events;
    } catch (error) {
      if (!isRpcError(error) || !(error.retryable || error.code === 'RESPONSE_INVALID')) throw error;
      outage ??= { since: Date.now(), waitedMs: 0 };
      if (Math.max(Date.now() - outage.since, outage.waitedMs) >= maxOutageMs) throw error;
      const pauseMs = Math.max(pollMs, error.retryAfterMs ?? 0);
      await sleepBy(client.clock, { ms: pauseMs, path: WAITING, signal });
      outage.waitedMs += pauseMs;
      return [];
    }
  };
  return iterate(readAgain) as AsyncIterableIterator<BlockEvent<State, Infos>>;
}

/** An iterator over a function's results. It calls the function only when a value is requested. */
function iterate<T>(read: () => Promise<T[]>): AsyncIterableIterator<T> {
  let values: T[] = [];
  let isDone = false;
  let latest: Promise<unknown> = Promise.resolve();
  const readNext = async (): Promise<IteratorResult<T, undefined>> => {
    for (;;) {
      if (isDone) return { done: true, value: undefined };
      const value = values.shift();
      if (value !== undefined) return { done: false, value };
      try {
        values = await read();
      } catch (error) {
        isDone = true;
        throw error;
      }
    }
  };
  return {
    // Runs one at a time, even if several values are requested concurrently.
    next() {
      const result = latest.then(readNext);
      latest = result.catch(() => {});
      return result;
    },
    async return() {
      isDone = true;
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

/** The position of reading, and the known state of the node. */
interface Reader {
  readonly client: NodeClient;
  readonly state: 'head' | 'solid';
  /** Of each request. */
  readonly options: CallOptions;
  readonly infos: boolean;
  readonly pollMs: number;
  /** Genesis block id of the cursor's network. */
  readonly expected: string | undefined;
  /** Of the node's network; empty before it was read. */
  genesisId: string;
  /** Undefined: begin with the newest block. */
  knownBlocks: KnownBlocks | undefined;
  /** Blocks that were read and not given yet. */
  backlog: Block[];
  isBehind: boolean;
  /** By the client's clock. */
  nextPollAt: number;
  /** Number of blocks in the next request. */
  batch: number;
  maxBatch: number;
}

type ReaderOptions = Pick<Reader, 'state' | 'knownBlocks' | 'expected' | 'infos' | 'pollMs'> & {
  readonly batchSize: number;
};

function createReader(
  client: NodeClient,
  { batchSize, ...given }: ReaderOptions,
  { signal, timeoutMs, retries }: CallOptions,
): Reader {
  return {
    ...given,
    client,
    options: omitUndefined({ signal, timeoutMs, retries }),
    genesisId: '',
    backlog: [],
    isBehind: given.knownBlocks !== undefined,
    nextPollAt: -Infinity,
    batch: batchSize,
    maxBatch: batchSize,
  };
}

/** Reads the next events; none if there is nothing new. */
async function readEvents(reader: Reader): Promise<BlockEvent[]> {
  if (reader.genesisId === '') reader.genesisId = await readNetwork(reader);
  if (reader.backlog.length === 0) {
    const found = reader.isBehind ? await readBatch(reader, reader.knownBlocks as KnownBlocks) : await poll(reader);
    const [first] = found;
    if (first !== undefined && !isNext(first, reader.knownBlocks as KnownBlocks))
      return dropBlocks(reader, reader.knownBlocks as KnownBlocks);
    reader.backlog = found;
  }
  return takeBlocks(reader);
}

/** On another network every known block would look dropped. */
async function readNetwork({ client, expected, options }: Reader): Promise<string> {
  if (expected === undefined) return getGenesisId(client, options);
  await requireGenesis(client, expected, options);
  return expected;
}

const stateOptions = ({ state, options }: Reader): ReadStateOptions => ({ ...options, state });

const isNext = (block: Block, { number, ids: [lastId] }: KnownBlocks): boolean =>
  block.number === number + 1 && (lastId === undefined || block.parentBlockID === lastId);

function schedulePoll(reader: Reader): void {
  reader.nextPollAt = reader.client.clock.now() + reader.pollMs;
}

/**
 * Reads the next blocks, all that there are or a batch.
 *
 * @param seen - the number of a later block that the node has shown
 */
async function readBatch(reader: Reader, { number }: KnownBlocks, seen?: number): Promise<Block[]> {
  const { client, batch } = reader;
  const fromBlock = number + 1;
  let found: Block[];
  try {
    found = await getBlocks(client, { fromBlock, toBlock: number + batch }, stateOptions(reader));
  } catch (error) {
    const isTooLarge = isRpcError(error, 'RESPONSE_TOO_LARGE');
    if (batch === 1 || !(isTooLarge || isRpcError(error, 'TIMEOUT'))) throw error;
    reader.batch = Math.floor(batch / 2);
    if (!isTooLarge) throw error;
    reader.maxBatch = reader.batch;
    reader.isBehind = true;
    return [];
  }
  if (found.length === 0 && seen !== undefined)
    throw contradiction(fromBlock, `absent, although the newest is ${seen}`);
  reader.isBehind = found.length === batch;
  schedulePoll(reader);
  reader.batch = Math.min(reader.maxBatch, batch * 2);
  return found;
}

/** Looks for a new block once it is time: the blocks that follow, or another block where the chain has forked. */
async function poll(reader: Reader): Promise<Block[]> {
  const { client, nextPollAt, pollMs } = reader;
  const { signal } = reader.options;
  const now = client.clock.now();
  if (nextPollAt > now) await sleepBy(client.clock, { ms: Math.min(nextPollAt - now, pollMs), path: WAITING, signal });
  schedulePoll(reader);
  // A block that is known, or is read again with those before it, is not used.
  const areTextsUsed = (blockID: string) => {
    const { number, ids } = reader.knownBlocks ?? startBefore(parseBlockNumber(blockID));
    const ahead = parseBlockNumber(blockID) - number;
    return ahead <= 1 && ids[-ahead] !== blockID;
  };
  const newest = await readNowBlock(client, { areTextsUsed }, stateOptions(reader));
  const knownBlocks = (reader.knownBlocks ??= startBefore(newest.number));
  const ahead = newest.number - knownBlocks.number;
  if (ahead > 1) return readBatch(reader, knownBlocks, newest.number);
  if (ahead === 1) return [newest];
  const known = knownBlocks.ids[-ahead];
  // A node that lags shows a block that is known, or one from before.
  return known === undefined || known === newest.blockID ? [] : [newest];
}

/** Drops the known blocks that the chain no longer has. */
async function dropBlocks(reader: Reader, known: KnownBlocks): Promise<BlockEvent[]> {
  const { client, state, genesisId } = reader;
  const { number, ids } = known;
  const [lastId = ''] = ids;
  if (state === 'solid') throw new RpcError('BLOCK_DROPPED', { number, blockID: lastId });
  const count = await countDropped(client, known, stateOptions(reader));
  if (count === 0) throw contradiction(number, `${lastId}, which is not the parent of the next one`);
  reader.isBehind = true;
  return ids.slice(0, count).map((id, index) => {
    const knownBlocks = (reader.knownBlocks = removeLastBlock(reader.knownBlocks ?? known));
    return {
      kind: 'dropped',
      number: number - index,
      blockID: id,
      cursor: createCursor(knownBlocks, { state, genesisId }),
    };
  });
}

/** Takes blocks from the backlog, with the infos of their transactions if the caller asked for them. */
async function takeBlocks(reader: Reader): Promise<BlockEvent[]> {
  const { client, state, genesisId, infos, backlog } = reader;
  const given = backlog.slice(0, infos ? PARALLEL_READS : backlog.length);
  // If the infos do not match the block, a fork may have replaced it, so it is read again.
  reader.backlog = [];
  const lists = await Promise.all(
    given.map(async (block) => {
      if (!infos) return undefined;
      return block.transactions.length === 0 ? [] : getTransactionInfos(client, block, stateOptions(reader));
    }),
  );
  reader.backlog = backlog.slice(given.length);
  return given.map((block, index) => {
    const knownBlocks = (reader.knownBlocks = appendBlock(reader.knownBlocks as KnownBlocks, block));
    return { kind: 'block', block, infos: lists[index], cursor: createCursor(knownBlocks, { state, genesisId }) };
  });
}
