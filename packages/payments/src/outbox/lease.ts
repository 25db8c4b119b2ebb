import { type OutboxStore } from '../store/outbox-store.ts';
import { sleep } from './sleep.ts';

const LEASE = { key: 'lease', listing: 'none' } as const;

/**
 * How much of a lease its holder uses. Another process takes it over after all of it, measured by its own clock, so
 * that clocks need not agree, and may differ in speed by a fifth.
 */
const HOLDER_SHARE = 0.8;
/** How often in a lease its holder renews it, and another process looks whether it did. */
const RENEWALS = 4;

/** The right to work on a store's entries, which one process has at a time. */
export interface Lease {
  /** Aborts when the lease is lost. */
  readonly signal: AbortSignal;
  /** Whether the process that had it before ended without giving it back, and may still be about to write. */
  readonly wasTakenOver: boolean;
  /** Throws the signal's reason when the lease is lost, also where no timer has noticed yet. */
  readonly check: () => void;
  /** Gives it back, so that the next process need not wait. */
  readonly release: () => Promise<void>;
}

interface LeaseOptions {
  readonly leaseMs: number;
  readonly signal: AbortSignal;
}

interface LeaseRecord {
  readonly version: number;
  readonly wasTakenOver: boolean;
  /** When the change that made it this process's began. */
  readonly startedAt: number;
}

/** Waits until the record of the lease is this process's. */
async function acquireRecord(store: OutboxStore, { leaseMs, signal }: LeaseOptions): Promise<LeaseRecord> {
  let seen = { version: 0, at: 0 };
  for (;;) {
    const record = await store.get(LEASE.key);
    const now = performance.now();
    if (record === undefined) {
      if (await store.createIfAbsent({ ...LEASE, value: 'held' }))
        return { version: 1, wasTakenOver: false, startedAt: now };
      continue;
    }
    const { version, value } = record;
    if (version !== seen.version) seen = { version, at: now };
    const wasTakenOver = value !== 'free';
    if (!wasTakenOver || now - seen.at >= leaseMs) {
      if (await store.compareAndSet({ ...LEASE, value: 'held', version }))
        return { version: version + 1, wasTakenOver, startedAt: now };
      continue;
    }
    await sleep(Math.ceil(leaseMs / RENEWALS), signal);
  }
}

/**
 * Waits for the lease and renews it until it is released or lost. Rejects with the signal's reason when it aborts
 * first.
 *
 * Source: Decision: the version of the lease's record shows whether its holder lives, so that no clocks are compared.
 */
export async function acquireLease(store: OutboxStore, options: LeaseOptions): Promise<Lease> {
  const { leaseMs } = options;
  const { wasTakenOver, ...acquired } = await acquireRecord(store, options);
  let { version, startedAt } = acquired;
  const lost = new AbortController();
  const ended = new AbortController();
  const untilLost = () => Math.max(0, startedAt + leaseMs * HOLDER_SHARE - performance.now());
  const lose = () => lost.abort();
  let watchdog = setTimeout(lose, untilLost());

  const renew = async (): Promise<void> => {
    while (!lost.signal.aborted) {
      await sleep(Math.ceil(leaseMs / RENEWALS), ended.signal);
      const now = performance.now();
      if (!(await store.compareAndSet({ ...LEASE, value: 'held', version }))) return lose();
      version++;
      startedAt = now;
      clearTimeout(watchdog);
      watchdog = setTimeout(lose, untilLost());
    }
  };
  // A store that fails leaves the lease to its end, which the work itself then notices too.
  const renewing = renew().catch(() => {});

  return {
    signal: lost.signal,
    wasTakenOver,
    check() {
      if (untilLost() === 0) lose();
      if (lost.signal.aborted) throw lost.signal.reason;
    },
    async release() {
      ended.abort();
      await renewing;
      clearTimeout(watchdog);
      // Where this fails, the lease ends by itself.
      if (!lost.signal.aborted) await store.compareAndSet({ ...LEASE, value: 'free', version }).catch(() => false);
    },
  };
}
