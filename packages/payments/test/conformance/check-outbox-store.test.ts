import { DatabaseSync } from 'node:sqlite';
import { useVirtualTime } from '@coin/examples/virtual-time';
import { createMemoryStore, type OutboxStore } from '@coin/payments';
import { checkOutboxStore } from '@coin/payments/conformance';
import { createSqliteStore } from '@coin/payments/sqlite';
import { expect, test } from 'vitest';

useVirtualTime();

const database = new DatabaseSync(':memory:');

test('the store in memory conforms', async () => {
  const store = createMemoryStore();
  await expect(checkOutboxStore(() => store)).resolves.toBeUndefined();
});

test('the store in SQLite conforms', async () => {
  await expect(checkOutboxStore(() => createSqliteStore(database))).resolves.toBeUndefined();
});

test('a name of a table that is no name is rejected', () => {
  expect(() => createSqliteStore(database, { table: 'a; DROP TABLE b' })).toThrow(/Invalid table/);
});

const store = createMemoryStore();
const current = async (key: string) => (await store.get(key))?.version ?? 1;
const faulty: Record<string, Partial<OutboxStore>> = {
  'overwrites on create': { createIfAbsent: async () => true },
  'ignores versions': {
    compareAndSet: async (record) => store.compareAndSet({ ...record, version: await current(record.key) }),
  },
  'compares and sets in two steps': {
    async compareAndSet(record) {
      const isSame = (await current(record.key)) === record.version;
      await new Promise((resolve) => setTimeout(resolve, 1000));
      return isSame && (await store.compareAndSet({ ...record, version: await current(record.key) }));
    },
  },
  'trims keys': { get: async (key) => store.get(key.trim()) },
  'lists what has ended': { list: async (range) => store.list({ ...range, listing: 'all' }) },
  'lists by key': { list: async (range) => [...(await store.list(range))].sort((a, b) => (a.key < b.key ? -1 : 1)) },
  'has no limit': { list: async (range) => store.list({ ...range, limit: 1000 }) },
};
test.each(Object.entries(faulty))('a store that %s does not conform', async (_, fault) => {
  const argument = `result of store.${Object.keys(fault)[0]}`;
  const rejection = { code: 'ARGUMENT_INVALID', context: { argument } };
  await expect(checkOutboxStore(() => ({ ...store, ...fault }))).rejects.toMatchObject(rejection);
});
