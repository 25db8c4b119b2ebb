import { type AddSignatureArgs } from '@coin/rpc/signer';
import { strictArgument } from '../arguments.ts';
import { guardStore } from '../store/guard-store.ts';
import { type OutboxEntry, type OutboxEvent } from './entry/outbox-entry.ts';
import { createStoredEntries, type EnqueueOptions, type OutboxSummary } from './entry/stored-entries.ts';
import { type OutboxIntent } from './intent/outbox-intent.ts';
import { optionsArgument, storeArgument, type OutboxOptions } from './outbox-options.ts';
import { createRun, type RunOptions } from './run-outbox.ts';

/** The entries of a store: everything that needs neither a key nor a node. */
export interface OutboxQueue<Transaction = never> {
  /**
   * Stores an intent under your id, and returns its entry. The same id with an equal intent returns the present entry.
   * Entries of one `group` are paid one after another, in the order in which they were enqueued. `transaction` is a
   * transaction of your database, of which the entry becomes a part.
   */
  readonly enqueue: (id: string, intent: OutboxIntent, options?: EnqueueOptions<Transaction>) => Promise<OutboxEntry>;
  /** Returns the entry of an id; undefined if it was never enqueued. */
  readonly get: (id: string) => Promise<OutboxEntry | undefined>;
  /** Iterates over entries in the order in which they were enqueued: all, or only the open ones, not yet ended. */
  readonly entries: (listing?: 'open' | 'all') => AsyncGenerator<OutboxEntry, void, void>;
  /** Returns each change of an entry, oldest first, with every transaction id; empty for an unknown id. */
  readonly history: (id: string) => Promise<readonly OutboxEvent[]>;
  /** Returns the number of entries by status, the age of the oldest open one, and what accounts lack. */
  readonly summary: () => Promise<OutboxSummary>;
  /**
   * Ends an entry that is not signed yet: `queued`, or waiting. Once it returns, the entry is not paid, even if a run
   * was about to sign it. An entry that awaits signatures accepts no more of them, and is `cancelled` once its
   * transaction has expired, unless someone else has sent it. Throws `ARGUMENT_INVALID` for an entry that is signed or
   * has ended otherwise.
   */
  readonly cancel: (id: string) => Promise<OutboxEntry>;
  /**
   * Adds a signature to an entry with the status `awaiting-signatures`: `signature` by the key of `address`, over the
   * entry's `transaction`. A run sends the transaction once the weights suffice. Throws `ARGUMENT_INVALID` for any
   * other signature, such as one of an earlier transaction that has expired.
   */
  readonly addSignature: (id: string, args: AddSignatureArgs) => Promise<OutboxEntry>;
  /** Enqueues a rejected, cancelled or failed entry once more, under its id. */
  readonly retry: (id: string) => Promise<OutboxEntry>;
}

/** Pays the enqueued intents, each id once. */
export interface Outbox<Transaction = never> extends OutboxQueue<Transaction> {
  /**
   * Works on entries until all have ended or wait. Several processes may run at the same time and share the entries.
   * The first run binds the store to the node's network.
   *
   * Call it again after it rejects: with `STORE_FAILED` or `CALLBACK_FAILED` if the store or `onChange` threw, with
   * `NETWORK_MISMATCH` and both genesis ids if the node belongs to another network than the store, or with
   * `NODE_FAILED` if the node does not report its network.
   */
  readonly run: (options?: RunOptions) => Promise<void>;
}

/**
 * Creates an outbox that pays each id once, through crashes of this process, lost answers and nodes that forget. It
 * stores an intent under the caller's id, signs one transaction for it, and stores that before it first sends it. It
 * resumes the transaction until a block that no fork can undo includes it, or until it is proven to have expired. Only
 * then does it sign another one. Amounts in small units.
 *
 * Let nothing else sign for an account that an outbox uses: an equal transfer signed for the same owner in the same
 * millisecond is the same transaction, which is paid once. Entries are kept forever, because a forgotten id could be
 * paid again.
 *
 * Source: docs/protocol/checked-answers.md, Expiry.
 *
 * @param options - `store`, `client`, `signer`; `maxSigningMs` for several signers; `planFeeLimit`, `abis` for calls;
 * `maxFeePerPayment`, `maxFeesPerDay`, `concurrency`, `maxFailures`, `retryDelayMs`, `pollMs`, `leaseMs`, `onChange`
 * @throws `ARGUMENT_INVALID`; from `enqueue` with the argument `id` when it names another intent already; from all
 * methods `STORE_FAILED` when the store fails
 *
 * @example
 * ```ts
 * import { createNodeClient } from '@coin/rpc';
 * import { createOutbox, createMemoryStore } from '@coin/payments';
 * import { createKeySigner } from '@coin/rpc/signer';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * const signer = createKeySigner('bf7c82c5d9166e606c392b11b183c303ab774085c85b7756bb4a19a227426573');
 * const outbox = createOutbox({ store: createMemoryStore(), client, signer });
 * const to = 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8';
 * const transfer = { kind: 'transfer', owner: signer.address, to, amount: 1_000_000n } as const;
 * (await outbox.enqueue('withdrawal-1', transfer)).status; // => 'queued'
 * (await outbox.enqueue('withdrawal-1', transfer)).status; // => 'queued'
 * await outbox.enqueue('withdrawal-1', { ...transfer, amount: 2n }); // throws ARGUMENT_INVALID
 * ```
 */
export function createOutbox<Transaction = never>(options: OutboxOptions<Transaction>): Outbox<Transaction> {
  const { store: given, ...rest } = optionsArgument(options);
  const checked = { ...rest, store: guardStore(given) };
  const wakers = new Set<() => void>();
  const onQueued = () => {
    for (const wake of wakers) wake();
  };
  const canPlan = checked.planFeeLimit !== undefined;
  return {
    ...createStoredEntries(checked.store, {
      canPlan,
      onQueued,
      onChange: checked.onChange,
      now: () => checked.client.clock.now(),
    }),
    run: createRun(checked, wakers),
  };
}

/**
 * Creates a queue over the store of an outbox, for a process without a key and a node, such as a web server. An outbox
 * of another process makes the payments.
 *
 * If you enqueue calls without a fee limit, that outbox needs `planFeeLimit`.
 *
 * @param options - `store`: the same as the outbox's
 * @throws `ARGUMENT_INVALID`; from all methods `STORE_FAILED` when the store fails
 *
 * @example
 * ```ts
 * import { createMemoryStore, createOutboxQueue } from '@coin/payments';
 *
 * const queue = createOutboxQueue({ store: createMemoryStore() });
 * const owner = 'TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvvi';
 * const transfer = { kind: 'transfer', owner, to: 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8', amount: 1_000_000n } as const;
 * (await queue.enqueue('withdrawal-1', transfer)).status; // => 'queued'
 * (await queue.cancel('withdrawal-1')).status; // => 'cancelled'
 * ```
 */
export function createOutboxQueue<Transaction = never>(
  options: Pick<OutboxOptions<Transaction>, 'store'>,
): OutboxQueue<Transaction> {
  const { store } = strictArgument('options', options, ['store']);
  return createStoredEntries(guardStore(storeArgument(store)), { canPlan: true, onQueued: () => {}, now: Date.now });
}
