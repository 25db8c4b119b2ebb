import { decodeTransaction } from '@coin/rpc';
import { type AccountFunds } from '../../funds/account-funds.ts';
import { type OutboxStore } from '../../store/outbox-store.ts';
import { entryOf, keyOfEntry, type OutboxEntry } from '../entry/outbox-entry.ts';
import { spendingOf } from '../intent/intent-spending.ts';

const PAGE = 100;

/** Whether the transaction of an entry may have been sent. */
const isSent = ({ status, isHeld }: OutboxEntry): boolean => status === 'signed' && isHeld !== true;

/**
 * Reserves what the sent transactions of earlier runs can take. Until this run claims them, the node may include them
 * at any time.
 */
export async function reserveEarlier(store: OutboxStore, funds: (owner: string) => AccountFunds): Promise<void> {
  const counts = await store.count();
  if (!counts.some(({ status, count }) => status === 'signed' && count > 0)) return;
  for (let after = 0; ;) {
    const records = await store.list({ listing: 'open', after, limit: PAGE });
    for (const record of records) {
      const { entry } = entryOf(record);
      const { id, intent, transaction = '' } = entry;
      if (!isSent(entry)) continue;
      const signed = decodeTransaction(transaction);
      await funds(intent.owner).reserveEarlier(id, spendingOf(intent, signed), signed.signatures.length);
    }
    const last = records.at(-1);
    if (last === undefined) return;
    after = last.position;
  }
}

/** Releases what is reserved for transactions that other processes have settled. Returns whether there were any. */
export async function releaseSettled(store: OutboxStore, account: AccountFunds): Promise<boolean> {
  const earlier = account.earlierIds();
  for (const id of earlier) {
    const record = await store.get(keyOfEntry(id));
    if (!(record && isSent(entryOf(record).entry))) account.releaseEarlier(id);
  }
  return account.earlierIds().length < earlier.length;
}
