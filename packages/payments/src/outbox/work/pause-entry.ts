import { type SmallUnits } from '@coin/units';
import { ACCOUNT_MS } from '../../funds/account-funds.ts';
import { dayOf, endOfDay, feeDaysOf, reserveFee, settleFee } from '../../funds/fee-budget.ts';
import { queueOf } from '../../funds/funds-queues.ts';
import { type Spending } from '../../funds/spending.ts';
import { omitUndefined } from '../../omit-undefined.ts';
import { sleep } from '../../sleep.ts';
import { keptFields, waitingSince } from '../entry/entry-changes.ts';
import { fundsAwaitedBy, type OutboxEntry } from '../entry/outbox-entry.ts';
import { findEntry } from '../entry/stored-entries.ts';
import { releaseSettled } from './earlier-payments.ts';
import { type EntryContext } from './work-context.ts';

/** A waiting entry, or the maximum of its fees. */
type Pause = { readonly paused: OutboxEntry } | { readonly paused?: undefined; readonly maxFee: SmallUnits };

/**
 * Makes an entry wait if its owner has too little coin or too few tokens for it, beside what transactions of earlier
 * runs can take, or if an entry before it waits for the same. Does not resolve while unfinished payments of this run
 * may still take them, because they may fail.
 */
export async function pauseForFunds(entry: OutboxEntry, spending: Spending, context: EntryContext): Promise<Pause> {
  const { store, client, account, reservationId, queues, maxFeePerPayment, maxFeesPerDay, signal } = context;
  const { id, priority = 0 } = entry;
  const { owner, tokens } = spending;
  const place = { id, priority, position: context.position };
  const isBudgeted = maxFeePerPayment !== undefined || maxFeesPerDay !== undefined;
  for (;;) {
    const beforeForCoin = await queues.findBefore(queueOf(owner), place);
    const beforeForToken = tokens && (await queues.findBefore(queueOf(owner, tokens.token), place));
    const before = beforeForCoin ?? beforeForToken;
    const check = await account.check(reservationId, spending, { isExact: isBudgeted || before !== undefined });
    const { status, maxFee } = check;
    if (status === 'enough' && before === undefined) {
      // Those behind it need not wait until the queue is read again.
      const waited = fundsAwaitedBy(entry);
      if (waited !== undefined) queues.forget(queueOf(owner, waited.token));
      return { maxFee };
    }
    account.release(reservationId);
    if (status === 'earlier' && (await releaseSettled(store, account))) continue;
    if (status === 'short' || status === 'earlier' || before !== undefined) {
      const waitsForToken = beforeForCoin === undefined && beforeForToken !== undefined;
      const shown = (waitsForToken ? check.tokenFunds : undefined) ?? check.funds;
      if (before === undefined) await queues.join(queueOf(owner, shown.token), place);
      const [earlier] = status === 'earlier' ? account.earlierIds() : [];
      const since = waitingSince(entry, 'funds', client.clock.now());
      const waitsFor = omitUndefined({ kind: 'funds' as const, since, ...shown, behind: before?.id ?? earlier });
      // Earlier failures no longer count: they may have had the same reason.
      return { paused: { ...keptFields(entry), status: 'waiting-for-funds', failures: 0, waitsFor } };
    }
    await sleep(ACCOUNT_MS, signal);
  }
}

/**
 * Makes an entry wait until the one before it has succeeded. Once that one has, returns undefined; an entry of a group that
 * has waited takes its place in the group again first.
 */
export async function pauseForEarlier(
  entry: OutboxEntry,
  { store, client }: EntryContext,
): Promise<OutboxEntry | undefined> {
  const { after: id, group, waitsFor } = entry;
  if (id === undefined) return undefined;
  if ((await findEntry(store, id))?.status === 'succeeded')
    return group !== undefined && waitsFor?.kind === 'entry' ? { ...keptFields(entry), status: 'queued' } : undefined;
  const since = waitingSince(entry, 'entry', client.clock.now());
  return { ...keptFields(entry), status: 'queued', failures: 0, waitsFor: { kind: 'entry', since, id } };
}

/** A waiting entry, or the day whose budget has a share for its transaction. */
type Budget = { readonly paused: OutboxEntry } | { readonly paused?: undefined; readonly feeDay?: string };

/** Makes an entry wait if its transaction can burn more than the outbox allows. Otherwise reserves the maximum. */
export async function pauseForBudget(
  entry: OutboxEntry,
  { txID, expiration, fee }: { readonly txID: string; readonly expiration: number; readonly fee: SmallUnits },
  { store, client, maxFeePerPayment, maxFeesPerDay }: EntryContext,
): Promise<Budget> {
  const { id, intent } = entry;
  const now = client.clock.now();
  const pause = (kind: 'payment-fee' | 'daily-fees', rest: { available: SmallUnits; until?: number }): Budget => {
    const waitsFor = { kind, since: waitingSince(entry, kind, now), needed: fee, ...rest };
    return { paused: { ...keptFields(entry), status: 'waiting-for-budget', failures: 0, waitsFor } };
  };
  if (maxFeePerPayment !== undefined && fee > maxFeePerPayment)
    return pause('payment-fee', { available: maxFeePerPayment });
  if (maxFeesPerDay === undefined) return {};
  const feeDay = dayOf(now);
  for (const day of feeDaysOf(feeDay, expiration)) {
    const left = await reserveFee(store, { owner: intent.owner, id, txID, fee }, { day, limit: maxFeesPerDay });
    if (left >= fee) continue;
    await releaseBudget(entry, { txID, feeDay, expiration, fee: 0n }, { store });
    return pause('daily-fees', { available: left, until: endOfDay(Date.parse(day)) });
  }
  return { feeDay };
}

/** A transaction's share in the budgets of the days on which a block can include it. */
interface BudgetShare {
  readonly txID: string;
  readonly feeDay: string | undefined;
  readonly expiration: number;
  /** What it has burned, on a day. */
  readonly fee: SmallUnits;
  readonly burnedOn?: string | undefined;
}

/** Replaces a transaction's share in the budgets of days by the fee that it has burned on one of them. */
export async function releaseBudget(
  { id, intent: { owner } }: OutboxEntry,
  { txID, feeDay, expiration, fee, burnedOn }: BudgetShare,
  { store }: Pick<EntryContext, 'store'>,
): Promise<void> {
  if (feeDay === undefined) return;
  const days = feeDaysOf(feeDay, expiration);
  const counted = days.find((day) => day === burnedOn) ?? days[0];
  for (const day of days) await settleFee(store, { owner, id, txID, fee: day === counted ? fee : 0n }, day);
}
