import { type OutboxStore, type StoredRecord } from '../store/outbox-store.ts';
import { type Claims } from './claims.ts';
import { completeEntry, type WorkContext } from './complete-entry.ts';
import { sleep } from './sleep.ts';

/** How a run goes about the entries of a store. */
export interface RunPlan {
  readonly claims: Claims;
  /** Maximum number of entries in progress. */
  readonly concurrency: number;
  readonly whenIdle: 'return' | 'wait';
  /** How often a run looks for entries of other processes. */
  readonly pollMs: number;
  /** Called when there may be new entries. */
  readonly wakers: Set<() => void>;
}

/** Whether all entries have ended, also those that other processes work on. */
const isDone = async (store: OutboxStore): Promise<boolean> =>
  (await store.list({ listing: 'open', after: 0, limit: 1 })).length === 0;

/** The entries in progress; `signal` aborts when one of them ends the run. */
function createWork(context: WorkContext, onEnd: (record: StoredRecord) => void) {
  const failed = new AbortController();
  const signal = AbortSignal.any([context.signal, failed.signal]);
  const active = new Set<Promise<void>>();
  let failure: unknown;
  const fail = (error: unknown): void => {
    failure ??= error;
    failed.abort(error);
  };
  return {
    signal,
    active,
    fail,
    start(record: StoredRecord): void {
      const work = completeEntry(record, { ...context, signal })
        .catch(fail)
        .finally(() => {
          active.delete(work);
          onEnd(record);
        });
      active.add(work);
    },
    /** Waits for all work in progress, and throws the error that ended the run. */
    async settle(): Promise<void> {
      await Promise.all(active);
      if (failure !== undefined && !context.signal.aborted) throw failure;
    },
  };
}

/** Works on entries in the order in which they were enqueued, until there are none or the signal aborts. */
export async function runEntries(context: WorkContext, plan: RunPlan): Promise<void> {
  const { claims, concurrency, whenIdle, pollMs, wakers } = plan;
  let isDrained = false;
  let idle = new AbortController();
  const wake = (): void => {
    isDrained = false;
    idle.abort();
  };
  const work = createWork(context, ({ group }) => {
    // The next entry of the group may begin.
    if (group !== undefined) isDrained = false;
    idle.abort();
  });
  const { signal, active } = work;
  const claimMore = async (): Promise<void> => {
    const free = concurrency - active.size;
    if (isDrained || free === 0) return;
    // `wake` may be called while the store answers.
    isDrained = true;
    const records = await claims.claim(free);
    for (const record of records) work.start(record);
    if (records.length === free) isDrained = false;
  };

  wakers.add(wake);
  signal.addEventListener('abort', wake);
  try {
    while (!signal.aborted) {
      idle = new AbortController();
      await claimMore();
      if (active.size === 0 && whenIdle === 'return' && (await isDone(context.store))) return;
      await sleep(pollMs, idle.signal).then(wake, () => {});
    }
  } catch (error) {
    work.fail(error);
  } finally {
    wakers.delete(wake);
  }
  await work.settle();
}
