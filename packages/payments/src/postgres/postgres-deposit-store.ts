import { argumentInvalid } from '../arguments.ts';
import { type DepositStore } from '../deposits/deposit-store.ts';
import { createSqlDepositStore } from '../deposits/sql-deposit-store.ts';
import { placeArgument, type PostgresQueryable, type PostgresStoreOptions } from './postgres-pool.ts';
import { createQuery } from './postgres-query.ts';

/**
 * A store of deposits in PostgreSQL 13 or newer. `migrate` creates its tables. Call `save(client)` of a batch in the
 * transaction in which you credit its events: `client` is one of `pg` that ran `BEGIN`, or any object whose `query`
 * runs one statement in your transaction, such as a query builder's.
 *
 * @param options - `pool`, of `pg`; `schema`, `coin_outbox` by default
 * @throws `ARGUMENT_INVALID`
 *
 * @example
 * ```ts
 * import { createPostgresDepositStore } from '@coin/payments/postgres';
 *
 * // const pool = new Pool({ connectionString: 'postgres://…' });
 * const client = { query: async () => ({ rows: [] }), on() {}, removeListener() {}, release() {} };
 * const pool = { ...client, connect: async () => client };
 * const store = createPostgresDepositStore({ pool });
 * await store.addAddresses(['TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8']);
 * ```
 */
export function createPostgresDepositStore(options: PostgresStoreOptions): DepositStore<PostgresQueryable> {
  const { pool, schema } = placeArgument(options);
  const run = createQuery(pool, schema);
  const store = createSqlDepositStore<PostgresQueryable>({
    prefix: `"${schema}".`,
    run: (text, values, transaction) => run(text, [...values], transaction),
    lock: `SELECT pg_advisory_xact_lock(hashtext('@coin/payments deposits ${schema}'))`,
  });
  return {
    ...store,
    async moveWatch(watch, transaction) {
      if (transaction === undefined)
        throw argumentInvalid('transaction', transaction, 'a client with an open transaction');
      return store.moveWatch(watch, transaction);
    },
  };
}
