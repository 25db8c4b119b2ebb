import { sleep } from '../sleep.ts';
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
  /** Throws the reason of `lost` if the claims may have run out, even before a timer has noticed it. */
  readonly check: () => void;
  /** Claims more entries. */
  readonly claim: (limit: number) => Promise<readonly StoredRecord[]>;
  /** Gives all claims back, so other processes need not wait. Resolves without that once they are lost. */
  readonly release: () => Promise<void>;
}

interface ClaimsOptions {
  readonly leaseMs: number;
  /** Aborts when the claims may have run out. */
  readonly lost: AbortController;
}

/**
 * Claims entries and renews the claims until they are released or lost. If the store fails, the claims run out, and the
 * work in progress fails too.
 *
 * Source: docs/decisions/17-outbox-data-model.md, Claims.
 */
export function holdClaims<T>(store: OutboxStore<T>, { leaseMs, lost }: ClaimsOptions): Claims {
  const holder = crypto.getRandomValues(new Uint32Array(4)).join('-');
  const ended = new AbortController();
  /** The start of the oldest change that made the claims, or renewed all of them. */
  let startedAt = performance.now();
  const untilLost = () => Math.max(0, startedAt + leaseMs * HOLDER_SHARE - performance.now());
  const lose = () => lost.abort();
  const losing = new Promise((resolve) => lost.signal.addEventListener('abort', resolve));
  let watchdog = setTimeout(lose, untilLost());
  const check = () => {
    if (untilLost() === 0) lose();
    if (lost.signal.aborted) throw lost.signal.reason;
  };

  const renew = async (): Promise<void> => {
    for (;;) {
      await sleep(Math.ceil(leaseMs / RENEWALS), ended.signal);
      const now = performance.now();
      await store.renew({ holder, leaseMs });
      if (lost.signal.aborted) return;
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
    if (!lost.signal.aborted) await store.renew({ holder, leaseMs: 0 }).catch(() => {});
  };

  return {
    holder,
    check,
    async claim(limit) {
      check();
      const claimed = await store.claim({ holder, limit, leaseMs });
      check();
      return claimed;
    },
    async release() {
      ended.abort();
      await Promise.race([giveBack(), losing]);
      clearTimeout(watchdog);
    },
  };
}
