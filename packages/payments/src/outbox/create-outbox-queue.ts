import { type AddSignatureArgs } from '@coin/rpc/signer';
import { argumentInvalid, integerArgument, rejectUnknown, stringArgument, wordArgument } from '../arguments.ts';
import { omitUndefined } from '../omit-undefined.ts';
import { parseArgument } from '../parse-value.ts';
import { guardStore } from '../store/guard-store.ts';
import { type OutboxStore } from '../store/outbox-store.ts';
import { toJson } from '../store/parse-record.ts';
import { keptFields, queueAgain } from './entry/entry-changes.ts';
import { entryOf, eventOf, keyOfEntry, recordOf, unlessDamaged } from './entry/entry-record.ts';
import { addEntrySignature, hasSigned } from './entry/entry-signatures.ts';
import {
  hasEnded,
  type OnChange,
  type OutboxEntry,
  type OutboxEvent,
  type OutboxStatus,
} from './entry/outbox-entry.ts';
import { listEntries, listRecords, readEntry } from './entry/stored-entries.ts';
import { addressSchema, parseIntent } from './intent/intent-schema.ts';
import { type OutboxIntent } from './intent/outbox-intent.ts';
import { type OutboxOptions } from './outbox-options.ts';
import { summarizeEntries, type OutboxSummary } from './summarize-entries.ts';
import { notifyChange } from './work/notify-change.ts';

/** Options of `enqueue`. */
export interface EnqueueOptions<Transaction = never> {
  /** Entries of one group are paid one after another, in the order in which they were enqueued. */
  readonly group?: string;
  /**
   * The id of an entry that was enqueued before. This entry is paid only if that one has succeeded, and waits otherwise:
   * also if that one has ended without success, until it is retried and succeeds.
   */
  readonly after?: string;
  /**
   * -100 to 100; 0 by default. Entries of a higher priority are paid first, and entries of the same priority in the
   * order in which they were enqueued. The same id with another priority keeps its first one.
   */
  readonly priority?: number;
  /**
   * A transaction of your database, if the store supports that. The entry exists once the transaction commits, and does
   * not exist if it is rolled back.
   */
  readonly transaction?: Transaction;
}

