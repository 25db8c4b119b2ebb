import { getTransactionInfoById, type Transaction } from '@coin/rpc';
import { type Spending } from '../../funds/payment-cost.ts';
import { ACCOUNT_MS } from '../../funds/wallets.ts';
import { sleep } from '../../sleep.ts';
import { type OutboxEntry } from '../entry/outbox-entry.ts';
import { releaseSettled } from './earlier-payments.ts';
import { type WorkContext } from './work-context.ts';

/**
 * Holds a transaction back while its account has too little for it, and reserves what it needs. While people signed,
 * other payments may have taken the coin; a call that lacks coin for its energy fails in its block. Resolves early if a
 * block has the transaction, or when it expires. Returns the entry without the hold, which is stored before the
 * transaction is sent: other runs then know that the coin is taken.
 */
export async function holdForFunds(
  held: OutboxEntry,
  { txID, expiration }: Transaction,
  spending: Spending,
  { store, client, wallets, signal }: WorkContext,
): Promise<OutboxEntry> {
  const { isHeld: _, ...entry } = held;
  while (client.clock.now() < expiration) {
    const { status } = await wallets.check(entry.id, spending);
    if (status === 'enough') break;
    if ((await getTransactionInfoById(client, { txID }, { signal })) !== undefined) break;
    await sleep(ACCOUNT_MS, signal);
    await releaseSettled(store, wallets, spending.owner);
  }
  return entry;
}
