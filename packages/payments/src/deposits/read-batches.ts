import { reasonOf } from '@coin/errors';
import {
  getBlock,
  getNowBlock,
  isRpcError,
  watchBlocks,
  type Address,
  type BlockCursor,
  type NodeClient,
  type WatchBlocksOptions,
} from '@coin/rpc';
import { PaymentsError } from '../errors.ts';
import { parseRecord } from '../store/parse-record.ts';
import { watchStateSchema } from './deposit-schema.ts';
import { type DepositStore } from './deposit-store.ts';
import { type Deposit, type DepositProgress } from './deposit.ts';
import { findDeposits, type AcceptedTokens } from './find-deposits.ts';
import { type BatchChanges, type BatchStep } from './save-batch.ts';

/** Tells which of the recipients of a few blocks are yours. */
export type AddressLookup = (addresses: readonly Address[]) => Iterable<Address> | Promise<Iterable<Address>>;

/** The checked options of a watch. */
export interface BatchOptions extends AcceptedTokens {
  readonly client: NodeClient;
  readonly name: string;
  readonly lookUp: AddressLookup;
  readonly confirmations: number | 'solid';
  readonly fromBlock: number | undefined;
  readonly toBlock: number;
  /** Options of `watchBlocks`. */
  readonly following: WatchBlocksOptions;
}

/** A batch, and what its reader is told with it. */
export interface ReadBatch extends BatchChanges {
  readonly progress: DepositProgress;
  readonly seesInternalTransfers: boolean;
}

/** Number of blocks in a batch while behind, each of them a request. */
const MAX_BLOCKS = 100;

/** A number of a block that no fork can drop, and of the newest such block of the node. */
interface SolidNumbers {
  readonly newest: number;
  /** Of a block that was read: a fork may have other blocks of these numbers. */
  readonly read: number;
}

/** Compares the blocks up to a cursor with the node's solid ones. Undefined if the node does not answer now. */
async function readSolidNumbers(
  { client, following: { signal } }: BatchOptions,
  { number, blockID, parents = [] }: BlockCursor,
): Promise<SolidNumbers | undefined> {
  const call = signal === undefined ? {} : { signal };
  try {
    const solid = await getNowBlock(client, { state: 'solid', ...call });
    const newest = solid.number;
    const known = [blockID, ...parents][number - newest];
    if (blockID === undefined) return { newest, read: -1 };
    if (known !== undefined) return { newest, read: known === solid.blockID ? newest : -1 };
    // If the last block is in the node's chain, so are those before it.
    const block = await getBlock(client, { number }, { state: newest < number ? 'head' : 'solid', ...call });
    return { newest, read: block?.blockID === blockID ? Math.min(newest, number) : -1 };
  } catch (error) {
    if (isRpcError(error) && (error.retryable || error.code === 'RESPONSE_INVALID')) return undefined;
    throw error;
  }
}

/** The deposits to the caller's addresses. */
async function keepOwn(steps: readonly BatchStep[], lookUp: AddressLookup): Promise<readonly BatchStep[]> {
  const receivers = new Set(steps.flatMap((step) => (step.kind === 'added' ? step.deposits.map(({ to }) => to) : [])));
  if (receivers.size === 0) return steps;
  let own: ReadonlySet<Address>;
  try {
    own = new Set(await lookUp([...receivers]));
  } catch (cause) {
    if (cause instanceof PaymentsError) throw cause;
    throw new PaymentsError('CALLBACK_FAILED', { callback: 'addresses', reason: reasonOf(cause) }, { cause });
  }
  const isOwn = ({ to }: Deposit) => own.has(to);
  return steps.map((step) => (step.kind === 'added' ? { ...step, deposits: step.deposits.filter(isOwn) } : step));
}

/** What was read since the last batch. */
interface Reading {
  readonly steps: BatchStep[];
  cursor: BlockCursor;
  seesInternalTransfers: boolean;
}

/** Reads the chain in batches: of one block at the tip, and of many while behind. */
export async function* readBatches<T>(
  store: DepositStore<T>,
  options: BatchOptions,
): AsyncGenerator<ReadBatch, void, undefined> {
  const { client, name, toBlock, confirmations, following } = options;
  const stored = await store.readWatch(name);
  let state = stored && parseRecord(watchStateSchema, { key: `watch/${name}`, value: stored.state });
  let version = stored?.version ?? 0;
  let newestSolid = -1;
  const open = (fromBlock: number | BlockCursor) =>
    watchBlocks(client, { state: 'head', infos: true, fromBlock }, following);
  // A fork could move a transaction to before any later block.
  const first = state ? 0 : (options.fromBlock ?? (await getNowBlock(client, { state: 'solid' })).number);
  let events = open((state?.cursor as BlockCursor | undefined) ?? first);
  const begun = performance.now();
  let blocksRead = 0;

  async function read(): Promise<Reading> {
    const last = Math.min(newestSolid, toBlock);
    const reading: Reading = { steps: [], cursor: { number: -1 }, seesInternalTransfers: false };
    do {
      const { value: event, done } = await events.next();
      if (done === true) break;
      reading.cursor = event.cursor;
      if (event.kind === 'dropped') {
        reading.steps.push({ kind: 'dropped', blockID: event.blockID });
        continue;
      }
      const { block, infos } = event;
      blocksRead++;
      reading.steps.push({
        kind: 'added',
        deposits: block.number > toBlock ? [] : findDeposits(block, infos, options),
      });
      reading.seesInternalTransfers ||= infos.some(({ internalTransactions }) => internalTransactions.length > 0);
    } while (reading.cursor.number < last && reading.steps.length < MAX_BLOCKS);
    return reading;
  }

  /** A fork that is longer than the known part of the chain: everything that is not settled is read again. */
  function reset(settledBlock: number, { genesisId }: BlockCursor): Reading {
    const cursor = { number: settledBlock, ...(genesisId !== undefined && { genesisId }) };
    events = open(cursor);
    return { steps: [{ kind: 'reset', afterBlock: settledBlock }], cursor, seesInternalTransfers: false };
  }

  while ((state?.settledBlock ?? -1) < toBlock) {
    let reading: Reading;
    try {
      reading = await read();
    } catch (error) {
      if (state === undefined || !isRpcError(error, 'BLOCK_DROPPED')) throw error;
      reading = reset(state.settledBlock, state.cursor);
    }
    const { cursor } = reading;
    const before = state?.settledBlock ?? first - 1;
    const steps = await keepOwn(reading.steps, options.lookUp);
    const solid = await readSolidNumbers(options, cursor);
    newestSolid = solid?.newest ?? newestSolid;
    const solidNumber = solid?.read ?? -1;
    const confirmedBlock = confirmations === 'solid' ? solidNumber : cursor.number - confirmations + 1;
    state = {
      cursor: cursor as NonNullable<typeof state>['cursor'],
      settledBlock: Math.max(before, Math.min(solidNumber, confirmedBlock)),
      seesInternalTransfers: reading.seesInternalTransfers || state?.seesInternalTransfers === true,
    };
    const target = Math.max(cursor.number, Math.min(toBlock, newestSolid));
    const blocksPerSecond = (blocksRead * 1000) / Math.max(1, performance.now() - begun);
    yield {
      watch: { name, version: ++version, state: JSON.stringify(state) },
      steps,
      settledBlock: before,
      confirmedBlock,
      seesInternalTransfers: state.seesInternalTransfers,
      progress: {
        blockNumber: cursor.number,
        toBlock: target,
        blocksPerSecond,
        remainingMs: ((target - cursor.number) * 1000) / blocksPerSecond,
      },
    };
  }
}
