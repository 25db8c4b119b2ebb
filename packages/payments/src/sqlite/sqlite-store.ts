import { rejectUnknown } from '../arguments.ts';
import { rejectTransaction } from '../store/no-transaction.ts';
import {
  LONGEST_DELAY_MS,
  NOBODY,
  type OutboxStore,
  type RecordCount,
  type RecordEvent,
  type StoredRecord,
} from '../store/outbox-store.ts';
import { sqliteSchema, tableArgument } from './sqlite-schema.ts';

/** A statement as `node:sqlite` prepares it. */
export interface SqliteStatement {
  readonly get: (...parameters: (string | number | null)[]) => unknown;
  readonly all: (...parameters: (string | number | null)[]) => unknown[];
  readonly run: (...parameters: (string | number | null)[]) => { readonly changes: number | bigint };
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
  readonly status: string | null;
  readonly group: string | null;
  readonly version: number | bigint;
  readonly position: number | bigint;
}

/** A connection may be set to return integers as bigint. */
const recordOfRow = ({ key, value, listing, status, group, version, position }: Row): StoredRecord => ({
  key,
  value,
  listing,
  ...(status !== null && { status }),
  ...(group !== null && { group }),
  version: Number(version),
  position: Number(position),
});

const COLUMNS = 'key, value, listing, status, "group", version, position';

