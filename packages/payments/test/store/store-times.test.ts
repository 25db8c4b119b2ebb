// When claims and delays end, to the millisecond, for the stores whose clock is the machine's.
import { DatabaseSync } from 'node:sqlite';
import { createMemoryStore, type OutboxStore } from '@coin/payments';
import { createSqliteStore } from '@coin/payments/sqlite';
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import { describe, expect, test, vi } from 'vitest';

useVirtualTime();

const STORES: readonly [string, () => OutboxStore][] = [
  ['memory', createMemoryStore],
  ['SQLite', () => createSqliteStore(new DatabaseSync(':memory:'))],
];
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const record = (key: string) => ({ key, value: key, listing: 'open' }) as const;
const claimed = async (store: OutboxStore, holder: string, leaseMs = 1000) =>
  (await store.claim({ holder, limit: 10, leaseMs })).map(({ key }) => key);

describe.each(STORES)('the store in %s', (_, createStore) => {
  test('lets others claim a record exactly when its claim has run out', async () => {
    const store = createStore();
    await store.createIfAbsent(record('a'));
    expect(await claimed(store, 'x')).toEqual(['a']);
    await wait(999);
    expect(await claimed(store, 'y')).toEqual([]);
    await wait(1);
    expect(await claimed(store, 'y')).toEqual(['a']);
  });

  test('lets a renewed claim run out the whole lease after the renewal', async () => {
    const store = createStore();
    await store.createIfAbsent(record('a'));
    await claimed(store, 'x');
    await wait(600);
    await store.renew({ holder: 'x', leaseMs: 1000 });
    await wait(999);
    expect(await claimed(store, 'y')).toEqual([]);
    await wait(1);
    expect(await claimed(store, 'y')).toEqual(['a']);
  });

  test('lets others claim immediately what a holder gives back', async () => {
    const store = createStore();
    await store.createIfAbsent(record('a'));
    await claimed(store, 'x');
    await store.renew({ holder: 'x', leaseMs: 0 });
    expect(await claimed(store, 'y')).toEqual(['a']);
  });

  test('keeps the end of a claim through a change of its holder', async () => {
    const store = createStore();
    await store.createIfAbsent(record('a'));
    await claimed(store, 'x');
    await wait(500);
    await store.compareAndSet({ ...record('a'), version: 2, holder: 'x' });
    await wait(499);
    expect(await claimed(store, 'y')).toEqual([]);
    await wait(1);
    expect(await claimed(store, 'y')).toEqual(['a']);
  });

  test('ends a claim with a change that names no holder', async () => {
    const store = createStore();
    await store.createIfAbsent(record('a'));
    await claimed(store, 'x');
    await store.compareAndSet({ ...record('a'), version: 2 });
    expect(await claimed(store, 'y')).toEqual(['a']);
  });

  test('lets a record be claimed exactly when its delay has run out', async () => {
    const store = createStore();
    await store.createIfAbsent(record('a'));
    await store.compareAndSet({ ...record('a'), version: 1, delayMs: 60_000 });
    await wait(59_999);
    expect(await claimed(store, 'x')).toEqual([]);
    await wait(1);
    expect(await claimed(store, 'x')).toEqual(['a']);
  });

  test('does not renew a record that has ended', async () => {
    const store = createStore();
    await store.createIfAbsent(record('a'));
    await claimed(store, 'x');
    await store.compareAndSet({ ...record('a'), listing: 'ended', version: 2, holder: 'x' });
    await store.renew({ holder: 'x', leaseMs: 600_000 });
    await store.compareAndSet({ ...record('a'), version: 3, holder: 'x' });
    await wait(1000);
    expect(await claimed(store, 'y')).toEqual(['a']);
  });

  test('counts the age since the creation of the oldest open record of a status', async () => {
    const store = createStore();
    const counted = (key: string) => ({ ...record(key), status: 'queued' });
    await store.createIfAbsent(counted('a'));
    await wait(300);
    await store.createIfAbsent(counted('b'));
    await store.createIfAbsent({ ...counted('c'), listing: 'none' });
    await store.createIfAbsent(record('without a status'));
    await store.createIfAbsent({ ...record('ended without a status'), listing: 'ended' });
    await store.compareAndSet({ ...counted('a'), version: 1 });
    await wait(400);
    expect(await store.count()).toEqual([{ status: 'queued', listing: 'open', count: 2, oldestAgeMs: 700 }]);
    await store.compareAndSet({ ...counted('a'), listing: 'ended', version: 2 });
    expect((await store.count()).toSorted((a, b) => a.listing.localeCompare(b.listing))).toEqual([
      { status: 'queued', listing: 'ended', count: 1 },
      { status: 'queued', listing: 'open', count: 1, oldestAgeMs: 400 },
    ]);
  });

  test('claims no record that has ended, even after its claim would have run out', async () => {
    const store = createStore();
    await store.createIfAbsent(record('a'));
    await claimed(store, 'x');
    await store.compareAndSet({ ...record('a'), listing: 'ended', version: 2, holder: 'x' });
    await wait(1001);
    expect(await claimed(store, 'y')).toEqual([]);
  });

  test('claims the first record of a group once the one that was begun is changed without a holder', async () => {
    const store = createStore();
    const grouped = (key: string, priority = 0) => ({ key, value: '', listing: 'open', group: 'g', priority }) as const;
    await store.createIfAbsent(grouped('a'));
    await store.createIfAbsent(grouped('b'));
    const claim = async () => (await store.claim({ holder: 'x', limit: 5, leaseMs: 60_000 })).map(({ key }) => key);
    expect(await claim()).toEqual(['a']);
    await store.compareAndSet({ ...grouped('a', -1), version: 2 });
    expect(await claim()).toEqual(['b']);
  });

  test('lets a group go on after a holder ended a record without a claim', async () => {
    const store = createStore();
    const grouped = (key: string) => ({ key, value: '', listing: 'open', group: 'g' }) as const;
    await store.createIfAbsent(grouped('a'));
    await store.createIfAbsent(grouped('b'));
    await store.compareAndSet({ ...grouped('a'), listing: 'ended', version: 1, holder: 'x' });
    expect((await store.claim({ holder: 'y', limit: 5, leaseMs: 60_000 })).map(({ key }) => key)).toEqual(['b']);
  });

  test('omits statuses without records', async () => {
    const store = createStore();
    const counted = { ...record('a'), status: 'queued' };
    await store.createIfAbsent(counted);
    await store.compareAndSet({ ...counted, listing: 'ended', version: 1 });
    await store.compareAndSet({ ...counted, listing: 'none', version: 2 });
    expect(await store.count()).toEqual([]);
  });

  test('dates the events of a history', async () => {
    const store = createStore();
    const started = Date.now();
    await store.createIfAbsent({ ...record('a'), event: 'created' });
    await wait(250);
    await store.compareAndSet({ ...record('a'), version: 1, event: 'changed' });
    expect(await store.history('a')).toEqual([
      { version: 1, at: started, event: 'created' },
      { version: 2, at: started + 250, event: 'changed' },
    ]);
    expect(await store.history('b')).toEqual([]);
  });

  test('returns a record with the fields that it was given, and no others', async () => {
    const store = createStore();
    const plain = { ...record('a'), version: 1, position: 1 };
    const named = { ...record('b'), status: 'queued', group: 'g', version: 1, position: 2 };
    await store.createIfAbsent(record('a'));
    await store.createIfAbsent({ ...record('b'), status: 'queued', group: 'g', priority: 1, event: 'created' });
    expect(await store.get('a')).toEqual(plain);
    expect(Object.keys((await store.get('a')) ?? {})).toEqual(['key', 'value', 'listing', 'version', 'position']);
    expect(await store.list({ listing: 'open', after: 0, limit: 5 })).toEqual([plain, named]);
    expect(await store.claim({ holder: 'x', limit: 5, leaseMs: 1000 })).toEqual([
      { ...named, version: 2 },
      { ...plain, version: 2 },
    ]);
  });

  test('rejects a transaction, which it could not roll back', async () => {
    const store = createStore();
    const options = { transaction: {} as never };
    const rejection = { code: 'ARGUMENT_INVALID', context: { argument: 'transaction', value: 'an object' } };
    await expect(store.createIfAbsent(record('a'), options)).rejects.toMatchObject(rejection);
    await expect(store.get('a', options)).rejects.toMatchObject(rejection);
    expect(await store.get('a', {})).toBeUndefined();
    expect(await store.createIfAbsent(record('a'), { transaction: undefined })).toBe(true);
  });

  test('has none of the methods that only a server needs', () => {
    expect(Object.keys(createStore()).toSorted()).toEqual([
      'claim',
      'compareAndSet',
      'count',
      'createIfAbsent',
      'get',
      'history',
      'list',
      'owners',
      'renew',
    ]);
  });
});

describe('the store in SQLite, after the clock of the machine was set back', () => {
  const HOUR_MS = 3_600_000;

  test.each([
    ['a claim', 1000, 60_000],
    ['a long claim', 100_000, 200_000],
  ])('gives up %s that would last for more than a minute and two leases', async (_, leaseMs, longestMs) => {
    const store = createSqliteStore(new DatabaseSync(':memory:'));
    const started = Date.now();
    await store.createIfAbsent(record('a'));
    await claimed(store, 'x', leaseMs);
    vi.setSystemTime(started + leaseMs - longestMs);
    expect(await claimed(store, 'y', leaseMs)).toEqual([]);
    vi.setSystemTime(started + leaseMs - longestMs - 1);
    expect(await claimed(store, 'y', leaseMs)).toEqual(['a']);
  });

  test('counts no negative age', async () => {
    const store = createSqliteStore(new DatabaseSync(':memory:'));
    await store.createIfAbsent({ ...record('a'), status: 'queued' });
    vi.setSystemTime(Date.now() - HOUR_MS);
    expect(await store.count()).toEqual([{ status: 'queued', listing: 'open', count: 1, oldestAgeMs: 0 }]);
  });
});
