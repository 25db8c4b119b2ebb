import { type AddSignatureArgs } from '@coin/rpc/signer';
import { argumentInvalid, integerArgument, strictArgument, wordArgument } from '../../arguments.ts';
import { lineOf } from '../../funds/waiting-line.ts';
import { omitUndefined } from '../../omit-undefined.ts';
import { type OutboxStore } from '../../store/outbox-store.ts';
import { intentArgument } from '../intent/intent-argument.ts';
import { type OutboxIntent } from '../intent/outbox-intent.ts';
import { addressArgument } from '../intent/rpc-argument.ts';
import { hasSigned, isAwaiting, withSignature } from './entry-signatures.ts';
import {
  entryOf,
  eventOf,
  fundsAwaitedBy,
  hasEnded,
  HELD,
  keyOfEntry,
  notifyChange,
  type OnChange,
  type OutboxEntry,
  type OutboxEvent,
  type OutboxStatus,
  recordOf,
  toJson,
  withoutTransaction,
} from './outbox-entry.ts';

/** Options of `enqueue`. */
export interface EnqueueOptions<Transaction = never> {
  /** Entries of one group are paid one after another, in the order in which they were enqueued. */
  readonly group?: string;
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

/** The state of an outbox. */
export interface OutboxSummary {
  /** The number of entries by status. */
  readonly counts: Readonly<Record<OutboxStatus, number>>;
  /** The age of the oldest entry that has not ended, in milliseconds; absent if all have ended. */
  readonly oldestAgeMs?: number;
  /** The accounts whose entries wait for coin or tokens, and what they need. */
  readonly fundsNeeded: readonly FundsNeeded[];
}

/** The coin that an account needs, in small units, or the units of a token. */
export interface FundsNeeded {
  readonly owner: string;
  /** The id of a TRC-10 token or the contract of a TRC-20 token; absent for coin. */
  readonly token?: string;
  /** The amount that all entries that wait for it need together; of coin, with their fees. */
  readonly needed: bigint;
  /** The account's coin or tokens when they were last read. */
  readonly available: bigint;
}

const PAGE = 100;
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
  const { group, priority = 0, transaction } = strictArgument('options', options, ['group', 'priority', 'transaction']);
  const key = keyOfEntry(idArgument('id', id));
  if (group !== undefined) idArgument('group', group);
  integerArgument('priority', priority, { min: -100, max: 100 });
  const status = 'queued' as const;
  const ranked = { group, priority: priority || undefined };
  const entry = omitUndefined({ id, intent, ...ranked, status, earlierTxIDs: [], failures: 0 });
  if (await store.createIfAbsent(recordOf(entry), { transaction })) return entry;
  const record = await store.get(key, { transaction });
  if (record === undefined) throw argumentInvalid('store', `without ${key}`, 'a store that keeps every record');
  const { entry: stored } = entryOf(record);
  if (toJson([stored.intent, stored.group]) !== toJson([intent, group]))
    throw argumentInvalid('id', id, `one of no other intent; it stands for ${toJson(stored.intent)}`);
  return stored;
}

/** Iterates over entries in the order in which they were enqueued. */
export async function* listEntries<T>(store: OutboxStore<T>, listing: 'open' | 'all') {
  for (let after = 0; ;) {
    const records = await store.list({ listing, after, limit: PAGE });
    for (const record of records) yield entryOf(record).entry;
    const last = records.at(-1);
    if (last === undefined) return;
    after = last.position;
  }
}

/**
 * Changes an entry with `next`, even if others change it at the same time, and returns it. If the store comes back as
 * an older copy meanwhile, `next` is called again, with the entry of that copy.
 */
async function changeEntry<T>(
  store: OutboxStore<T>,
  id: string,
  next: (entry: OutboxEntry | undefined) => OutboxEntry | Promise<OutboxEntry>,
  onChange: OnChange | undefined,
): Promise<OutboxEntry> {
  const key = keyOfEntry(idArgument('id', id));
  for (;;) {
    const epoch = await store.epoch?.();
    const record = await store.get(key);
    const { entry, version = 0 } = record === undefined ? {} : entryOf(record);
    const changed = await next(entry);
    if (entry === undefined || changed === entry) return changed;
    if (!(await store.compareAndSet({ ...recordOf(changed), version }, { epoch }))) continue;
    await notifyChange(onChange, changed, entry);
    return changed;
  }
}

/**
 * Ends an entry before it is signed. A run that signs it meanwhile cannot store that, and does not send it. One that
 * awaits signatures ends with its transaction, which others may still sign and send.
 */
function cancelled(id: string, entry: OutboxEntry | undefined): OutboxEntry {
  if (entry?.status === 'cancelled' || entry?.isCancelling === true) return entry;
  if (entry === undefined || hasEnded(entry) || entry.status === 'signed')
    throw argumentInvalid('id', id, `the id of an entry that is not signed yet, not ${entry?.status}`);
  const { waitsFor: _, problem: __, ...rest } = entry;
  return isAwaiting(entry) ? { ...entry, isCancelling: true } : { ...rest, status: 'cancelled' };
}

