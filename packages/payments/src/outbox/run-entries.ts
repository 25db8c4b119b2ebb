import { type OutboxStore, type StoredRecord } from '../store/outbox-store.ts';
import { completeEntry, type WorkContext } from './complete-entry.ts';
import { entryOf } from './outbox-entry.ts';
import { sleep } from './sleep.ts';

/** How a run goes about the entries of a store. */
export interface RunPlan {
  /** How many entries are worked on at a time. */
  readonly concurrency: number;
  readonly whenIdle: 'return' | 'wait';
  /** How often a run looks for what other processes have enqueued. */
  readonly pollMs: number;
  /** What this process calls when it has enqueued something. */
  readonly wakers: Set<() => void>;
}

/** How many more entries than there is work for are read at once. */
const READ_AHEAD = 200;

/**
 * Makes every write of a former holder of the lease fail that began before this one has it: each open record gets
 * another version.
 */
export async function fenceEntries(store: OutboxStore): Promise<void> {
  for (let after = 0; ;) {
    const records = await store.list({ listing: 'open', after, limit: READ_AHEAD });
    // Where the version is another one by now, that writer was faster, and its next write fails.
    for (const { key, value, listing, version } of records) {
      if (!(await store.compareAndSet({ key, value, listing, version }))) await fenceRecord(store, key);
    }
    const last = records.at(-1);
    if (last === undefined) return;
    after = last.position;
  }
}

async function fenceRecord(store: OutboxStore, key: string): Promise<void> {
  for (;;) {
    const record = await store.get(key);
    if (record?.listing !== 'open' || (await store.compareAndSet(record))) return;
  }
}

/** Works on open entries in the order in which they were enqueued, until there are none or the signal aborts. */
export async function runEntries(context: WorkContext, plan: RunPlan): Promise<void> {
  const { store } = context;
  const { concurrency, whenIdle, pollMs, wakers } = plan;
  const failed = new AbortController();
  const signal = AbortSignal.any([context.signal, failed.signal]);
  const active = new Map<string, Promise<void>>();
  const busyGroups = new Set<string>();
  let ready: { record: StoredRecord; group: string | undefined }[] = [];
  let failure: unknown;
  let idle = new AbortController();
  const wake = () => idle.abort();

  const list = async () => {
    const records = await store.list({ listing: 'open', after: 0, limit: concurrency + READ_AHEAD });
    return records
      .filter(({ key }) => !active.has(key))
      .map((record) => ({ record, group: entryOf(record).entry.group }));
  };
  const work = async (record: StoredRecord, group: string | undefined): Promise<void> => {
    try {
      await completeEntry(record, { ...context, signal });
    } catch (error) {
      failure ??= error;
      failed.abort(error);
    } finally {
      active.delete(record.key);
      if (group !== undefined) busyGroups.delete(group);
      wake();
    }
  };
  /** Starts the first entry whose group has no other under way. */
  const start = (): boolean => {
    const index = ready.findIndex(({ group }) => group === undefined || !busyGroups.has(group));
    const [next] = index < 0 ? [] : ready.splice(index, 1);
    if (next === undefined) return false;
    const { record, group } = next;
    if (group !== undefined) busyGroups.add(group);
    active.set(record.key, work(record, group));
    return true;
  };

  wakers.add(wake);
  signal.addEventListener('abort', wake);
  try {
    while (!signal.aborted) {
      idle = new AbortController();
      while (active.size < concurrency && start());
      if (active.size < concurrency) {
        ready = await list();
        while (active.size < concurrency && start());
        if (active.size === 0 && whenIdle === 'return') return;
      }
      await sleep(pollMs, idle.signal).catch(() => {});
    }
  } catch (error) {
    failure ??= error;
    failed.abort(error);
  } finally {
    wakers.delete(wake);
  }
  await Promise.all(active.values());
  if (failure !== undefined && !context.signal.aborted) throw failure;
}
