// Real time: a Redis server.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { checkOutboxStore } from '@coin/payments/conformance';
import { createRedisStore, type RedisConnection } from '@coin/payments/redis';
import { createClient } from '@redis/client';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startRedis, type RedisServer } from './support/redis-server.ts';

const KINDS = ['node-redis', 'ioredis'] as const;
/** The run id of a server, and the id of its data for replicas. */
const EPOCH = /^[0-9a-f]{40} [0-9a-f]{40}$/;

let folder: string;
let redis: RedisServer;
let prefixes = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'redis-'));
  redis = await startRedis({ folder });
});
afterAll(async () => {
  await redis[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

/** A connection of a client, which ends with the test. */
async function connect(kind: (typeof KINDS)[number] = 'node-redis', url = redis.url): Promise<RedisConnection> {
  if (kind === 'ioredis') {
    const connection = new Redis(url).on('error', () => {});
    onTestFinished(() => connection.disconnect());
    return connection;
  }
  const connection = await createClient({ url })
    .on('error', () => {})
    .connect();
  onTestFinished(() => connection.destroy());
  return connection;
}

/** A separate store. */
const openStore = async () => createRedisStore(await connect(), { prefix: `store ${prefixes++}` });

test.each(KINDS)('conforms over two connections of %s', async (kind) => {
  const connections = [await connect(kind), await connect(kind)];
  const first = await connect(kind);
  const open = () => createRedisStore(connections.pop() ?? first, { prefix: `conformance ${kind}` });
  await expect(checkOutboxStore(open)).resolves.toBeUndefined();
});

test('names the settings of a server that keeps nothing, and accepts one that keeps everything', async () => {
  await using forgetful = await startRedis();
  const unsafe = createRedisStore(await connect('node-redis', forgetful.url));
  const settings = expect.stringContaining('appendonly is no, and must be yes');
  await expect(unsafe.check?.()).rejects.toMatchObject({ code: 'STORE_UNSAFE', context: { settings } });
  for (const kind of KINDS) await expect(createRedisStore(await connect(kind)).check?.()).resolves.toBeUndefined();
});

test('returns records and events with the fields that they were given, and no others', async () => {
  const store = await openStore();
  const record = { key: 'a', value: '1', listing: 'open' } as const;
  const named = { ...record, key: 'b', status: 'queued', group: 'g' };
  await store.createIfAbsent(record);
  await store.createIfAbsent({ ...named, priority: 1, event: 'two words\nand a line' });
  expect(await store.get('a')).toEqual({ ...record, version: 1, position: 1 });
  expect(Object.keys((await store.get('a')) ?? {})).toEqual(['key', 'value', 'listing', 'version', 'position']);
  expect(await store.get('c')).toBeUndefined();
  expect(await store.claim({ holder: 'x', limit: 5, leaseMs: 60_000 })).toEqual([
    { ...named, version: 2, position: 2 },
    { ...record, version: 2, position: 1 },
  ]);
  expect(await store.history('b')).toEqual([{ version: 1, at: expect.any(Number), event: 'two words\nand a line' }]);
  await store.compareAndSet({ ...record, status: 'paid', listing: 'ended', version: 2 });
  const counts = (await store.count()).toSorted((a, b) => a.listing.localeCompare(b.listing));
  expect(counts).toEqual([
    { status: 'paid', listing: 'ended', count: 1 },
    { status: 'queued', listing: 'open', count: 1, oldestAgeMs: expect.any(Number) },
  ]);
});

test('rejects a transaction, which it could not roll back', async () => {
  const store = await openStore();
  const options = { transaction: {} as never };
  const rejection = { code: 'ARGUMENT_INVALID', context: { argument: 'transaction' } };
  const record = { key: 'a', value: '', listing: 'open' } as const;
  await expect(store.createIfAbsent(record, options)).rejects.toMatchObject(rejection);
  await expect(store.get('a', options)).rejects.toMatchObject(rejection);
  expect(await store.get('a')).toBeUndefined();
});

test('has the same epoch over each connection, and another one after the server was restarted', async () => {
  const epochOf = async (kind: (typeof KINDS)[number], url: string) =>
    createRedisStore(await connect(kind, url)).epoch?.();
  const epoch = await epochOf('node-redis', redis.url);
  expect(epoch).toMatch(EPOCH);
  expect(await epochOf('ioredis', redis.url)).toBe(epoch);
  await redis.kill();
  redis = await startRedis({ folder });
  expect(await epochOf('ioredis', redis.url)).toMatch(EPOCH);
  expect(await epochOf('ioredis', redis.url)).not.toBe(epoch);
});

test('has another epoch after the server was a replica for a while, and makes no change that names the first one', async () => {
  await using primary = await startRedis({ folder: await mkdtemp(join(folder, 'primary-')) });
  await using other = await startRedis({ folder: await mkdtemp(join(folder, 'other-')) });
  const clients = [primary, other].map(({ url }) => new Redis(url));
  onTestFinished(() => clients.forEach((client) => client.disconnect()));
  const [first, second] = clients as [Redis, Redis];
  /** Copies all data of a server, and changes with it from then on. */
  const follow = async (replica: Redis, { port }: RedisServer) => {
    await replica.replicaof('127.0.0.1', port);
    while (!(await replica.info('replication')).includes('master_link_status:up')) await setTimeout(20);
  };
  const store = createRedisStore(first);
  await follow(second, primary);
  const epoch = await store.epoch?.();
  await store.createIfAbsent({ key: 'a', value: '1', listing: 'open' }, { epoch });
  await first.wait(1, 0);
  await second.replicaof('NO', 'ONE');
  await follow(first, other);
  await first.replicaof('NO', 'ONE');

  const [runId, replicationId] = epoch?.split(' ') ?? [];
  expect(await store.epoch?.()).toMatch(new RegExp(`^${runId} (?!${replicationId})`));
  expect(await store.createIfAbsent({ key: 'b', value: '', listing: 'open' }, { epoch })).toBe(false);
  expect(await store.list({ listing: 'all', after: 0, limit: 5 })).toMatchObject([{ key: 'a', value: '1' }]);
});

// The server cannot tell such a claim from one that was made before its clock was set back.
test.each([
  ['leaves a claim that lasts for two leases', 120_000, 60_000, []],
  ['takes over a claim that lasts for more than two leases', 3_600_000, 60_000, ['a']],
  ['leaves a claim that lasts for a minute', 60_000, 1000, []],
  ['takes over a claim that lasts for more than a minute', 3_600_000, 1000, ['a']],
])('%s', async (_, heldMs, leaseMs, expected) => {
  const store = await openStore();
  await store.createIfAbsent({ key: 'a', value: '', listing: 'open' });
  await store.claim({ holder: 'x', limit: 5, leaseMs: heldMs });
  const claimed = await store.claim({ holder: 'y', limit: 5, leaseMs });
  expect(claimed.map(({ key }) => key)).toEqual(expected);
});

test('claims by priority what was given back', async () => {
  const store = await openStore();
  for (const [index, priority] of [0, -1, 5, 1].entries())
    await store.createIfAbsent({ key: `${index}`, value: '', listing: 'open', priority });
  for (const holder of ['x', 'y']) {
    const claimed = await store.claim({ holder, limit: 5, leaseMs: 60_000 });
    expect(claimed.map(({ key }) => key)).toEqual(['2', '3', '0', '1']);
    await store.renew({ holder, leaseMs: -1 });
  }
});

test('claims no record that has ended, even after its claim would have run out', async () => {
  const store = await openStore();
  const record = { key: 'a', value: '', listing: 'open' } as const;
  await store.createIfAbsent(record);
  await store.claim({ holder: 'x', limit: 5, leaseMs: -1 });
  await store.compareAndSet({ ...record, listing: 'ended', version: 2, holder: 'x' });
  expect(await store.claim({ holder: 'y', limit: 5, leaseMs: 60_000 })).toEqual([]);
});

test('omits statuses without records', async () => {
  const store = await openStore();
  const record = { key: 'a', value: '', listing: 'open', status: 'queued' } as const;
  await store.createIfAbsent(record);
  await store.compareAndSet({ ...record, listing: 'ended', version: 1 });
  await store.compareAndSet({ ...record, listing: 'none', version: 2 });
  expect(await store.count()).toEqual([]);
});

test('dates events by the clock of the server, to the millisecond', async () => {
  const connection = new Redis(redis.url);
  onTestFinished(() => connection.disconnect());
  const readTime = async () => {
    const [seconds, microseconds] = await connection.time();
    return 1000 * Number(seconds) + Math.floor(Number(microseconds) / 1000);
  };
  const store = createRedisStore(connection, { prefix: 'dated' });
  const before = await readTime();
  await store.createIfAbsent({ key: 'a', value: '', listing: 'open', event: 'created' });
  const [event] = await store.history('a');
  expect(event?.at).toBeGreaterThanOrEqual(before);
  expect(event?.at).toBeLessThanOrEqual(await readTime());
});

test('claims the first record of a group once the one that was begun is changed without a holder', async () => {
  const store = await openStore();
  const grouped = (key: string, priority = 0) => ({ key, value: '', listing: 'open', group: 'g', priority }) as const;
  await store.createIfAbsent(grouped('a'));
  await store.createIfAbsent(grouped('b'));
  const claim = async () => (await store.claim({ holder: 'x', limit: 5, leaseMs: 60_000 })).map(({ key }) => key);
  expect(await claim()).toEqual(['a']);
  await store.compareAndSet({ ...grouped('a', -1), version: 2 });
  expect(await claim()).toEqual(['b']);
});

test('lets a group go on after a holder ended a record without a claim', async () => {
  const store = await openStore();
  const grouped = (key: string) => ({ key, value: '', listing: 'open', group: 'g' }) as const;
  await store.createIfAbsent(grouped('a'));
  await store.createIfAbsent(grouped('b'));
  await store.compareAndSet({ ...grouped('a'), listing: 'ended', version: 1, holder: 'x' });
  expect((await store.claim({ holder: 'y', limit: 5, leaseMs: 60_000 })).map(({ key }) => key)).toEqual(['b']);
});
