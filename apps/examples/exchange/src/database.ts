import { migrate } from '@coin/payments/postgres';
import { type Pool, type PoolClient } from 'pg';

/** What the exchange owes, beside the tables of the outbox and of the deposits. Amounts are in the smallest units. */
const TABLES = `
CREATE TABLE IF NOT EXISTS customers (
  id text PRIMARY KEY, key_index integer GENERATED ALWAYS AS IDENTITY, address text UNIQUE, sweep text
);
CREATE TABLE IF NOT EXISTS balances (
  customer text REFERENCES customers, currency text, amount numeric(78) NOT NULL CHECK (amount >= 0),
  PRIMARY KEY (customer, currency)
);
-- Every change of a balance, once.
CREATE TABLE IF NOT EXISTS journal (
  id text PRIMARY KEY, kind text NOT NULL CHECK (kind IN ('deposit', 'withdrawal', 'refund')),
  customer text REFERENCES customers, currency text NOT NULL, amount numeric(78) NOT NULL,
  at timestamptz NOT NULL DEFAULT now(), sweep text
);
CREATE INDEX IF NOT EXISTS journal_unswept ON journal (currency, customer) WHERE kind = 'deposit' AND sweep IS NULL;
CREATE TABLE IF NOT EXISTS withdrawals (
  id text PRIMARY KEY, customer text REFERENCES customers, currency text NOT NULL, amount numeric(78) NOT NULL,
  recipient text NOT NULL, owner text NOT NULL, refunded_at timestamptz
);
`;

/** Creates all tables, if another process has not. */
export async function createTables(pool: Pool): Promise<void> {
  await migrate({ pool });
  await transact(pool, async (db) => {
    await db.query("SELECT pg_advisory_xact_lock(hashtext('exchange'))");
    await db.query(TABLES);
  });
}

/** Runs statements in one transaction. */
export async function transact<T>(pool: Pool, run: (db: PoolClient) => Promise<T>): Promise<T> {
  const db = await pool.connect();
  try {
    await db.query('BEGIN');
    const result = await run(db);
    await db.query('COMMIT');
    db.release();
    return result;
  } catch (error) {
    db.release(true);
    throw error;
  }
}

/** A change of a customer's balance, whose id makes it happen once. */
export interface Booking {
  readonly id: string;
  readonly kind: 'deposit' | 'withdrawal' | 'refund';
  readonly customer: string;
  /** `coin`, the id of a TRC-10 token, or the contract of a TRC-20 token. */
  readonly currency: string;
  readonly amount: bigint;
}

/** Books a change. Throws if it was booked before, or if the balance would become negative. */
export async function book(db: PoolClient, { id, kind, customer, currency, amount }: Booking): Promise<void> {
  const journal = 'INSERT INTO journal (id, kind, customer, currency, amount) VALUES ($1, $2, $3, $4, $5)';
  await db.query(journal, [`${kind} ${id}`, kind, customer, currency, amount]);
  await db.query('INSERT INTO balances VALUES ($1, $2, 0) ON CONFLICT DO NOTHING', [customer, currency]);
  const change = 'UPDATE balances SET amount = amount + $3 WHERE customer = $1 AND currency = $2';
  await db.query(change, [customer, currency, amount]);
}
