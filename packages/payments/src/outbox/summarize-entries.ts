import { queueOf } from '../funds/funds-queues.ts';
import { omitUndefined } from '../omit-undefined.ts';
import { type OutboxStore } from '../store/outbox-store.ts';
import { HELD } from './entry/entry-record.ts';
import { fundsAwaitedBy, type OutboxStatus } from './entry/outbox-entry.ts';
import { listEntries } from './entry/stored-entries.ts';

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

async function findFundsNeeded<T>(store: OutboxStore<T>): Promise<readonly FundsNeeded[]> {
  const found = new Map<string, FundsNeeded>();
  for await (const entry of listEntries(store, 'open')) {
    const funds = fundsAwaitedBy(entry);
    if (funds === undefined) continue;
    const { owner } = entry.intent;
    const { token, needed, available } = funds;
    const queue = queueOf(owner, token);
    const { needed: others = 0n, available: known = available } = found.get(queue) ?? {};
    // The first one is looked at most often.
    found.set(queue, omitUndefined({ owner, token, needed: others + needed, available: known }));
  }
  return [...found.values()];
}

/** Counts the entries of a store, and adds up what accounts lack. */
export async function summarizeEntries<T>(store: OutboxStore<T>): Promise<OutboxSummary> {
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
  return omitUndefined({ counts, oldestAgeMs, fundsNeeded: lacksFunds ? await findFundsNeeded(store) : [] });
}
