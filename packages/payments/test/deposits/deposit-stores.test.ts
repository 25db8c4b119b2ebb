// What the stores of deposits do alike. PostgreSQL runs the statements of SQLite; apps/acceptance has its test.
import { DatabaseSync } from 'node:sqlite';
import { createMemoryDepositStore, type DepositRecord, type DepositStore } from '@coin/payments';
import { createPostgresDepositStore } from '@coin/payments/postgres';
import { createSqliteDepositStore } from '@coin/payments/sqlite';
import { describe, expect, test } from 'vitest';

const [one, other] = ['TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8', 'TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvvi'] as const;
const recordOf = (id: string, change: Partial<DepositRecord> = {}): DepositRecord => ({
  id,
  watch: 'deposits',
  status: 'seen',
  version: 1,
  blockNumber: 7,
  value: '{}',
  ...change,
});
const many = (count: number) => Array.from({ length: count }, (_, index) => `id-${index}`);

const openSqlite = (options: ConstructorParameters<typeof DatabaseSync>[1] = {}): DepositStore => {
  const database = new DatabaseSync(':memory:', options);
  const store = createSqliteDepositStore(database);
  database.exec('BEGIN');
  return store;
};

describe.each<[string, () => DepositStore]>([
  ['memory', createMemoryDepositStore],
  ['SQLite', openSqlite],
  ['SQLite whose integers are bigint', () => openSqlite({ readBigInts: true })],
])('a store in %s', (_, open) => {
  test('finds the addresses that were added, however often', async () => {
    const store = open();
    await store.addAddresses([one]);
    await store.addAddresses([one]);
    expect(await store.findAddresses([other, one])).toEqual([one]);
    await store.addAddresses([]);
    expect(await store.findAddresses([])).toEqual([]);
  });

  test.each(['', '41dd', other.slice(1), `${other}a`, `a${other}`, `41${'0'.repeat(40)}`])(
    'adds no address %o',
    async (wrong) => {
      await expect(open().addAddresses([one, wrong])).rejects.toMatchObject({
        code: 'ARGUMENT_INVALID',
        context: { argument: 'addresses', value: wrong },
      });
    },
  );

  test('moves a watch from version to version, and no other', async () => {
    const store = open();
    const watch = (version: number) => ({ name: 'a', version, state: `${version}` });
    expect(await store.readWatch('a')).toBeUndefined();
    const moves = [];
    for (const version of [2, 1, 1, 3, 2, 1]) moves.push(await store.moveWatch(watch(version)));
    expect(moves).toEqual([false, true, false, false, true, false]);
    expect(await store.readWatch('a')).toEqual(watch(2));
    expect(await store.readWatch('b')).toBeUndefined();
  });

  test('keeps the last record of each id', async () => {
    const store = open();
    await store.putDeposits([recordOf('a'), recordOf('b')]);
    const changed = recordOf('a', { watch: 'w', status: 'dropped', version: 2, blockNumber: 9, value: '5' });
    await store.putDeposits([changed]);
    expect(await store.getDeposits(['a', 'c', 'b'])).toEqual([changed, recordOf('b')]);
    expect(await store.getDeposits([])).toEqual([]);
  });

  test('lists the deposits of a watch after a block, in the order of blocks', async () => {
    const store = open();
    const records = [
      ['a', 9],
      ['b', 7],
      ['c', 8],
      ['d', 6],
    ] as const;
    await store.putDeposits(records.map(([id, blockNumber]) => recordOf(id, { blockNumber })));
    await store.putDeposits([recordOf('e', { watch: 'w' })]);
    const list = async (afterBlock: number) =>
      (await store.listDeposits({ watch: 'deposits', afterBlock })).map(({ id }) => id);
    expect([await list(6), await list(8), await list(9)]).toEqual([['b', 'c', 'a'], ['a'], []]);
  });

  test('takes more ids than a statement has parameters', async () => {
    const store = open();
    await store.putDeposits(many(2001).map((id) => recordOf(id)));
    expect(await store.getDeposits(many(2500))).toHaveLength(2001);
  });
});

test('SQLite saves inside a transaction only', async () => {
  const database = new DatabaseSync(':memory:');
  const store = createSqliteDepositStore(database, { prefix: 'my_' });
  const watch = { name: 'a', version: 1, state: '' };
  await expect(store.moveWatch(watch)).rejects.toMatchObject({
    code: 'ARGUMENT_INVALID',
    context: { argument: 'database' },
  });
  database.exec('BEGIN');
  expect(await store.moveWatch(watch)).toBe(true);
  database.exec('ROLLBACK');
  expect(await store.readWatch('a')).toBeUndefined();
  expect(() => createSqliteDepositStore(database, { prefix: 'a b' })).toThrow('letters, digits and _');
});

test('PostgreSQL saves with a client that has a transaction only', async () => {
  const texts: string[] = [];
  const client = {
    query: async (text: string) => {
      texts.push(text);
      return { rows: [{}] };
    },
  };
  const pool = { ...client, connect: async () => expect.unreachable() };
  const store = createPostgresDepositStore({ pool, schema: 'shop' });
  const watch = { name: 'a', version: 2, state: '' };
  for (const wrong of [undefined, pool])
    await expect(store.moveWatch(watch, wrong)).rejects.toMatchObject({
      code: 'ARGUMENT_INVALID',
      context: { argument: 'transaction' },
    });
  expect(texts).toEqual([]);
  expect(await store.moveWatch(watch, client)).toBe(true);
  expect(texts[0]).toContain('pg_advisory_xact_lock');
  expect(texts[1]).toContain('UPDATE "shop".deposit_watches');
});
