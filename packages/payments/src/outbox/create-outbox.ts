import { isRpcError, type AbortSignalLike, type NodeClient, type Signer } from '@coin/rpc';
import {
  integerArgument,
  argumentInvalid,
  strictArgument,
  serviceArgument,
  platformSignal,
  timeArgument,
  wordArgument,
} from '../arguments.ts';
import { PaymentsError, reasonOf } from '../errors.ts';
import { omitUndefined } from '../omit-undefined.ts';
import { guardStore, type OutboxStore } from '../store/outbox-store.ts';
import { type WorkContext } from './complete-entry.ts';
import { intentArgument, type OutboxIntent, type PlanFeeLimit } from './intent.ts';
import { acquireLease } from './lease.ts';
import { entryOf, keyOfEntry, type OutboxEntry, recordOf, toJson, withoutTransaction } from './outbox-entry.ts';
import { fenceEntries, runEntries } from './run-entries.ts';
import { isAbort } from './sleep.ts';
import { requireStoreNetwork } from './store-network.ts';

/** Options of {@link createOutbox}. */
export interface OutboxOptions {
  /** Keeps the entries; `createSqliteStore`, `createRedisStore`, `createMemoryStore` or your own. */
  readonly store: OutboxStore;
  readonly client: NodeClient;
  /** Signs for the owner of every intent. */
  readonly signer: Signer;
  /**
   * Chooses the fee limit of calls that have none, in small units, each time that one is signed:
   * `async (call) => (await planner.plan(call)).feeLimit` with the planner of `@coin/fee`.
   */
  readonly planFeeLimit?: PlanFeeLimit;
  /** How many entries are worked on at a time, 1 to 10,000; 50 by default. Each asks its node every three seconds. */
  readonly concurrency?: number;
  /**
   * After how many failures an entry is rejected, expired transactions included; 10 by default. A busy or unreachable
   * node does not count.
   */
  readonly maxFailures?: number;
  /** Pause after a first failure in milliseconds; 1,000 by default, doubled each time up to a minute. */
  readonly retryDelayMs?: number;
  /** How often a run looks for what other processes have enqueued, in milliseconds; 1,000 by default. */
  readonly pollMs?: number;
  /**
   * How long after the end of a process that was killed another one takes over, in milliseconds; 30,000 by default. The
   * same in all processes.
   */
  readonly leaseMs?: number;
  /** Called with each change of an entry by a run, after it was stored: for logs and notifications. */
  readonly onChange?: (entry: OutboxEntry) => unknown;
}

/** Options of a run. */
export interface RunOptions {
  /** Ends the run; what is under way is continued by the next one. */
  readonly signal?: AbortSignalLike;
  /** Whether it ends when all entries have ended (`return`, the default), or waits for more. */
  readonly whenIdle?: 'return' | 'wait';
}

/** Pays what is enqueued, each id once. */
export interface Outbox {
  /**
   * Stores an intent under the caller's id, and returns its entry. The same id with an equal intent returns the entry
   * as it is by now. `group`: entries of one group are done one after another, in the order in which they were
   * enqueued.
   */
  readonly enqueue: (id: string, intent: OutboxIntent, options?: { group?: string }) => Promise<OutboxEntry>;
  /** The entry of an id; undefined where it was never enqueued. */
  readonly get: (id: string) => Promise<OutboxEntry | undefined>;
  /** Entries in the order in which they were enqueued: those that have not ended (`open`), or all of them. */
  readonly entries: (listing?: 'open' | 'all') => AsyncGenerator<OutboxEntry, void, void>;
  /** Enqueues an entry once more that was rejected or has failed, under its id. */
  readonly retry: (id: string) => Promise<OutboxEntry>;
  /**
   * Works on all entries until they have ended. One process at a time does; others wait for it to finish. The first run
   * binds the store to the node's network.
   *
   * Call it again after it rejects: `STORE_FAILED` or `CALLBACK_FAILED` when the store or `onChange` threw,
   * `NETWORK_MISMATCH` with both genesis ids when the node is of another network than the store, `NODE_FAILED` when the
   * node does not tell its network.
   */
  readonly run: (options?: RunOptions) => Promise<void>;
}

const PAGE = 100;
/** Halves of surrogate pairs, which databases make one character, and control characters. */
const ID_PATTERN = /^[^\p{Cc}\p{Cs}]{1,256}$/u;

function idArgument(argument: string, id: string): string {
  if (typeof id !== 'string' || !ID_PATTERN.test(id))
    throw argumentInvalid(argument, id, '1 to 256 characters without control characters');
  return id;
}

const OPTIONS = [
  'store',
  'client',
  'signer',
  'planFeeLimit',
  'concurrency',
  'maxFailures',
  'retryDelayMs',
  'pollMs',
  'leaseMs',
  'onChange',
] as const satisfies readonly (keyof OutboxOptions)[];

/** The error of a run that ended with this one. */
function runFailure(error: unknown, client: NodeClient): unknown {
  if (isRpcError(error, 'ENDPOINT_MISMATCH')) {
    const { context, endpoint = client.endpoint } = error;
    return new PaymentsError('NETWORK_MISMATCH', { ...context, endpoint }, { cause: error });
  }
  return isRpcError(error) ? new PaymentsError('NODE_FAILED', { reason: reasonOf(error) }, { cause: error }) : error;
}

