import { isRpcError, type AbortSignalLike, type Address, type NodeClient } from '@coin/rpc';
import { integerArgument, listArgument, rejectUnknown, stringArgument, timeArgument } from '../arguments.ts';
import { omitUndefined } from '../omit-undefined.ts';
import { guardMethods } from '../store/guard-store.ts';
import { rejectOtherForms } from './address-form.ts';
import { type DepositStore } from './deposit-store.ts';
import { type DepositEvent, type DepositProgress } from './deposit.ts';
import { readBatches, type AddressLookup, type BatchOptions } from './read-batches.ts';
import { saveBatch } from './save-batch.ts';

/** What to watch, and where to keep it. */
export interface WatchDepositsOptions<Transaction = never> {
  readonly client: NodeClient;
  readonly store: DepositStore<Transaction>;
  /** The name of this watch in the store, `deposits` by default. A backfill needs its own. */
  readonly name?: string;
  /**
   * Your addresses in base58check: a set, which may grow, or a function that finds them. By default, the addresses that
   * were added to the store.
   */
  readonly addresses?: ReadonlySet<Address> | AddressLookup;
  /** Contracts of the TRC-20 tokens that you accept; none by default. Any other contract can imitate them. */
  readonly tokens?: readonly Address[];
  /** Ids of the TRC-10 tokens that you accept, in digits; none by default. */
  readonly tokenIds?: readonly string[];
  /**
   * When a deposit is confirmed: in a solid block, which no fork can undo (the default), or with a number of blocks, its
   * own included. A deposit that was confirmed by number can be dropped after that.
   */
  readonly confirmations?: number | 'solid';
  /** The first block of a new watch; by default the newest solid one. A stored watch continues where it was. */
  readonly fromBlock?: number;
  /** The last block: the iteration ends once all deposits up to it are final. By default it never ends. */
  readonly toBlock?: number;
  /** Ends the iteration when it aborts. */
  readonly signal?: AbortSignalLike;
  /** Time between two looks for a new block in milliseconds; 3000 by default. */
  readonly pollMs?: number;
  /** The time for which it keeps trying while all requests fail, in milliseconds; 300,000 by default. */
  readonly maxOutageMs?: number;
}

/** Blocks that were read, and are not in the store yet. */
export interface DepositBatch<Transaction = never> {
  /**
   * Writes the position and the deposits, and returns what happened to them, in order. Call it once, inside your own
   * transaction, and credit the events there: after a crash, either all of it has happened or nothing. With PostgreSQL,
   * pass the client that ran `BEGIN`.
   */
  readonly save: (
    ...transaction: [Transaction] extends [never] ? [] : [transaction: Transaction]
  ) => Promise<readonly DepositEvent[]>;
  readonly progress: DepositProgress;
  /**
   * Whether this watch has seen that its node keeps the internal transactions of contracts. While it is false, coin and
   * TRC-10 tokens that contracts send may be missing: set `vm.saveInternalTx` on the node.
   */
  readonly seesInternalTransfers: boolean;
}

const DEPOSIT_METHODS = [
  'addAddresses',
  'findAddresses',
  'readWatch',
  'moveWatch',
  'getDeposits',
  'listDeposits',
  'putDeposits',
] as const satisfies readonly (keyof DepositStore)[];