/** Adds a signature to an entry that awaits some. */
async function signedBy(
  args: AddSignatureArgs,
  { id, entry, now }: { id: string; entry: OutboxEntry | undefined; now: () => number },
): Promise<OutboxEntry> {
  if (entry !== undefined && (await hasSigned(entry, args.address))) return entry;
  if (entry === undefined || !isAwaiting(entry) || entry.isCancelling === true) {
    const found = entry?.isCancelling === true ? 'cancelled' : entry?.status;
    throw argumentInvalid('id', id, `the id of an entry that awaits signatures, not ${found}`);
  }
  return withSignature(entry, args, now());
}

/** The statuses of entries that have ended without a payment. */
const RETRIABLE: ReadonlySet<OutboxStatus> = /* @__PURE__ */ new Set(['rejected', 'cancelled', 'failed']);

function retried(id: string, entry: OutboxEntry | undefined): OutboxEntry {
  if (entry === undefined || !RETRIABLE.has(entry.status))
    throw argumentInvalid(
      'id',
      id,
      `the id of an entry that was rejected or cancelled or has failed, not ${entry?.status}`,
    );
  return { ...withoutTransaction(entry), failures: 0 };
}

async function findFundsNeeded<T>(store: OutboxStore<T>): Promise<readonly FundsNeeded[]> {
  const found = new Map<string, FundsNeeded>();
  for await (const entry of listEntries(store, 'open')) {
    const funds = fundsAwaitedBy(entry);
    if (funds === undefined) continue;
    const { owner } = entry.intent;
    const { token, needed, available } = funds;
    const line = lineOf(owner, token);
    const { needed: others = 0n, available: known = available } = found.get(line) ?? {};
    // The first one is looked at most often.
    found.set(line, omitUndefined({ owner, token, needed: others + needed, available: known }));
  }
  return [...found.values()];
}

async function summarize<T>(store: OutboxStore<T>): Promise<OutboxSummary> {
  const counts: Record<OutboxStatus, number> = {
    queued: 0,
    'waiting-for-funds': 0,
    'waiting-for-budget': 0,
    'awaiting-signatures': 0,
    signed: 0,
    succeeded: 0,
    failed: 0,
    rejected: 0,
    cancelled: 0,
  };
  let oldestAgeMs: number | undefined;
  let lacksFunds = false;
  for (const { status, count, oldestAgeMs: age } of await store.count()) {
    counts[status === HELD ? 'signed' : (status as OutboxStatus)] += count;
    if (age !== undefined) oldestAgeMs = Math.max(oldestAgeMs ?? 0, age);
    lacksFunds ||= count > 0 && (status === HELD || status === 'waiting-for-funds');
  }
  const fundsNeeded = lacksFunds ? await findFundsNeeded(store) : [];
  return omitUndefined({ counts, oldestAgeMs, fundsNeeded });
}

/** The operations on entries that make no payment. Calls `onQueued` when there is a new payment to make. */
export function createStoredEntries<T>(store: OutboxStore<T>, options: StoredEntriesOptions) {
  const { canPlan, onQueued, onChange, now } = options;
  return {
    async enqueue(id: string, intent: OutboxIntent, options: EnqueueOptions<T> = {}): Promise<OutboxEntry> {
      const checked = intentArgument(intent);
      const isCall = checked.kind === 'call' || checked.kind === 'transfer-token';
      if (isCall && checked.feeLimit === undefined && !canPlan)
        throw argumentInvalid('feeLimit', undefined, 'given if the outbox has no planFeeLimit');
      const entry = await enqueueEntry(store, id, checked, options);
      if (entry.status === 'queued') onQueued();
      return entry;
    },
    async get(id: string): Promise<OutboxEntry | undefined> {
      const record = await store.get(keyOfEntry(idArgument('id', id)));
      return record && entryOf(record).entry;
    },
    async *entries(listing: 'open' | 'all' = 'open'): AsyncGenerator<OutboxEntry, void, void> {
      wordArgument('listing', listing, ['open', 'all']);
      yield* listEntries(store, listing);
    },
    async history(id: string): Promise<readonly OutboxEvent[]> {
      return (await store.history(keyOfEntry(idArgument('id', id)))).map(eventOf);
    },
    summary: () => summarize(store),
    cancel: (id: string): Promise<OutboxEntry> => changeEntry(store, id, (entry) => cancelled(id, entry), onChange),
    async addSignature(id: string, args: AddSignatureArgs): Promise<OutboxEntry> {
      const { signature, address: given } = strictArgument('args', args, ['signature', 'address']);
      const checked = { signature, address: addressArgument('address', given) };
      const sign = (entry: OutboxEntry | undefined) => signedBy(checked, { id, entry, now });
      const entry = await changeEntry(store, id, sign, onChange);
      onQueued();
      return entry;
    },
    async retry(id: string): Promise<OutboxEntry> {
      const entry = await changeEntry(store, id, (stored) => retried(id, stored), onChange);
      onQueued();
      return entry;
    },
  };
}

interface StoredEntriesOptions {
  /** Whether calls may come without a fee limit. */
  readonly canPlan: boolean;
  readonly onQueued: () => void;
  readonly onChange?: OnChange | undefined;
  /** The time in milliseconds since 1970. */
  readonly now: () => number;
}