/**
 * Pays many, each id once, through crashes of this process, lost answers and nodes that forget: an intent is stored
 * under the caller's id, its one transaction is signed and stored before it is first sent, and resumed until it is in a
 * block that no fork can undo, or is proven to have expired. Only then is another one signed. Amounts in small units.
 *
 * An account needs an outbox of its own: what else signs an equal transfer for the same owner in the same millisecond
 * makes the same transaction, which is paid once. Entries are kept for ever, because an id that is forgotten could be
 * paid again.
 *
 * Source: Decision: one intent, one signed transaction; docs/protocol/checked-answers.md, Expiry.
 *
 * @param options - `store`, `client`, `signer`; `planFeeLimit` for calls; `concurrency`, `maxFailures`, `retryDelayMs`,
 * `pollMs`, `leaseMs`, `onChange`
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
export function createOutbox(options: OutboxOptions): Outbox {
  const given = strictArgument('options', options, OPTIONS);
  const { client, signer, planFeeLimit, onChange } = given;
  const store = guardStore(
    serviceArgument('store', given.store, 'compareAndSet', 'an object with the methods of OutboxStore'),
  );
  serviceArgument('signer', signer, 'sign', 'an object with sign(digest)');
  serviceArgument('client', client, 'request', 'a client that createNodeClient made');
  const { concurrency = 50, maxFailures = 10, retryDelayMs = 1000, pollMs = 1000, leaseMs = 30_000 } = given;
  integerArgument('concurrency', concurrency, { min: 1, max: 10_000 });
  integerArgument('maxFailures', maxFailures, { min: 1 });
  timeArgument('retryDelayMs', retryDelayMs);
  timeArgument('pollMs', pollMs);
  timeArgument('leaseMs', leaseMs);
  const wakers = new Set<() => void>();
  const wake = () => {
    for (const each of wakers) each();
  };

  /** Works until the end, or until the lease is lost; tells which. */
  async function runWithLease(signal: AbortSignal, whenIdle: 'return' | 'wait'): Promise<'ended' | 'lost'> {
    const genesisId = await requireStoreNetwork(store, client, { maxFailures, retryDelayMs, signal });
    const lease = await acquireLease(store, { leaseMs, signal });
    try {
      const context: WorkContext = {
        store: guardStore(given.store, lease.check),
        client,
        signer,
        genesisId,
        planFeeLimit,
        onChange,
        maxFailures,
        retryDelayMs,
        signal: AbortSignal.any([signal, lease.signal]),
      };
      if (lease.wasTakenOver) await fenceEntries(context.store);
      await runEntries(context, { concurrency, whenIdle, pollMs, wakers });
      return lease.signal.aborted ? 'lost' : 'ended';
    } catch (error) {
      if (isAbort(error, lease.signal)) return 'lost';
      throw error;
    } finally {
      await lease.release();
    }
  }

  async function retry(id: string): Promise<OutboxEntry> {
    const record = await store.get(keyOfEntry(idArgument('id', id)));
    const stored = record && entryOf(record);
    if (stored?.entry.status !== 'rejected' && stored?.entry.status !== 'failed')
      throw argumentInvalid('id', id, `that of an entry that was rejected or has failed, not ${stored?.entry.status}`);
    const { entry, version } = stored;
    const queued = { ...withoutTransaction(entry), failures: 0 };
    if (!(await store.compareAndSet({ ...recordOf(queued), version }))) return retry(id);
    wake();
    return queued;
  }

  return {
    async enqueue(id, intent, enqueueOptions = {}) {
      const { group } = strictArgument('options', enqueueOptions, ['group']);
      const key = keyOfEntry(idArgument('id', id));
      if (group !== undefined) idArgument('group', group);
      const checked = intentArgument(intent);
      if (checked.kind === 'call' && checked.feeLimit === undefined && planFeeLimit === undefined)
        throw argumentInvalid('feeLimit', undefined, 'given where the outbox has no planFeeLimit');
      const status = 'queued' as const;
      const entry = omitUndefined({ id, intent: checked, group, status, earlierTxIDs: [], failures: 0 });
      if (await store.createIfAbsent(recordOf(entry))) {
        wake();
        return entry;
      }
      const record = await store.get(key);
      if (record === undefined) throw argumentInvalid('store', `without ${key}`, 'one that forgets nothing');
      const { entry: stored } = entryOf(record);
      if (toJson([stored.intent, stored.group]) !== toJson([checked, group]))
        throw argumentInvalid('id', id, `one of no other intent; it stands for ${toJson(stored.intent)}`);
      return stored;
    },
    async get(id) {
      const record = await store.get(keyOfEntry(idArgument('id', id)));
      return record && entryOf(record).entry;
    },
    async *entries(listing = 'open') {
      wordArgument('listing', listing, ['open', 'all']);
      for (let after = 0; ;) {
        const records = await store.list({ listing, after, limit: PAGE });
        for (const record of records) yield entryOf(record).entry;
        const last = records.at(-1);
        if (last === undefined) return;
        after = last.position;
      }
    },
    retry,
    async run(runOptions = {}) {
      const { signal: given = new AbortController().signal, whenIdle = 'return' } = strictArgument(
        'options',
        runOptions,
        ['signal', 'whenIdle'],
      );
      wordArgument('whenIdle', whenIdle, ['return', 'wait']);
      const { signal, release } = platformSignal('signal', given);
      try {
        while ((await runWithLease(signal, whenIdle)) === 'lost' && !signal.aborted);
      } catch (error) {
        if (!isAbort(error, signal)) throw runFailure(error, client);
      } finally {
        release();
      }
    },
  };
}
