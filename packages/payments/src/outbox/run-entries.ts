import { isRpcError } from '@coin/rpc';
import { isPaymentsError, type PaymentsError } from '../errors.ts';
import { sleep } from '../sleep.ts';
import { type OutboxStore, type StoredRecord } from '../store/outbox-store.ts';
import { entryOf, transactionOf } from './entry/entry-record.ts';
import { fundsAwaitedBy, isWaiting, type OutboxEntry } from './entry/outbox-entry.ts';
import { findEntry, listRecords } from './entry/stored-entries.ts';
import { type RunOwners } from './run-owners.ts';
import { type Claims } from './run-store.ts';
import { completeEntry, type Completion } from './work/complete-entry.ts';
import { type WorkContext } from './work/work-context.ts';

/** Wakes a run, because there may be new entries of this owner, or of anyone. */
export type Waker = (owner?: string) => void;

/** The settings of a run over the entries of a store. */
export interface RunPlan {
  readonly claims: Claims;
  readonly owners: RunOwners;
  /** Maximum number of entries in progress. */
  readonly concurrency: number;
  readonly whenIdle: 'return' | 'wait';
  /** The interval at which a run looks for entries of other processes. */
  readonly pollMs: number;
  /** Called when there may be new entries. */
  readonly wakers: Set<Waker>;
}

/**
 * Tells whether a run has nothing left to do: each entry of its accounts has ended or waits, by itself or for its group,
 * also if another process works on it. An entry counts as waiting only if this process, or another one that gave it a new
 * version, has looked at it since the run began. An entry behind another one is looked at again once that one no longer
 * waits.
 */
function createEnd(store: OutboxStore, owners: RunOwners) {
  const firstVersions = new Map<string, number>();
  const wasLookedAt = ({ key, version }: StoredRecord): boolean => {
    const first = firstVersions.get(key) ?? version;
    firstVersions.set(key, first);
    return version > first;
  };
  return {
    /** Notes what this process has found. A failed look at an entry that waits does not count. */
    note({ key }: StoredRecord, completion: Completion): void {
      if (completion === 'failed') firstVersions.delete(key);
      else firstVersions.set(key, 0);
    },
    /** Throws the error of a damaged entry once all others have ended or wait. */
    async isReached(): Promise<boolean> {
      const [waiting, awaited] = [new Set<string>(), new Set<string>()];
      /** Groups with an entry that holds up the others, and those with an entry that has not begun. */
      const [held, queued] = [new Set<string | undefined>(), new Set<string>()];
      let damage: unknown;
      for await (const record of listRecords(store, 'open')) {
        let entry: OutboxEntry;
        try {
          ({ entry } = entryOf(record));
          if (entry.txID !== undefined) transactionOf(entry);
        } catch (error) {
          damage ??= error;
          held.add(record.group);
          continue;
        }
        if (!(await owners.has(entry.intent.owner))) {
          held.add(record.group);
          continue;
        }
        if (record.group !== undefined && entry.status === 'queued' && !isWaiting(entry)) {
          queued.add(record.group);
          continue;
        }
        if (!isWaiting(entry) || !wasLookedAt(record)) return false;
        if (entry.waitsFor?.kind === 'entry' && (await findEntry(store, entry.waitsFor.id))?.status === 'succeeded')
          return false;
        waiting.add(entry.id);
        held.add(record.group);
        const behind = fundsAwaitedBy(entry)?.behind;
        if (behind !== undefined) awaited.add(behind);
      }
      const isReached = [...awaited].every((id) => waiting.has(id)) && [...queued].every((group) => held.has(group));
      if (isReached && damage !== undefined) throw damage;
      return isReached;
    },
  };
}

/** Whether an error says that this record is damaged. It stops no other entry. */
const isDamage = (error: unknown, { key }: StoredRecord): error is PaymentsError =>
  isPaymentsError(error, 'RECORD_INVALID') && error.context.key === key;

/** The entries in progress; `signal` aborts when one of them ends the run. */
function createWork(context: WorkContext, onEnd: (record: StoredRecord, completion: Completion) => void) {
  const failed = new AbortController();
  const signal = AbortSignal.any([context.signal, failed.signal]);
  const active = new Set<Promise<void>>();
  let failure: unknown;
  const fail = (error: unknown): void => {
    // The abort makes requests to nodes and signers fail, but neither the store nor `onChange`.
    if (context.signal.aborted && !isPaymentsError(error)) return;
    failure ??= error;
    failed.abort(error);
  };
  return {
    signal,
    active,
    fail,
    start(record: StoredRecord): void {
      const complete = async (): Promise<void> => {
        let completion: Completion = 'left';
        try {
          completion = await completeEntry(record, { ...context, signal });
        } catch (error) {
          if (isDamage(error, record)) context.report(error);
          else fail(error);
        }
        active.delete(work);
        onEnd(record, completion);
      };
      const work = complete();
      active.add(work);
    },
    /** Waits for all work in progress, and throws the error that ended the run, if one did. */
    async settle(): Promise<void> {
      await Promise.all(active);
      if (failure !== undefined) throw failure;
    },
  };
}

/** Works on entries in the order in which they were enqueued, until there are none or the signal aborts. */
export async function runEntries(context: WorkContext, plan: RunPlan): Promise<void> {
  const { claims, owners, concurrency, whenIdle, pollMs, wakers } = plan;
  let isDrained = false;
  let idle = new AbortController();
  const wake = (): void => {
    isDrained = false;
    idle.abort();
  };
  const end = createEnd(context.store, owners);
  const work = createWork(context, (record, completion) => {
    end.note(record, completion);
    // The next entry of the group may start.
    if (record.group !== undefined) isDrained = false;
    idle.abort();
  });
  const { signal, active } = work;
  const claimMore = async (): Promise<void> => {
    const free = concurrency - active.size;
    if (isDrained || free === 0) return;
    // `wake` may be called while the store answers.
    isDrained = true;
    const records = await claims.claim(free, owners.known());
    for (const record of records) work.start(record);
    if (records.length === free) isDrained = false;
  };

  /** Looks at the accounts of entries. The node is asked again if it fails. */
  const look = async (atOwners: () => Promise<boolean>): Promise<boolean> => {
    try {
      return await atOwners();
    } catch (error) {
      if (isRpcError(error)) context.report(error);
      else work.fail(error);
      return false;
    }
  };

  const wakeFor: Waker = (owner) => {
    if (owner === undefined || !owners.isForeign(owner)) wake();
  };
  wakers.add(wakeFor);
  signal.addEventListener('abort', wake);
  try {
    while (!signal.aborted) {
      idle = new AbortController();
      const looking = look(owners.look).then((hasFound) => hasFound && wake());
      await claimMore();
      if (active.size === 0 && whenIdle === 'return' && (await look(() => end.isReached()))) {
        await looking;
        break;
      }
      await sleep(pollMs, idle.signal).then(wake, () => {});
    }
  } catch (error) {
    work.fail(error);
  }
  wakers.delete(wakeFor);
  await work.settle();
}
