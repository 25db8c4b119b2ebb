import { argumentInvalid, strictArgument, serviceArgument } from '../arguments.ts';
import { guardStore, type OutboxStore, type StoredRecord } from '../store/outbox-store.ts';

/** A statement as `node:sqlite` prepares it. */
export interface SqliteStatement {
  readonly get: (...parameters: (string | number)[]) => unknown;
  readonly all: (...parameters: (string | number)[]) => unknown[];
  readonly run: (...parameters: (string | number)[]) => { readonly changes: number | bigint };
}

/** A connection: `DatabaseSync` of `node:sqlite`, or another of its shape, such as that of `better-sqlite3`. */
export interface SqliteDatabase {
  readonly exec: (sql: string) => unknown;
  readonly prepare: (sql: string) => SqliteStatement;
}

interface Row {
  readonly key: string;
  readonly value: string;
  readonly listing: StoredRecord['listing'];
  readonly version: number | bigint;
  readonly position: number | bigint;
}

/** A connection may be set to return integers as bigint. */
const recordOfRow = ({ key, value, listing, version, position }: Row): StoredRecord => ({
  key,
  value,
  listing,
  version: Number(version),
  position: Number(position),
});

/**
 * Readers don't wait for writers in a write-ahead log, and a change is one write of the disk; `EXTRA` waits for it
 * before the change counts, also where a file system can only have a rollback journal, and `fullfsync` makes macOS do
 * so. A second process that writes at the same time waits its turn.
 *
 * Source: sqlite.org/pragma.html, journal_mode, synchronous, fullfsync, busy_timeout.
 */
const SETTINGS = `
  PRAGMA busy_timeout = 10000;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = EXTRA;
  PRAGMA fullfsync = ON;
`;

/**
 * A store in a SQLite file, which several processes of one machine may open; not on a network's file system. It creates
 * its table, and sets the connection so that a change is on the disk before it counts. `node:sqlite` needs Node 22.13
 * or newer, where it is experimental until Node 24; Bun and Deno have it too, and `better-sqlite3` has the same shape.
 *
 * Source: Decision: the connection by its shape, so that nothing is loaded that not everyone has.
 *
 * @param database - a connection of its own: a change inside the caller's transaction is not on the disk yet
 * @param options - `table`, `coin_outbox` by default: letters, digits and `_`
 * @throws `ARGUMENT_INVALID`; what SQLite throws
 *
 * @example
 * ```ts
 * import { DatabaseSync } from 'node:sqlite';
 * import { createSqliteStore } from '@coin/payments/sqlite';
 *
 * const store = createSqliteStore(new DatabaseSync(':memory:')); // 'outbox.db'
 * await store.createIfAbsent({ key: 'a', value: '1', listing: 'open' }); // => true
 * (await store.get('a'))?.version; // => 1
 * ```
 */
export function createSqliteStore(database: SqliteDatabase, options: { table?: string } = {}): OutboxStore {
  const { table = 'coin_outbox' } = strictArgument('options', options, ['table']);
  serviceArgument('database', database, 'prepare', 'a connection of node:sqlite or of its shape');
  if (typeof table !== 'string' || !/^[a-z_]\w*$/i.test(table))
    throw argumentInvalid('table', table, 'letters, digits and _');
  database.exec(`
    ${SETTINGS}
    CREATE TABLE IF NOT EXISTS ${table} (
      position INTEGER PRIMARY KEY AUTOINCREMENT,
      key TEXT NOT NULL UNIQUE,
      value TEXT NOT NULL,
      listing TEXT NOT NULL,
      version INTEGER NOT NULL
    );
    CREATE INDEX IF NOT EXISTS ${table}_listing ON ${table} (listing, position);
  `);
  const select = `SELECT key, value, listing, version, position FROM ${table} WHERE`;
  const get = database.prepare(`${select} key = ?`);
  const create = database.prepare(
    `INSERT INTO ${table} (key, value, listing, version) VALUES (?, ?, ?, 1) ON CONFLICT (key) DO NOTHING`,
  );
  const set = database.prepare(
    `UPDATE ${table} SET value = ?, listing = ?, version = version + 1 WHERE key = ? AND version = ?`,
  );
  const listOpen = database.prepare(`${select} listing = 'open' AND position > ? ORDER BY position LIMIT ?`);
  const listAll = database.prepare(`${select} listing <> 'none' AND position > ? ORDER BY position LIMIT ?`);
  return guardStore({
    async get(key) {
      const row = get.get(key) as Row | undefined | null;
      return row ? recordOfRow(row) : undefined;
    },
    createIfAbsent: async ({ key, value, listing }) => Number(create.run(key, value, listing).changes) === 1,
    compareAndSet: async ({ key, value, listing, version }) =>
      Number(set.run(value, listing, key, version).changes) === 1,
    list: async ({ listing, after, limit }) =>
      (listing === 'open' ? listOpen : listAll).all(after, limit).map((row) => recordOfRow(row as Row)),
  });
}
