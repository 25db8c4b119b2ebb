import { type SmallUnits } from '@coin/units';
import { dayOf, endOfDay, reserveFee, settleFee } from '../../funds/fee-budget.ts';
import { type OutboxEntry } from '../entry/outbox-entry.ts';
import { waitingEntry } from './pause-for-funds.ts';
import { type EntryContext } from './work-context.ts';

/** A waiting entry, or the day whose budget has a share for its transaction. */
type Budget = { readonly paused: OutboxEntry } | { readonly paused?: undefined; readonly feeDay?: string };

/** Makes an entry wait if its transaction can burn more than the outbox allows. Otherwise reserves the maximum. */
export async function pauseForBudget(
  entry: OutboxEntry,
  { txID, fee }: { readonly txID: string; readonly fee: SmallUnits },
  { store, client, account, reservationId, maxFeePerPayment, maxFeesPerDay }: EntryContext,
): Promise<Budget> {
  const { id, intent } = entry;
  const now = client.clock.now();
  const pause = (wait: Parameters<typeof waitingEntry>[2]) => {
    account.release(reservationId);
    return { paused: waitingEntry(entry, 'waiting-for-budget', wait, now) };
  };
  if (maxFeePerPayment !== undefined && fee > maxFeePerPayment)
    return pause({ kind: 'payment-fee', needed: fee, available: maxFeePerPayment });
  if (maxFeesPerDay === undefined) return {};
  const day = dayOf(now);
  const left = await reserveFee(store, { owner: intent.owner, id, txID, fee }, { day, limit: maxFeesPerDay });
  if (left < fee) return pause({ kind: 'daily-fees', needed: fee, available: left, until: endOfDay(now) });
  return { feeDay: day };
}

/** Replaces a transaction's share in a day's budget by the fee that it burned. */
export async function releaseBudget(
  { id, intent: { owner } }: OutboxEntry,
  { txID, feeDay, fee }: { readonly txID: string; readonly feeDay: string | undefined; readonly fee: SmallUnits },
  { store }: Pick<EntryContext, 'store'>,
): Promise<void> {
  if (feeDay !== undefined) await settleFee(store, { owner, id, txID, fee }, feeDay);
}