/** The entries of a store: everything that needs neither a key nor a node. */
export interface OutboxQueue<Transaction = never> {
  /**
   * Stores an intent under your id, and returns its entry. The same id with an equal intent returns the present entry.
   * Entries of one `group` are paid one after another, in the order in which they were enqueued, whether or not the
   * earlier ones succeed. With `after`, an entry is paid only if another one has succeeded. `transaction` is a
   * transaction of your database, of which the entry becomes a part.
   */
  readonly enqueue: (id: string, intent: OutboxIntent, options?: EnqueueOptions<Transaction>) => Promise<OutboxEntry>;
  /** Returns the entry of an id; undefined if it was never enqueued. */
  readonly get: (id: string) => Promise<OutboxEntry | undefined>;
  /**
   * Iterates over entries in the order in which they were enqueued: all, or only the open ones, not yet ended. Throws the
   * error of a damaged record after all others.
   */
  readonly entries: (listing?: 'open' | 'all') => AsyncGenerator<OutboxEntry, void, void>;
  /**
   * Returns each change of an entry, oldest first, with every transaction id; empty for an unknown id. New amounts of a
   * wait of the same kind are no change: `get` has them.
   */
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
  /**
   * Enqueues a rejected, cancelled or failed entry once more, under its id. With `{ code }`, enqueues all entries that
   * were rejected with a `problem` of this code, and returns them. `STORE_OUTDATED` is not such a code: find out for each
   * of its entries whether it was paid.
   */
  readonly retry: {
    (id: string): Promise<OutboxEntry>;
    (rejected: { readonly code: string }): Promise<readonly OutboxEntry[]>;
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
  rejectUnknown(options, ['store']);
  return createQueue(guardStore(options.store), { canPlan: true, onQueued: () => {}, now: Date.now });
}

interface QueueOptions {
  /** Whether calls may come without a fee limit. */
  readonly canPlan: boolean;
  /** Called when there is a new payment to make. */
  readonly onQueued: () => void;
  readonly onChange?: OnChange | undefined;
  /** The time in milliseconds since 1970. */
  readonly now: () => number;
}

/** Creates the methods that need no key and no node. */
export function createQueue<T>(
  store: OutboxStore<T>,
  { canPlan, onQueued, onChange, now }: QueueOptions,
): OutboxQueue<T> {
  /**
   * Changes an entry with `next`, even if others change it at the same time, and returns it. If the store comes back as
   * an older copy meanwhile, `next` is called again, with the entry of that copy.
   */
  async function changeEntry(
    id: string,
    next: (entry: OutboxEntry | undefined) => OutboxEntry | Promise<OutboxEntry>,
  ): Promise<OutboxEntry> {
    idArgument('id', id);
    for (;;) {
      const epoch = await store.epoch?.();
      const stored = await readEntry(store, id);
      const changed = await next(stored?.entry);
      if (stored === undefined || changed === stored.entry) return changed;
      const { entry, version } = stored;
      if (!(await store.compareAndSet({ ...recordOf(changed), version }, { epoch }))) continue;
      await notifyChange(onChange, changed, entry);
      return changed;
    }
  }
  async function retry(id: string): Promise<OutboxEntry>;
  async function retry(rejected: { readonly code: string }): Promise<readonly OutboxEntry[]>;
  async function retry(given: string | { readonly code: string }): Promise<OutboxEntry | readonly OutboxEntry[]> {
    const retried =
      Object(given) === given && !Array.isArray(given)
        ? await retryRejected(given as { readonly code: string })
        : await changeEntry(given as string, (entry) => retryEntry(given as string, entry));
    onQueued();
    return retried;
  }
  async function retryRejected(given: { readonly code: string }): Promise<readonly OutboxEntry[]> {
    rejectUnknown(given, ['code']);
    const code = stringArgument('code', given.code);
    if (code === 'STORE_OUTDATED')
      throw argumentInvalid('code', code, 'another code: look each duplicateTxID up, and retry the entry by its id');
    const retried: OutboxEntry[] = [];
    const isRejected = (entry: OutboxEntry) => entry.status === 'rejected' && entry.problem.code === code;
    for await (const entry of listEntries(store, 'all'))
      if (isRejected(entry))
        retried.push(await changeEntry(entry.id, (now = entry) => (isRejected(now) ? retryEntry(now.id, now) : now)));
    return retried;
  }
  return {
    async enqueue(id, intent, options = {}) {
      const checked = parseIntent(intent);
      const isCall = checked.kind === 'call' || checked.kind === 'transfer-token';
      if (isCall && checked.feeLimit === undefined && !canPlan)
        throw argumentInvalid('feeLimit', undefined, 'given if the outbox has no planFeeLimit');
      const entry = await enqueueEntry(store, id, checked, options);
      if (entry.status === 'queued') onQueued();
      return entry;
    },
    get: async (id) => (await readEntry(store, idArgument('id', id)))?.entry,
    async *entries(listing = 'open') {
      wordArgument('listing', listing, ['open', 'all']);
      let damage: unknown;
      for await (const record of listRecords(store, listing)) {
        const stored = unlessDamaged(
          () => entryOf(record),
          (error) => (damage ??= error),
        );
        if (stored !== undefined) yield stored.entry;
      }
      if (damage !== undefined) throw damage;
    },
    async history(id) {
      const key = keyOfEntry(idArgument('id', id));
      return (await store.history(key)).map((event) => eventOf(key, event));
    },
    summary: () => summarizeEntries(store),
    cancel: (id) => changeEntry(id, (entry) => cancelEntry(id, entry)),
    async addSignature(id, args) {
      rejectUnknown(args, ['signature', 'address']);
      const checked = { ...args, address: parseArgument(addressSchema, args.address, 'address') };
      const entry = await changeEntry(id, (stored) => signEntry(checked, { id, entry: stored, now }));
      onQueued();
      return entry;
    },
    retry,
  };
}

/** Control characters, and halves of surrogate pairs, which databases replace by another character. */
const ID_PATTERN = /^[^\p{Cc}\p{Cs}]{1,256}$/u;

function idArgument(argument: string, id: string): string {
  if (typeof id !== 'string' || !ID_PATTERN.test(id))
    throw argumentInvalid(argument, id, '1 to 256 characters without control characters');
  return id;
}

/** Stores an intent under an id, or returns the existing entry with an equal intent. */
async function enqueueEntry<T>(
  store: OutboxStore<T>,
  id: string,
  intent: OutboxIntent,
  options: EnqueueOptions<T>,
): Promise<OutboxEntry> {
  rejectUnknown(options, ['group', 'after', 'priority', 'transaction']);
  const { group, after, priority = 0, transaction } = options;
  const key = keyOfEntry(idArgument('id', id));
  if (group !== undefined) idArgument('group', group);
  integerArgument('priority', priority, { min: -100, max: 100 });
  if (after !== undefined && (await store.get(keyOfEntry(idArgument('after', after)), { transaction })) === undefined)
    throw argumentInvalid('after', after, 'the id of an entry that was enqueued before');
  const status = 'queued' as const;
  const ranked = { group, after, priority: priority || undefined };
  const entry = omitUndefined({ id, intent, ...ranked, status, earlierTxIDs: [], failures: 0 });
  if (await store.createIfAbsent(recordOf(entry), { transaction })) return entry;
  const record = await store.get(key, { transaction });
  if (record === undefined) throw argumentInvalid('store', `without ${key}`, 'a store that keeps every record');
  const { entry: stored } = entryOf(record);
  if (toJson([stored.intent, stored.group, stored.after]) !== toJson([intent, group, after]))
    throw argumentInvalid('id', id, `one of no other intent; it stands for ${toJson(stored.intent)}`);
  return stored;
}

/**
 * Ends an entry before it is signed. A run that signs it meanwhile cannot store that, and does not send it. One that
 * awaits signatures ends with its transaction, which others may still sign and send.
 */
function cancelEntry(id: string, entry: OutboxEntry | undefined): OutboxEntry {
  if (entry?.status === 'cancelled' || entry?.isCancelling === true) return entry;
  if (entry?.status === 'awaiting-signatures') return { ...entry, isCancelling: true };
  if (entry === undefined || hasEnded(entry) || entry.txID !== undefined)
    throw argumentInvalid('id', id, `the id of an entry that is not signed yet, not ${entry?.status}`);
  return { ...keptFields(entry), status: 'cancelled' };
}

/** Adds a signature to an entry that awaits some. */
async function signEntry(
  args: AddSignatureArgs,
  { id, entry, now }: { id: string; entry: OutboxEntry | undefined; now: () => number },
): Promise<OutboxEntry> {
  if (entry !== undefined && (await hasSigned(entry, args.address))) return entry;
  if (entry?.status !== 'awaiting-signatures' || entry.isCancelling === true) {
    const found = entry?.isCancelling === true ? 'cancelled' : entry?.status;
    throw argumentInvalid('id', id, `the id of an entry that awaits signatures, not ${found}`);
  }
  return addEntrySignature(entry, args, now());
}

const RETRIABLE: readonly OutboxStatus[] = ['rejected', 'cancelled', 'failed'];

function retryEntry(id: string, entry: OutboxEntry | undefined): OutboxEntry {
  if (entry === undefined || !RETRIABLE.includes(entry.status)) {
    const expected = `the id of an entry that was rejected or cancelled or has failed, not ${entry?.status}`;
    throw argumentInvalid('id', id, expected);
  }
  return { ...queueAgain(entry), failures: 0 };
}
