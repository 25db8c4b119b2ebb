import { getTransactionInfoById, type Transaction } from '@coin/rpc';
import { type Spending } from '../../funds/spending.ts';
import { keptFields, queueAgain, transactionFields, waitingSince } from '../entry/entry-changes.ts';
import { type HeldEntry, type OutboxEntry } from '../entry/outbox-entry.ts';
import { releaseSettled } from './earlier-payments.ts';
import { settleUnsent } from './settle-entry.ts';
import { type EntryContext } from './work-context.ts';

/**
 * Holds a transaction back while its account has too little for it. While people signed, other payments may have taken
 * the coin; a call that lacks coin for its energy fails in its block. Reserves what it needs and returns the entry
 * without the hold, if there is enough or a block has the transaction. That is stored before the transaction is sent: other runs
 * then know that the coin is taken. Once it has expired, the entry is queued again.
 */
export async function holdForFunds(
  held: HeldEntry,
  { txID, expiration }: Transaction,
  spending: Spending,
  context: EntryContext,
): Promise<OutboxEntry> {
  const { store, client, account, reservationId, signal } = context;
  const now = client.clock.now();
  // It does not count as a failure: without coin, the next transaction may expire too.
  if (now >= expiration) return settleUnsent(held, context, () => queueAgain(held));
  await releaseSettled(store, account);
  const { status, funds } = await account.check(reservationId, spending);
  const kept = { ...keptFields(held), ...transactionFields(held) };
  if (status === 'enough' || (await getTransactionInfoById(client, { txID }, { signal })) !== undefined)
    return { ...kept, status: 'signed', waitsFor: { kind: 'block', since: now, until: expiration } };
  const since = waitingSince(held, 'funds', now);
  return { ...kept, status: 'signed', isHeld: true, waitsFor: { kind: 'funds', ...funds, since, until: expiration } };
}
