import { type SmallUnits } from '@coin/units';
import { ACCOUNT_MS } from '../../funds/account-funds.ts';
import { type Spending } from '../../funds/spending.ts';
import { lineOf } from '../../funds/waiting-line.ts';
import { omitUndefined } from '../../omit-undefined.ts';
import { sleep } from '../../sleep.ts';
import { fundsAwaitedBy, type EntryWait, type OutboxEntry } from '../entry/outbox-entry.ts';
import { releaseSettled } from './earlier-payments.ts';
import { type EntryContext } from './work-context.ts';

/** A waiting entry, or the maximum of its fees. */
type Pause = { readonly paused: OutboxEntry } | { readonly paused?: undefined; readonly maxFee: SmallUnits };

/**
 * Makes an entry wait if its owner has too little coin or too few tokens for it, beside what transactions of earlier
 * runs can take, or if an entry before it waits for the same. Does not resolve while unfinished payments of this run
 * may still take them, because they may fail.
 */
export async function pauseForFunds(
  entry: OutboxEntry,
  spending: Spending,
  { store, client, account, reservationId, position, lines, maxFeePerPayment, maxFeesPerDay, signal }: EntryContext,
): Promise<Pause> {
  const { id, priority = 0 } = entry;
  const { owner, tokens } = spending;
  const place = { id, priority, position };
  const isBudgeted = maxFeePerPayment !== undefined || maxFeesPerDay !== undefined;
  for (;;) {
    const beforeInLine = await lines.before(lineOf(owner), place);
    const beforeForToken = tokens && (await lines.before(lineOf(owner, tokens.token), place));
    const before = beforeInLine ?? beforeForToken;
    const check = await account.check(reservationId, spending, { isExact: isBudgeted || before !== undefined });
    const { status, maxFee } = check;
    if (status === 'enough' && before === undefined) {
      // Those behind it need not wait until the line is read again.
      const waited = fundsAwaitedBy(entry);
      if (waited !== undefined) lines.forget(lineOf(owner, waited.token));
      return { maxFee };
    }
    account.release(reservationId);
    if (status === 'earlier' && (await releaseSettled(store, account))) continue;
    if (status === 'short' || status === 'earlier' || before !== undefined) {
      const waitsForToken = beforeInLine === undefined && beforeForToken !== undefined;
      const shown = (waitsForToken ? check.tokenFunds : undefined) ?? check.funds;
      if (before === undefined) await lines.join(lineOf(owner, shown.token), place);
      const [earlier] = status === 'earlier' ? account.earlierIds() : [];
      const funds = omitUndefined({ kind: 'funds' as const, ...shown, behind: before?.id ?? earlier });
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
  const { problem: _, waitsFor: before, ...rest } = entry;
  const since = before?.kind === wait.kind ? before.since : now;
  return { ...rest, status, failures: 0, waitsFor: { ...wait, since } };
}

type DistributedOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
