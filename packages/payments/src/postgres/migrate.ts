import { reasonOf } from '@coin/errors';
import { argumentInvalid } from '../arguments.ts';
import { isPaymentsError, PaymentsError } from '../errors.ts';
import { migrations } from './migrations.ts';
import {
  DEFAULT_SCHEMA,
  inTransaction,
  placeArgument,
  type PostgresClient,
  type PostgresStoreOptions,
} from './postgres-pool.ts';

/** The statements of a migration for a schema. */
const forSchema = (sql: string, schema: string): string => sql.replaceAll(`${DEFAULT_SCHEMA}.`, `"${schema}".`);

async function readVersion(client: PostgresClient, schema: string): Promise<number> {
  // Its owner may have created the schema for a program that may not.
  const { rows } = await client.query('SELECT to_regnamespace($1) IS NULL AS "isMissing"', [`"${schema}"`]);
  const [{ isMissing }] = rows as [{ isMissing: boolean }];
  if (isMissing) await client.query(`CREATE SCHEMA "${schema}"`);
  await client.query(
    `CREATE TABLE IF NOT EXISTS "${schema}".migrations
       (version integer PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT clock_timestamp())`,
  );
  const found = await client.query(`SELECT coalesce(max(version), 0) AS version FROM "${schema}".migrations`);
  return (found.rows as [{ version: number }])[0].version;
}

async function applyMissing(client: PostgresClient, schema: string): Promise<number> {
  // Other processes that start at the same time wait here.
  await client.query('SELECT pg_advisory_xact_lock(hashtext($1))', [`@coin/payments migrate ${schema}`]);
  const version = await readVersion(client, schema);
  const latest = migrations.length;
  if (version > latest)
    throw argumentInvalid('schema', `of version ${version}`, `of version ${latest} at most; a later release made it`);
  for (const migration of migrations.slice(version)) {
    await client.query(forSchema(migration.sql, schema));
    await client.query(`INSERT INTO "${schema}".migrations (version) VALUES ($1)`, [migration.version]);
  }
  return latest;
}

/**
 * Creates the tables of a store in PostgreSQL 13 or newer, or updates them to this release, in one transaction. Several
 * processes may call it at the same time. Call it when you deploy your program, or each time
 * it starts.
 *
 * Migrations only go forward, because going back would lose payments.
 *
 * @param options - `pool`, whose user may create tables; `schema`
 * @returns the version that the tables have now
 * @throws `ARGUMENT_INVALID`, also for tables of a later release; `STORE_FAILED` when the database fails
 *
 * @example
 * ```ts
 * import { migrate } from '@coin/payments/postgres';
 *
 * // const pool = new Pool({ connectionString: 'postgres://…' });
 * const client = { query: async () => ({ rows: [{ version: 1 }] }), on() {}, removeListener() {}, release() {} };
 * const pool = { ...client, connect: async () => client };
 * await migrate({ pool }); // => { version: 2 }
 * ```
 */
export async function migrate(options: PostgresStoreOptions): Promise<{ readonly version: number }> {
  const { pool, schema } = placeArgument(options);
  try {
    return await inTransaction(pool, async (client) => ({ version: await applyMissing(client, schema) }));
  } catch (cause) {
    if (isPaymentsError(cause)) throw cause;
    throw new PaymentsError('STORE_FAILED', { method: 'migrate', reason: reasonOf(cause) }, { cause });
  }
}