/**
 * A store in a SQLite file, which several processes of one machine may open; not on a network's file system. It creates
 * its tables, and configures the connection to write each change to the disk before it counts. `node:sqlite` needs Node
 * 22.13 or newer, where it is experimental until Node 24; Bun and Deno have it too, and `better-sqlite3` has the same
 * shape.
 *
 * @param database - a separate connection: a change inside the caller's transaction is not on the disk yet
 * @param options - `table`, `coin_outbox` by default: letters, digits and `_`; the names of further tables
 *   begin with it
 * @throws `ARGUMENT_INVALID`; any error of SQLite
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
  rejectUnknown(options, ['table']);
  const { table = 'coin_outbox' } = options;
  tableArgument('table', table);
  database.exec(sqliteSchema(table));
  const statements = prepareStatements(database, table);
  const rows = (found: unknown[]) => found.map((row) => recordOfRow(row as Row));
  return {
    async get(key, given) {
      rejectTransaction(given);
      const row = statements.get.get(key) as Row | undefined | null;
      return row ? recordOfRow(row) : undefined;
    },
    async createIfAbsent({ key, value, listing, event = null, ...record }, given) {
      rejectTransaction(given);
      const { status = null, group = null, priority = 0, owner = null } = record;
      const now = Date.now();
      const fields = [key, value, listing, status, group, priority, owner, event];
      return Number(statements.create.run(...fields, now, now).changes) === 1;
    },
    async compareAndSet({ key, value, listing, version, event = null, ...change }) {
      const { status = null, group = null, priority = 0, owner = null, delayMs, holder = null } = change;
      const now = Date.now();
      const fields = [value, listing, status, group, priority, owner, event];
      const begun = delayMs === undefined ? holder : NOBODY;
      const delayedUntil = delayMs === undefined ? null : now + delayMs;
      const changed = statements.set.run(...fields, now, begun, delayedUntil, begun, key, version);
      return Number(changed.changes) === 1;
    },
    list: async ({ listing, after, limit }) =>
      rows((listing === 'open' ? statements.listOpen : statements.listAll).all(after, limit)),
    async claim({ holder, limit, leaseMs, owners }) {
      const now = Date.now();
      // A claim that lasts longer was made before the clock was set back.
      const longest = Math.max(2 * leaseMs, LONGEST_DELAY_MS);
      const of = owners === undefined ? null : JSON.stringify(owners);
      const claimed = statements.claim.all(holder, now + leaseMs, now, now + longest, of, of, limit) as ClaimedRow[];
      // SQLite returns changed rows in any order.
      const order = (a: ClaimedRow, b: ClaimedRow) =>
        Number(b.priority) - Number(a.priority) || Number(a.position) - Number(b.position);
      return rows(claimed.sort(order));
    },
    renew: async ({ holder, leaseMs }) => void statements.renew.run(Date.now() + leaseMs, holder),
    history: async (key) =>
      (statements.history.all(key) as EventRow[]).map(({ version, at, event }) => ({
        version: Number(version),
        at: Number(at),
        event,
      })),
    owners: async () => (statements.owners.all() as { owner: string }[]).map(({ owner }) => owner),
    async count() {
      const now = Date.now();
      return (statements.count.all() as CountRow[]).map(({ status, listing, count, oldest }) => ({
        status,
        listing,
        count: Number(count),
        ...(listing === 'open' && { oldestAgeMs: Math.max(0, now - Number(oldest)) }),
      }));
    },
  };
}

interface ClaimedRow extends Row {
  readonly priority: number | bigint;
}

interface EventRow extends Pick<RecordEvent, 'event'> {
  readonly version: number | bigint;
  readonly at: number | bigint;
}

interface CountRow extends Pick<RecordCount, 'status' | 'listing'> {
  readonly count: number | bigint;
  readonly oldest: number | bigint;
}

function prepareStatements(database: SqliteDatabase, table: string) {
  const select = `SELECT ${COLUMNS} FROM ${table} WHERE`;
  return {
    get: database.prepare(`${select} key = ?`),
    create: database.prepare(
      `INSERT INTO ${table}
         (key, value, listing, status, "group", priority, owner, event, created_at, changed_at, version, claimed_until)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, 0) ON CONFLICT (key) DO NOTHING`,
    ),
    set: database.prepare(
      `UPDATE ${table} SET version = version + 1, value = ?, listing = ?, status = ?, "group" = ?,
         priority = ?, owner = ?, event = ?, changed_at = ?, holder = ?,
         claimed_until = coalesce(?, CASE WHEN ? IS NULL THEN 0 ELSE claimed_until END)
       WHERE key = ? AND version = ?`,
    ),
    listOpen: database.prepare(`${select} listing = 'open' AND position > ? ORDER BY position LIMIT ?`),
    listAll: database.prepare(`${select} listing <> 'none' AND position > ? ORDER BY position LIMIT ?`),
    claim: database.prepare(
      `UPDATE ${table} SET version = version + 1, holder = ?, claimed_until = ? WHERE position IN (
         SELECT position FROM ${table} AS mine
         WHERE listing = 'open' AND (claimed_until <= ? OR claimed_until > ?) AND ("group" IS NULL OR position = (
           SELECT position FROM ${table} AS other WHERE listing = 'open' AND other."group" = mine."group"
           ORDER BY holder IS NULL, priority DESC, position LIMIT 1))
           AND (? IS NULL OR owner IN (SELECT value FROM json_each(?)))
         ORDER BY priority DESC, position LIMIT ?)
       RETURNING ${COLUMNS}, priority`,
    ),
    renew: database.prepare(`UPDATE ${table} SET claimed_until = ? WHERE listing = 'open' AND holder = ?`),
    // One step of an index for each owner, however many records each has.
    owners: database.prepare(
      `WITH RECURSIVE found (owner) AS (
         SELECT min(owner) FROM ${table} WHERE listing = 'open' AND owner IS NOT NULL
         UNION ALL
         SELECT (SELECT min(owner) FROM ${table} WHERE listing = 'open' AND owner > found.owner) FROM found
         WHERE found.owner IS NOT NULL)
       SELECT owner FROM found WHERE owner IS NOT NULL`,
    ),
    history: database.prepare(`SELECT version, at, event FROM ${table}_history WHERE key = ? ORDER BY version`),
    count: database.prepare(
      `SELECT listing, status, count(*) AS count, min(created_at) AS oldest
       FROM ${table} WHERE listing = 'open' AND status IS NOT NULL GROUP BY status
       UNION ALL SELECT 'ended', status, count, 0 FROM ${table}_ended WHERE count > 0 AND status <> ''`,
    ),
  };
}
