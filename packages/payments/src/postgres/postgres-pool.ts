import { argumentInvalid, rejectUnknown } from '../arguments.ts';

/** Runs statements: a client of `pg`, or a pool of them. */
export interface PostgresQueryable {
  readonly query: (text: string, values?: unknown[]) => Promise<{ readonly rows: unknown[] }>;
}

/** Called for each notification, with its payload, and for the error that ends a connection. */
export type PostgresListener = (message?: { readonly payload?: string | undefined }) => void;

/** A client that a pool lends. */
export interface PostgresClient extends PostgresQueryable {
  readonly on: (event: 'notification' | 'error', listener: PostgresListener) => unknown;
  readonly removeListener: (event: 'notification' | 'error', listener: PostgresListener) => unknown;
  /** Gives the client back; with true, its connection is closed. */
  readonly release: (destroy?: boolean) => void;
}

/** A pool of connections: `Pool` of `pg`, or another of its shape. */
export interface PostgresPool extends PostgresQueryable {
  readonly connect: () => Promise<PostgresClient>;
}

/** Runs statements in one transaction, of the isolation that they are written for, whatever the server's default is. */
export async function inTransaction<T>(pool: PostgresPool, run: (client: PostgresClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL READ COMMITTED');
    const result = await run(client);
    await client.query('COMMIT');
    client.release();
    return result;
  } catch (error) {
    // Closed rather than rolled back, because the connection itself may have failed.
    client.release(true);
    throw error;
  }
}

/** The schema in the database that has the tables of a store. */
export const DEFAULT_SCHEMA = 'coin_outbox';

/** The place of a store's tables. */
export interface PostgresStoreOptions {
  /** `new Pool({ connectionString })` of `pg`, or another pool of its shape. */
  readonly pool: PostgresPool;
  /** The schema in the database; `coin_outbox` by default. 1 to 48 lower-case letters, digits and `_`. */
  readonly schema?: string;
}

/** The checked pool and schema of a store. */
export function placeArgument(options: PostgresStoreOptions) {
  rejectUnknown(options, ['pool', 'schema']);
  const { pool, schema = DEFAULT_SCHEMA } = options;
  if (typeof schema !== 'string' || !/^[a-z_][a-z0-9_]{0,47}$/.test(schema))
    throw argumentInvalid('schema', schema, '1 to 48 lower-case letters, digits and _');
  return { pool, schema };
}
