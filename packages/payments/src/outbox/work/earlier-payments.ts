import { type AccountFunds } from '../../funds/account-funds.ts';
import { type OutboxStore } from '../../store/outbox-store.ts';
import { transactionOf, unlessDamaged } from '../entry/entry-record.ts';
import { type OutboxEntry } from '../entry/outbox-entry.ts';
import { findEntry, listEntries } from '../entry/stored-entries.ts';
import { spendingOf } from '../intent/intent-spending.ts';

/** Whether the transaction of an entry may have been sent. */
const isSent = (entry: OutboxEntry): entry is OutboxEntry<'signed'> =>
  entry.status === 'signed' && entry.isHeld !== true;

/**
 * Reserves what the sent transactions of earlier runs can take. Until this run claims them, the node may include them
 * at any time.
 */
export async function reserveEarlier(store: OutboxStore, funds: (owner: string) => AccountFunds): Promise<void> {
  const counts = await store.count();
  if (!counts.some(({ status, count }) => status === 'signed' && count > 0)) return;
  for await (const entry of listEntries(store, 'open')) {
    if (!isSent(entry)) continue;
    const { id, intent } = entry;
    const signed = unlessDamaged(() => transactionOf(entry));
    if (signed === undefined) continue;
    await funds(intent.owner).reserveEarlier(id, spendingOf(intent, signed), signed.signatures.length);
  }
}

/** Releases what is reserved for transactions that other processes have settled. Returns whether there were any. */
export async function releaseSettled(store: OutboxStore, account: AccountFunds): Promise<boolean> {
  const earlier = account.earlierIds();
  for (const id of earlier) {
    const entry = await findEntry(store, id);
    if (!(entry && isSent(entry))) account.releaseEarlier(id);
  }
  return account.earlierIds().length < earlier.length;
}
