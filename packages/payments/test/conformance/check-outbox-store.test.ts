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

test('rejects an invalid name of a table', () => {
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
  'gives more than it is asked for': { claim: async (claim) => store.claim({ ...claim, limit: 1000 }) },
  'claims in another order': { claim: async (claim) => (await store.claim(claim)).toReversed() },
  'claims without a new version': {
    claim: async (claim) => (await store.claim(claim)).map((record) => ({ ...record, version: record.version - 1 })),
  },
  'gives records to several holders': {
    async claim(claim) {
      const claimed = await store.claim(claim);
      await store.renew({ holder: claim.holder, leaseMs: 0 });
      return claimed;
    },
  },
  'claims nothing': { claim: async () => [] },
  'claims records of a group at the same time': {
    async claim({ holder, limit, leaseMs }) {
      const claimed = await store.claim({ holder, limit, leaseMs });
      const records = await store.list({ listing: 'open', after: 0, limit: 1000 });
      const same = records.filter(({ key, group }) => claimed.some((each) => each.group === group && each.key !== key));
      return [...claimed, ...same.filter(({ group }) => group !== undefined)];
    },
  },
  'ignores priorities': {
    claim: store.claim,
    createIfAbsent: async (record) => store.createIfAbsent({ ...record, priority: 0 }),
    compareAndSet: async (change) => store.compareAndSet({ ...change, priority: 0 }),
  },
  'ignores delays': {
    claim: store.claim,
    async compareAndSet(change) {
      const { delayMs: _, ...rest } = change;
      return store.compareAndSet(rest);
    },
  },
  'delays forever': {
    claim: store.claim,
    compareAndSet: async ({ delayMs, ...change }) =>
      store.compareAndSet({ ...change, ...(delayMs !== undefined && { delayMs: 1e12 }) }),
  },
  'ends no claim': { claim: async (claim) => store.claim({ ...claim, leaseMs: 1e12 }), renew: async () => {} },
  'forgets events': { history: async () => [] },
  'has events of changes that were not made': {
    async history(key) {
      const events = await store.history(key);
      return [...events, ...events.slice(-1)];
    },
  },
  'has times of its own': {
    history: async (key) => (await store.history(key)).map((event) => ({ ...event, at: event.at / 1000 })),
  },
  'counts nothing': { count: async () => [] },
  'counts what has ended as open': {
    count: async () => (await store.count()).map((count) => ({ ...count, listing: 'open' as const, oldestAgeMs: 0 })),
  },
  'has no ages': {
    count: async () => (await store.count()).map(({ status, listing, count }) => ({ status, listing, count })),
  },
};
test.each(Object.entries(faulty))('a store that %s does not conform', async (_, fault) => {
  const argument = `result of store.${Object.keys(fault)[0]}`;
  const rejection = { code: 'ARGUMENT_INVALID', context: { argument } };
  await expect(checkOutboxStore(() => ({ ...store, ...fault }))).rejects.toMatchObject(rejection);
});
