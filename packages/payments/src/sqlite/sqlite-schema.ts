import { argumentInvalid } from '../arguments.ts';

/**
 * In a write-ahead log, readers don't wait for writers, and a change is one write to the disk. `EXTRA` waits for that
 * write before the change counts, even if the file system supports only a rollback journal, and so does `fullfsync` on
 * macOS. A second process that writes at the same time waits its turn.
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
 * The statements that set a connection and create the tables of a store. Triggers write the history and the counts of
 * ended records, so each change is one statement. Other triggers keep the history from being changed.
 */
export const sqliteSchema = (table: string): string => `
  ${SETTINGS}
  CREATE TABLE IF NOT EXISTS ${table} (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE,
    value TEXT NOT NULL,
    listing TEXT NOT NULL,
    status TEXT,
    "group" TEXT,
    priority INTEGER NOT NULL,
    owner TEXT,
    version INTEGER NOT NULL,
    holder TEXT,
    claimed_until INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    changed_at INTEGER NOT NULL,
    event TEXT
  );
  CREATE INDEX IF NOT EXISTS ${table}_open ON ${table} (position) WHERE listing = 'open';
  CREATE INDEX IF NOT EXISTS ${table}_next ON ${table} (priority DESC, position) WHERE listing = 'open';
  CREATE INDEX IF NOT EXISTS ${table}_listed ON ${table} (position) WHERE listing <> 'none';
  CREATE INDEX IF NOT EXISTS ${table}_groups ON ${table} ("group", holder IS NULL, priority DESC, position)
    WHERE listing = 'open';
  CREATE INDEX IF NOT EXISTS ${table}_owners ON ${table} (owner) WHERE listing = 'open' AND owner IS NOT NULL;
  CREATE TABLE IF NOT EXISTS ${table}_history (
    key TEXT NOT NULL,
    version INTEGER NOT NULL,
    at INTEGER NOT NULL,
    event TEXT NOT NULL,
    PRIMARY KEY (key, version)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS ${table}_ended (status TEXT PRIMARY KEY, count INTEGER NOT NULL) WITHOUT ROWID;
  ${historyTriggers(table)}
  ${countTriggers(table)}
`;

const historyTriggers = (table: string): string => `
  CREATE TRIGGER IF NOT EXISTS ${table}_created AFTER INSERT ON ${table} WHEN new.event IS NOT NULL BEGIN
    INSERT INTO ${table}_history VALUES (new.key, new.version, new.changed_at, new.event);
  END;
  CREATE TRIGGER IF NOT EXISTS ${table}_changed AFTER UPDATE OF event ON ${table} WHEN new.event IS NOT NULL BEGIN
    INSERT INTO ${table}_history VALUES (new.key, new.version, new.changed_at, new.event);
  END;
  ${['UPDATE', 'DELETE']
    .map(
      (change) => `CREATE TRIGGER IF NOT EXISTS ${table}_no_${change} BEFORE ${change} ON ${table}_history BEGIN
    SELECT RAISE(ABORT, 'the history of payments is never changed');
  END;`,
    )
    .join('\n')}
`;

const countTriggers = (table: string): string => `
  CREATE TRIGGER IF NOT EXISTS ${table}_created_ended AFTER INSERT ON ${table} WHEN new.listing = 'ended' BEGIN
    INSERT INTO ${table}_ended VALUES (coalesce(new.status, ''), 1) ON CONFLICT DO UPDATE SET count = count + 1;
  END;
  CREATE TRIGGER IF NOT EXISTS ${table}_has_ended AFTER UPDATE ON ${table} WHEN new.listing = 'ended' BEGIN
    INSERT INTO ${table}_ended VALUES (coalesce(new.status, ''), 1) ON CONFLICT DO UPDATE SET count = count + 1;
  END;
  CREATE TRIGGER IF NOT EXISTS ${table}_was_ended AFTER UPDATE ON ${table} WHEN old.listing = 'ended' BEGIN
    UPDATE ${table}_ended SET count = count - 1 WHERE status = coalesce(old.status, '');
  END;
`;

/** Rejects what cannot begin the name of a table. */
export function tableArgument(argument: string, value: unknown): void {
  if (typeof value !== 'string' || !/^[a-z_]\w*$/i.test(value))
    throw argumentInvalid(argument, value, 'letters, digits and _');
}
