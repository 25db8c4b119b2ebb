import { watchDeposits, type DepositEvent } from '@coin/payments';
import { type PoolClient } from 'pg';
import { book, transact } from './database.ts';
import { keepRunning, log, type Exchange } from './setup.ts';

/** Credits a deposit that is final. Coin from a wallet of the exchange, such as an activation, is nobody's deposit. */
async function credit(db: PoolClient, { id, kind, deposit }: DepositEvent, own: ReadonlySet<string>): Promise<void> {
  if (kind !== 'confirmed' || own.has(deposit.from)) return;
  const { rows } = await db.query<{ id: string }>('SELECT id FROM customers WHERE address = $1', [deposit.to]);
  const [customer] = rows;
  if (customer === undefined) throw new Error(`no customer has the address ${deposit.to}`);
  const currency = deposit.token ?? deposit.tokenId ?? 'coin';
  await book(db, { id, kind: 'deposit', customer: customer.id, currency, amount: deposit.amount });
}

/** Credits deposits until the signal aborts. */
export async function runWatcher(exchange: Exchange, signal: AbortSignal): Promise<void> {
  const { client, deposits: store, pool, hot, treasury, settings } = exchange;
  const own = new Set([...hot, treasury].map(({ address }) => address));
  const { tokens, tokenIds } = settings;
  await keepRunning(exchange, signal, async () => {
    for await (const batch of watchDeposits({ client, store, tokens, tokenIds, signal, fromBlock: 1 })) {
      const events = await transact(pool, async (db) => {
        const saved = await batch.save(db);
        for (const event of saved) await credit(db, event, own);
        return saved;
      });
      for (const { kind, deposit } of events) log({ deposit: deposit.id, kind, amount: deposit.amount });
    }
  });
}
