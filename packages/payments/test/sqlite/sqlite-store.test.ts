import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createSqliteStore } from '@coin/payments/sqlite';
import { expect, onTestFinished, test } from 'vitest';

/** A database in a separate file, because only a file can have a write-ahead log. */
function openFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'outbox-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'outbox.db');
}

function connect(file: string): DatabaseSync {
  const database = new DatabaseSync(file);
  onTestFinished(() => database.close());
  return database;
}

const settingOf = (database: DatabaseSync, name: string): unknown =>
  Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0];

/** Source: sqlite.org/pragma.html: 3 is EXTRA. */
test.each([
  ['synchronous', 3],
  ['busy_timeout', 10_000],
  ['journal_mode', 'wal'],
  ['fullfsync', 1],
])('sets %s to %o on every connection that it is given', (name, value) => {
  const file = openFile();
  for (let connection = 0; connection < 2; connection++) {
    const database = connect(file);
    createSqliteStore(database);
    expect(settingOf(database, name)).toBe(value);
  }
});

test('sets a connection that its owner has set otherwise', () => {
  const database = connect(openFile());
  database.exec('PRAGMA synchronous = OFF; PRAGMA busy_timeout = 0; PRAGMA fullfsync = OFF');
  createSqliteStore(database);
  expect(['synchronous', 'busy_timeout', 'fullfsync'].map((name) => settingOf(database, name))).toEqual([3, 10_000, 1]);
});

test('keeps what another connection wrote, and its version', async () => {
  const file = openFile();
  const first = createSqliteStore(connect(file));
  await first.createIfAbsent({ key: 'a', value: '1', listing: 'open' });
  const second = createSqliteStore(connect(file));
  expect(await second.createIfAbsent({ key: 'a', value: '2', listing: 'open' })).toBe(false);
  expect(await second.compareAndSet({ key: 'a', value: '3', listing: 'ended', version: 1 })).toBe(true);
  expect(await first.get('a')).toEqual({ key: 'a', value: '3', listing: 'ended', version: 2, position: 1 });
});

test('keeps two tables of one file apart', async () => {
  const database = connect(openFile());
  const [first, second] = [
    createSqliteStore(database, { table: 'one' }),
    createSqliteStore(database, { table: 'two' }),
  ];
  await first.createIfAbsent({ key: 'a', value: '1', listing: 'open' });
  expect(await second.get('a')).toBeUndefined();
  expect(await second.list({ listing: 'all', after: 0, limit: 5 })).toEqual([]);
});

test.each([
  ['payments', true],
  ['_', true],
  ['A9_b', true],
  ['', false],
  ['9', false],
  ['a b', false],
  ['a; DROP TABLE b', false],
  ['"a', false],
  [5, false],
])('accepts %o as the name of a table: %o', (table, isValid) => {
  const create = () => createSqliteStore(connect(openFile()), { table: table as string });
  if (isValid) expect(create).not.toThrow();
  else
    expect(create).toThrow(
      expect.objectContaining({ code: 'ARGUMENT_INVALID', context: expect.objectContaining({ argument: 'table' }) }),
    );
});

test.each(['UPDATE coin_outbox_history SET event = ?', 'DELETE FROM coin_outbox_history WHERE event <> ?'])(
  'the history withstands %s',
  async (statement) => {
    const database = connect(openFile());
    const store = createSqliteStore(database);
    await store.createIfAbsent({ key: 'a', value: '1', listing: 'open', event: 'created' });
    expect(() => database.prepare(statement).run('other')).toThrow('the history of payments is never changed');
    expect(await store.history('a')).toMatchObject([{ version: 1, event: 'created' }]);
  },
);

test('reads integers from a connection that returns them as bigint', async () => {
  const database = new DatabaseSync(openFile(), { readBigInts: true });
  onTestFinished(() => database.close());
  const store = createSqliteStore(database);
  await store.createIfAbsent({ key: 'a', value: '1', listing: 'open' });
  expect(await store.get('a')).toMatchObject({ version: 1, position: 1 });
});

test('no statement searches all records, or sorts a backlog', () => {
  const database = connect(openFile());
  const texts: string[] = [];
  const prepare = (sql: string) => {
    texts.push(sql);
    return database.prepare(sql);
  };
  createSqliteStore({ exec: (sql) => database.exec(sql), prepare });
  const steps = texts
    .flatMap((sql) => database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all())
    .map(({ detail }) => String(detail));
  expect(steps.length).toBeGreaterThan(texts.length);
  // The numbers of statuses and of owners are small.
  const small = /^SCAN (coin_outbox_ended|found|json_each .*)$/;
  const indexed = / USING (INDEX|COVERING INDEX|PRIMARY KEY|INTEGER PRIMARY KEY \(rowid=\?\))/;
  for (const step of steps.filter((detail) => /^(SCAN|SEARCH) /.test(detail)))
    expect(small.test(step) || indexed.test(step), step).toBe(true);
  expect(steps.filter((step) => step.includes('ORDER BY'))).toEqual([]);
});

test('works over a connection that returns null for no row, bigint for integers, and changed rows in any order', async () => {
  const database = new DatabaseSync(openFile(), { readBigInts: true });
  onTestFinished(() => database.close());
  const store = createSqliteStore({
    exec: (sql) => database.exec(sql),
    prepare(sql) {
      const statement = database.prepare(sql);
      return {
        get: (...given) => statement.get(...given) ?? null,
        all: (...given) => (sql.includes('RETURNING') ? statement.all(...given).toReversed() : statement.all(...given)),
        run: (...given) => ({ changes: BigInt(statement.run(...given).changes) }),
      };
    },
  });
  expect(await store.get('a')).toBeUndefined();
  for (const [key, priority] of [
    ['a', 0],
    ['b', 5],
    ['c', 0],
    ['d', 5],
    ['e', -1],
  ] as const)
    expect(await store.createIfAbsent({ key, value: '', listing: 'open', status: 's', event: 'e', priority })).toBe(
      true,
    );
  expect(await store.createIfAbsent({ key: 'a', value: '', listing: 'open' })).toBe(false);
  const claimed = await store.claim({ holder: 'x', limit: 5, leaseMs: 1000 });
  expect(claimed.map(({ key, version, position }) => [key, version, position])).toEqual([
    ['b', 2, 2],
    ['d', 2, 4],
    ['a', 2, 1],
    ['c', 2, 3],
    ['e', 2, 5],
  ]);
  expect(await store.compareAndSet({ key: 'a', value: '', listing: 'ended', status: 's', version: 1 })).toBe(false);
  expect(await store.compareAndSet({ key: 'a', value: '', listing: 'ended', status: 's', version: 2 })).toBe(true);
  expect(await store.history('b')).toEqual([{ version: 1, at: expect.any(Number), event: 'e' }]);
  expect(await store.count()).toEqual([
    { status: 's', listing: 'open', count: 4, oldestAgeMs: expect.any(Number) },
    { status: 's', listing: 'ended', count: 1 },
  ]);
});

test('gives no position twice, even if its owner removes a record', async () => {
  const database = connect(openFile());
  const store = createSqliteStore(database);
  await store.createIfAbsent({ key: 'a', value: '', listing: 'open' });
  database.exec('DELETE FROM coin_outbox');
  await store.createIfAbsent({ key: 'b', value: '', listing: 'open' });
  expect(await store.get('b')).toMatchObject({ position: 2 });
});
