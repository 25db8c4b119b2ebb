import { argumentInvalid, rejectUnknown } from '../arguments.ts';
import { type DepositStore } from '../deposits/deposit-store.ts';
import { createSqlDepositStore } from '../deposits/sql-deposit-store.ts';
import { tableArgument } from './sqlite-schema.ts';
import { type SqliteDatabase } from './sqlite-store.ts';

/** The statements that create the tables. */
const depositTables = (prefix: string): string => `
CREATE TABLE IF NOT EXISTS ${prefix}deposit_addresses (address text PRIMARY KEY);
CREATE TABLE IF NOT EXISTS ${prefix}deposit_watches (
  name text PRIMARY KEY, version integer NOT NULL, state text NOT NULL
);
CREATE TABLE IF NOT EXISTS ${prefix}deposits (
  id text PRIMARY KEY,
  watch text NOT NULL,
  status text NOT NULL,
  version integer NOT NULL,
  block_number integer NOT NULL,
  value text NOT NULL
);
CREATE INDEX IF NOT EXISTS ${prefix}deposits_blocks ON ${prefix}deposits (watch, block_number);
`;

/** A connection that may tell whether a transaction is open: `node:sqlite` and `better-sqlite3` name it differently. */
interface TransactionState {
  readonly isTransaction?: boolean;
  readonly inTransaction?: boolean;
}

/**
 * A store of deposits in your own SQLite database: call `save` of a batch between `BEGIN IMMEDIATE` and `COMMIT` of the
 * same connection, with nothing else on that connection meanwhile. It creates its tables.
 *
 * @param database - the connection with your own tables
 * @param options - `prefix` of the tables' names, `coin_` by default: letters, digits and `_`
 * @throws `ARGUMENT_INVALID`, also from `save` outside a transaction; any error of SQLite
 *
 * @example
 * ```ts
 * import { DatabaseSync } from 'node:sqlite';
 * import { createSqliteDepositStore } from '@coin/payments/sqlite';
 *
 * const store = createSqliteDepositStore(new DatabaseSync(':memory:')); // 'ledger.db'
 * await store.addAddresses(['TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8']);
 * ```
 */
export function createSqliteDepositStore(
  database: SqliteDatabase,
  options: { readonly prefix?: string } = {},
): DepositStore {
  rejectUnknown(options, ['prefix']);
  const { prefix = 'coin_' } = options;
  tableArgument('prefix', prefix);
  database.exec(depositTables(prefix));
  const store = createSqlDepositStore<never>({
    prefix,
    run: async (text, values) => database.prepare(text.replaceAll('$', '?')).all(...values),
  });
  return {
    ...store,
    async moveWatch(watch) {
      const { isTransaction, inTransaction = isTransaction } = database as TransactionState;
      if (inTransaction === false)
        throw argumentInvalid('database', database, 'inside a transaction: call save between BEGIN and COMMIT');
      return store.moveWatch(watch);
    },
  };
}
