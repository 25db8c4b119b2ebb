import { existsSync } from 'node:fs';
import { createOutboxQueue, type OutboxQueue } from '@coin/payments';
import { UsageError } from '../usage-error.ts';

/** A store with what releases its connection. */
export interface OpenStore {
  readonly queue: OutboxQueue;
  readonly close: () => Promise<void>;
}

/** Opens a store that exists: `postgres://…`, or a file of SQLite. Creates nothing. */
async function openStore(url: string, table: string | undefined): Promise<OpenStore> {
  const options = table === undefined ? {} : { table };
  if (/^postgres(ql)?:\/\//.test(url)) {
    const { Pool } = await import('pg').then(
      ({ default: pg }) => pg,
      () => {
        throw new UsageError('A store in PostgreSQL needs the package pg beside this command: npm install pg');
      },
    );
    const { createPostgresStore } = await import('@coin/payments/postgres');
    const pool = new Pool({ connectionString: url, max: 2 });
    return {
      queue: createOutboxQueue({ store: createPostgresStore({ pool, ...options }) }) as OutboxQueue,
      close: () => pool.end(),
    };
  }
  const file = url.replace(/^sqlite:(\/\/)?/, '');
  if (!existsSync(file)) throw new UsageError(`No store exists at ${file}: pass postgres://… or a file of SQLite`);
  const [{ DatabaseSync }, { createSqliteStore }] = await Promise.all([
    import('node:sqlite'),
    import('@coin/payments/sqlite'),
  ]);
  const name = table ?? 'coin_outbox';
  let database: InstanceType<typeof DatabaseSync>;
  let isStore: boolean;
  try {
    database = new DatabaseSync(file);
    isStore = database.prepare('SELECT 1 FROM sqlite_master WHERE name = ?').get(name) !== undefined;
  } catch (error) {
    throw new UsageError(`${file} is no store: ${error instanceof Error ? error.message : String(error)}`);
  }
  // The store would create it.
  if (!isStore) throw new UsageError(`${file} has no table ${name}: pass the file of a store, or --table`);
  return {
    queue: createOutboxQueue({ store: createSqliteStore(database, options) }),
    close: async () => database.close(),
  };
}

/** Runs on a store, and releases its connection. */
export async function withStore<T>(
  { store, table }: { readonly store: string; readonly table?: string | undefined },
  run: (queue: OutboxQueue) => Promise<T>,
): Promise<T> {
  const { queue, close } = await openStore(store, table);
  try {
    return await run(queue);
  } finally {
    await close();
  }
}
