import { guardStore } from '../store/guard-store.ts';
import { createQueue, type OutboxQueue } from './create-outbox-queue.ts';
import { optionsArgument, type OutboxOptions } from './outbox-options.ts';
import { type Waker } from './run-entries.ts';
import { createRun, type RunOptions } from './run-outbox.ts';

/** Pays the enqueued intents, each id once. */
export interface Outbox<Transaction = never> extends OutboxQueue<Transaction> {
  /**
   * Works on entries until all have ended or wait. Several processes may run at the same time and share the entries.
   * The first run binds the store to the node's network.
   *
   * Call it again after it rejects: with `STORE_FAILED` or `CALLBACK_FAILED` if the store or `onChange` threw, with
   * `NETWORK_MISMATCH` and both genesis ids if the node belongs to another network than the store, or with
   * `NODE_FAILED` if the node fails each time that it is asked for its network. It waits while a clock is wrong, and
   * while its node lags, is down, is busy or is of another version (`onProblem`).
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
 * `maxFeePerPayment`, `maxFeesPerDay`, `concurrency`, `maxFailures`, `retryDelayMs`, `pollMs`, `leaseMs`, `onChange`,
 * `onProblem`
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
  const { store, client, planFeeLimit, onChange } = checked;
  const wakers = new Set<Waker>();
  const onQueued = () => {
    for (const wake of wakers) wake();
  };
  const queue = createQueue(store, {
    canPlan: planFeeLimit !== undefined,
    onQueued,
    onChange,
    now: () => client.clock.now(),
  });
  return { ...queue, run: createRun(checked, wakers) };
}
