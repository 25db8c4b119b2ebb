import { sleep, unlessAborted } from '../sleep.ts';
import { type OutboxStore, type StoredRecord } from '../store/outbox-store.ts';

/**
 * The part of a lease that its holder uses. The store gives the claim to another process only after the whole lease, by
 * the store's own clock. So clocks need not agree, and may differ in speed by a fifth.
 */
export const HOLDER_SHARE = 0.8;
/** Number of times that the holder renews its claims in a lease. */
const RENEWALS = 4;

/** The entries that a run has claimed. */
export interface Claims {
  /** The holder of the claims. */
  readonly holder: string;
  /** Claims more entries. */
  readonly claim: (limit: number, owners: readonly string[] | undefined) => Promise<readonly StoredRecord[]>;
  /** Gives all claims back, so other processes need not wait. Resolves without that once they are lost. */
  readonly release: () => Promise<void>;
}

/** The store of a run. */
export interface RunStore<T> {
  /** Changes nothing once the claims may have run out, or its server has another history. */
  readonly store: OutboxStore<T>;
  /** The history of the server: '' if the store has none. */
  readonly epoch: string;
  readonly claims: Claims;
}

/**
 * Opens a store for a run. Renews the claims of the run until they are released or lost, and aborts `lost` when they
 * may have run out, or when the server has another history. If the store fails, the claims run out, and the work in
 * progress fails too. Calls of the store that have no answer when `until` aborts reject with its reason.
 *
 * Source: docs/decisions/17-outbox-data-model.md, Claims, A store that comes back older.
 */
export async function openRunStore<T>(
  shared: OutboxStore<T>,
  { leaseMs, lost, until }: { leaseMs: number; lost: AbortController; until: AbortSignal },
): Promise<RunStore<T>> {
  const answered = <R>(call: Promise<R>): Promise<R> => unlessAborted(call, until);
  const readEpoch = async (): Promise<string> => (shared.epoch ? answered(shared.epoch()) : '');
  const epoch = await readEpoch();
  const options = shared.epoch && { epoch };
  const requireEpoch = async (): Promise<void> => {
    if ((await readEpoch()) !== epoch) lost.abort();
    lost.signal.throwIfAborted();
  };

  const holder = crypto.getRandomValues(new Uint32Array(4)).join('-');
  const ended = new AbortController();
  /** The start of the oldest change that made the claims, or renewed all of them. */
  let startedAt = performance.now();
  const untilLost = () => Math.max(0, startedAt + leaseMs * HOLDER_SHARE - performance.now());
  const lose = () => lost.abort();
  const losing = new Promise((resolve) => lost.signal.addEventListener('abort', resolve));
  let watchdog = setTimeout(lose, untilLost());
  /** Throws if the claims may have run out, even before the timer has noticed it. */
  const requireClaims = () => {
    if (untilLost() === 0) lose();
    lost.signal.throwIfAborted();
  };
  const renewFor = async (ms: number): Promise<void> => {
    await answered(shared.renew({ holder, leaseMs: ms }, options));
    // An idle run has no other change.
    await requireEpoch();
  };
  const renew = async (): Promise<void> => {
    for (;;) {
      await sleep(Math.ceil(leaseMs / RENEWALS), ended.signal);
      const now = performance.now();
      await renewFor(leaseMs);
      startedAt = now;
      clearTimeout(watchdog);
      watchdog = setTimeout(lose, untilLost());
    }
  };
  const renewing = renew().catch(() => {});
  const giveBack = async (): Promise<void> => {
    // A store that is slow may still be renewing; claims that are lost run out by themselves. On a server of another
    // history, where there may be more entries to pay, this aborts `lost` too.
    await renewing;
    if (!lost.signal.aborted) await renewFor(0).catch(() => {});
  };

  const { owners } = shared;
  const change = async (make: () => Promise<boolean>): Promise<boolean> => {
    requireClaims();
    const isMade = await answered(make());
    if (!isMade) await requireEpoch();
    return isMade;
  };
  return {
    epoch,
    store: {
      ...shared,
      get: (...args) => answered(shared.get(...args)),
      list: (range) => answered(shared.list(range)),
      count: () => answered(shared.count()),
      ...(owners && { owners: () => answered(owners()) }),
      createIfAbsent: (record) => change(() => shared.createIfAbsent(record, options)),
      compareAndSet: (record) => change(() => shared.compareAndSet(record, options)),
    },
    claims: {
      holder,
      async claim(limit, owners) {
        requireClaims();
        return answered(shared.claim({ holder, limit, leaseMs, owners }, options));
      },
      async release() {
        ended.abort();
        await Promise.race([giveBack(), losing]);
        clearTimeout(watchdog);
      },
    },
  };
}
