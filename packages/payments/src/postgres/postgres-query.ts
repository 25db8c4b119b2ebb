import { argumentInvalid } from '../arguments.ts';
import { inTransaction, type PostgresPool, type PostgresQueryable } from './postgres-pool.ts';

/** The error of a statement, with advice if the tables are missing. */
function explained(error: unknown, schema: string): unknown {
  const code = codeOf(error);
  // Source: postgresql.org/docs, errcodes-appendix: undefined_table, invalid_schema_name.
  if (code !== '42P01' && code !== '3F000') return error;
  return new Error(`the schema ${schema} lacks its tables: call migrate({ pool }) first`, { cause: error });
}

/** What `pg` throws. */
const codeOf = (error: unknown): unknown => (Object(error) as { code?: unknown }).code;

/**
 * Runs a statement alone. A server whose default level is repeatable read or serializable rejects it if another process
 * has changed the same rows; then it runs again in a transaction that is READ COMMITTED.
 */
async function runAlone(pool: PostgresPool, ...statement: [string, unknown[]]): Promise<unknown[]> {
  try {
    return (await pool.query(...statement)).rows;
  } catch (error) {
    // Source: postgresql.org/docs, errcodes-appendix: serialization_failure.
    if (codeOf(error) !== '40001') throw error;
    return (await inTransaction(pool, (client) => client.query(...statement))).rows;
  }
}

/** Runs statements, inside the caller's transaction if there is one. */
export function createQuery(pool: PostgresPool, schema: string) {
  return async (text: string, values: unknown[], transaction?: PostgresQueryable): Promise<unknown[]> => {
    if (transaction === pool)
      throw argumentInvalid('transaction', transaction, 'a client with an open transaction, not the pool');
    try {
      return transaction === undefined
        ? await runAlone(pool, text, values)
        : (await transaction.query(text, values)).rows;
    } catch (error) {
      throw explained(error, schema);
    }
  };
}