/** Checks options, and adds their defaults. */
function readOptions<T>(options: WatchDepositsOptions<T>): { store: DepositStore<T>; checked: BatchOptions } {
  rejectUnknown(options, [
    'client',
    'store',
    'name',
    'addresses',
    'tokens',
    'tokenIds',
    'confirmations',
    'fromBlock',
    'toBlock',
    'signal',
    'pollMs',
    'maxOutageMs',
  ]);
  const store = guardMethods(options.store, DEPOSIT_METHODS);
  const { name = 'deposits', addresses = store.findAddresses, tokens = [], tokenIds = [] } = options;
  const { confirmations = 'solid', fromBlock, toBlock, signal, pollMs, maxOutageMs } = options;
  stringArgument('name', name);
  if (typeof addresses !== 'function') rejectOtherForms(addresses);
  if (confirmations !== 'solid') integerArgument('confirmations', confirmations, { min: 1 });
  if (fromBlock !== undefined) integerArgument('fromBlock', fromBlock);
  if (toBlock !== undefined) integerArgument('toBlock', toBlock, { min: fromBlock ?? 0 });
  if (pollMs !== undefined) timeArgument('pollMs', pollMs);
  if (maxOutageMs !== undefined) integerArgument('maxOutageMs', maxOutageMs);
  const checked: BatchOptions = {
    client: options.client,
    name,
    lookUp: typeof addresses === 'function' ? addresses : (list) => list.filter((address) => addresses.has(address)),
    tokens: listArgument('tokens', tokens),
    tokenIds: listArgument('tokenIds', tokenIds).map((id, index) => stringArgument(`tokenIds.${index}`, id)),
    confirmations,
    fromBlock,
    toBlock: toBlock ?? Infinity,
    following: omitUndefined({ signal, pollMs, maxOutageMs }),
  };
  return { store, checked };
}

/**
 * Reads deposits from the chain: coin, TRC-10 and TRC-20 tokens, also those that contracts move. It reads each block as
 * soon as the node has it, and yields batches that you write in your own transaction. Each deposit is `seen` once, and
 * then either `confirmed` or `dropped` by a fork; a dropped one that another block includes is `returned`, and goes on
 * from there. Amounts in the smallest units. Transfers that failed or were undone, and those of nothing, are no deposits.
 *
 * After a crash, or an error in your transaction, iterate again: it continues with the stored position. Run one watch of
 * a name at a time. If two run, the batches of one fail with `WATCH_MOVED`.
 *
 * Add an address before you show it to anyone. To look for earlier deposits to new addresses, run a watch with another
 * `name` over the same store, with `addresses`, `fromBlock` and the newest block as `toBlock`. Blocks that both watches
 * read count once.
 *
 * Source: docs/protocol/blocks.md, Forks; docs/protocol/transfers.md.
 *
 * @param options - `client`, `store`; `addresses`; `tokens`, `tokenIds`; `confirmations`; `fromBlock`, `toBlock`,
 * `name`; `signal`, `pollMs`, `maxOutageMs`
 * @throws `ARGUMENT_INVALID`; while you iterate: `STORE_FAILED`; `RECORD_INVALID`; `CALLBACK_FAILED` when `addresses`
 * throws; an `RpcError` when the node fails for `maxOutageMs` or is of another network; from `save`: `WATCH_MOVED`
 *
 * @example
 * ```ts
 * import { createMemoryDepositStore, watchDeposits, type DepositEvent } from '@coin/payments';
 * import { createNodeClient } from '@coin/rpc';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * const store = createMemoryDepositStore();
 * await store.addAddresses(['TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8']);
 * async function run(credit: (event: DepositEvent) => Promise<void>): Promise<void> {
 *   for await (const batch of watchDeposits({ client, store })) {
 *     // begin your transaction
 *     for (const event of await batch.save()) if (event.kind === 'confirmed') await credit(event);
 *     // commit
 *   }
 * }
 * ```
 */
export function watchDeposits<Transaction = never>(
  options: WatchDepositsOptions<Transaction>,
): AsyncGenerator<DepositBatch<Transaction>, void, undefined> {
  const { store, checked } = readOptions(options);
  return iterate(store, checked);
}

async function* iterate<T>(
  store: DepositStore<T>,
  options: BatchOptions,
): AsyncGenerator<DepositBatch<T>, void, undefined> {
  try {
    for await (const { progress, seesInternalTransfers, ...changes } of readBatches(store, options))
      yield {
        save: (...[transaction]) => saveBatch(store, changes, transaction),
        progress,
        seesInternalTransfers,
      };
  } catch (error) {
    if (!isRpcError(error, 'ABORTED') || options.following.signal?.aborted !== true) throw error;
  }
}
