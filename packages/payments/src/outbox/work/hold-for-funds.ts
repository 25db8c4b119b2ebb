import { getTransactionInfoById, type Transaction } from '@coin/rpc';
import { type Spending } from '../../funds/spending.ts';
import { withoutTransaction, type OutboxEntry } from '../entry/outbox-entry.ts';
import { releaseSettled } from './earlier-payments.ts';
import { settleBytes } from './settle-entry.ts';
import { type EntryContext } from './work-context.ts';

/**
 * Holds a transaction back while its account has too little for it. While people signed, other payments may have taken
 * the coin; a call that lacks coin for its energy fails in its block. Reserves what it needs and returns the entry
 * without the hold, if there is enough or a block has the transaction. That is stored before the transaction is sent:
 * other runs then know that the coin is taken. Once it has expired, the entry is queued again.
 */
export async function holdForFunds(
  held: OutboxEntry,
  { txID, expiration }: Transaction,
  spending: Spending,
  context: EntryContext,
): Promise<OutboxEntry> {
  const { store, client, account, reservationId, signal } = context;
  const { isHeld: _, waitsFor, ...entry } = held;
  const since = client.clock.now();
  // It does not count as a failure: without coin, the next transaction may expire too.
  if (since >= expiration) return settleBytes(held, context, () => withoutTransaction(held));
  await releaseSettled(store, account);
  const { status, funds } = await account.check(reservationId, spending);
  if (status === 'enough' || (await getTransactionInfoById(client, { txID }, { signal })) !== undefined)
    return { ...entry, waitsFor: { kind: 'block', since, until: expiration } };
  const wait = { kind: 'funds', ...funds, until: expiration } as const;
  return { ...held, waitsFor: { ...wait, since: waitsFor?.kind === 'funds' ? waitsFor.since : since } };
}
