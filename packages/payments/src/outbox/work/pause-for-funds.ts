import { type SmallUnits } from '@coin/units';
import { type Spending } from '../../funds/payment-cost.ts';
import { ACCOUNT_MS } from '../../funds/wallets.ts';
import { type EntryWait, type OutboxEntry } from '../entry/outbox-entry.ts';
import { sleep } from '../../sleep.ts';
import { type WorkContext } from './work-context.ts';

/** A waiting entry, or the maximum of its fees. */
type Funds = { readonly paused: OutboxEntry } | { readonly paused?: undefined; readonly maxFee: SmallUnits };

/**
 * Makes an entry wait if its owner has too little coin for it, or if an earlier entry waits for coin. Does not resolve
 * while unfinished payments may still take the coin, because they may fail.
 */
export async function pauseForFunds(
  entry: OutboxEntry,
  spending: Spending,
  position: number,
  { client, wallets, line, maxFeePerPayment, maxFeesPerDay, signal }: WorkContext,
): Promise<Funds> {
  const { id, priority = 0 } = entry;
  const { owner } = spending;
  const place = { id, priority, position };
  const isBudgeted = maxFeePerPayment !== undefined || maxFeesPerDay !== undefined;
  for (;;) {
    const before = await line.before(owner, place);
    const { status, needed, available, maxFee } = await wallets.check(id, spending, {
      isExact: isBudgeted || before !== undefined,
    });
    if (status === 'enough' && before === undefined) {
      // Those behind it need not wait until the line is read again.
      if (entry.status === 'waiting-for-funds') line.forget(owner);
      return { maxFee };
    }
    wallets.release(owner, id);
    if (status === 'short' || before !== undefined) {
      if (before === undefined) await line.join(owner, place);
      const behind = before === undefined ? {} : { behind: before.id };
      const funds = { kind: 'funds', needed, available, ...behind } as const;
      return { paused: waitingEntry(entry, 'waiting-for-funds', funds, client.clock.now()) };
    }
    await sleep(ACCOUNT_MS, signal);
  }
}

/** An entry that waits. Earlier failures no longer count: they may have had the same reason. */
export function waitingEntry(
  entry: OutboxEntry,
  status: 'waiting-for-funds' | 'waiting-for-budget',
  wait: DistributedOmit<EntryWait, 'since'>,
  now: number,
): OutboxEntry {
  const isSame = entry.status === status && entry.waitsFor?.kind === wait.kind;
  const since = isSame ? (entry.waitsFor?.since ?? now) : now;
  const { problem: _, ...rest } = entry;
  return { ...rest, status, failures: 0, waitsFor: { ...wait, since } };
}

type DistributedOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
