// Real time: a Redis Cluster.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkOutboxStore } from '@coin/payments/conformance';
import { createRedisStore } from '@coin/payments/redis';
import { Cluster, type Redis } from 'ioredis';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startRedisCluster, type RedisCluster } from './support/redis-cluster.ts';

/** A cluster's client sends a command without a key to a random master, so a wrong one is noticed after a few. */
const ATTEMPTS = 20;

let folder: string;
let servers: RedisCluster;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'redis-cluster-'));
  servers = await startRedisCluster({ folder });
});
afterAll(async () => {
  await servers[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

/** A connection to the cluster, which ends with the test. */
function connect(options: { maxRedirections?: number } = {}): Cluster {
  const connection = new Cluster([...servers.nodes], options);
  onTestFinished(() => connection.disconnect());
  return connection;
}

/** The master that holds a store's keys; the others answer MOVED. */
async function findHolder(connection: Cluster, prefix: string): Promise<Redis> {
  const key = `{${prefix}}:record:a`;
  for (const node of connection.nodes('master')) {
    if ((await node.exists(key).catch(() => 0)) === 1) return node;
  }
  throw new Error(`no master has ${key}`);
}

async function epochOf(node: Redis): Promise<string> {
  const info = (await node.info('server')) + (await node.info('replication'));
  return ['run_id', 'master_replid'].map((name) => new RegExp(`${name}:(\\w+)`).exec(info)?.[1]).join(' ');
}

/** A store with one record, and the master that holds it. */
async function openStore(prefix: string, options: { maxRedirections?: number } = {}) {
  const connection = connect(options);
  const store = createRedisStore(connection, { prefix });
  await store.createIfAbsent({ key: 'a', value: '', listing: 'open' });
  return { connection, store, holder: await findHolder(connection, prefix) };
}

test('conforms over two connections', async () => {
  const connections = [connect(), connect()];
  const first = connect();
  const open = () => createRedisStore(connections.pop() ?? first, { prefix: 'conformance' });
  await expect(checkOutboxStore(open)).resolves.toBeUndefined();
});

// The hash slots of these prefixes belong to three masters.
test.each(['a', 'b', 'c'])('has the epoch of the master that holds the keys of the prefix %s', async (prefix) => {
  const { store, holder } = await openStore(prefix);
  const epochs = new Set<string | undefined>();
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) epochs.add(await store.epoch?.());
  expect([...epochs]).toEqual([await epochOf(holder)]);
});

test('accepts settings that keep everything', async () => {
  const { store } = await openStore('accepted');
  await expect(store.check?.()).resolves.toBeUndefined();
});

test('checks the settings of the master that holds its keys, and of no other', async () => {
  const { connection, store, holder } = await openStore('checked');
  for (const master of connection.nodes('master')) {
    await master.config('SET', 'appendfsync', 'everysec', 'no-appendfsync-on-rewrite', 'yes');
    const outcomes = new Set<unknown>();
    for (let attempt = 0; attempt < ATTEMPTS; attempt++)
      outcomes.add(await store.check?.().then(String, (error: { context: object }) => JSON.stringify(error.context)));
    await master.config('SET', 'appendfsync', 'always', 'no-appendfsync-on-rewrite', 'no');
    const settings = 'appendfsync is everysec, and must be always; no-appendfsync-on-rewrite is yes, and must be no';
    expect([...outcomes]).toEqual([master === holder ? JSON.stringify({ settings }) : 'undefined']);
  }
});

test('changes nothing while its keys are moved to another master, and has all records and another epoch afterwards', async () => {
  const { connection, store, holder } = await openStore('moved', { maxRedirections: 2 });
  const [epoch, records] = [await store.epoch?.(), await store.list({ listing: 'all', after: 0, limit: 5 })];
  const target = connection.nodes('master').find((master) => master !== holder);
  if (target === undefined) throw new Error('the cluster has one master');
  const slot = String(await connection.cluster('KEYSLOT', '{moved}'));
  const [holderId, targetId] = [await holder.cluster('MYID'), await target.cluster('MYID')];
  await target.call('CLUSTER', 'SETSLOT', slot, 'IMPORTING', holderId);
  await holder.call('CLUSTER', 'SETSLOT', slot, 'MIGRATING', targetId);

  const failure = { code: 'STORE_FAILED' };
  const record = { key: 'a', value: 'again', listing: 'open' } as const;
  const changing = async () => {
    await expect(store.createIfAbsent(record)).rejects.toMatchObject(failure);
    await expect(store.claim({ holder: 'x', limit: 5, leaseMs: 1000 })).rejects.toMatchObject(failure);
    await expect(store.epoch?.()).rejects.toMatchObject(failure);
    expect(await store.get('a')).toEqual(records[0]);
  };
  await changing();
  for (const key of (await holder.call('CLUSTER', 'GETKEYSINSLOT', slot, '100')) as string[]) {
    await holder.migrate('127.0.0.1', target.options.port ?? 0, key, 0, 5000);
    await changing();
  }
  for (const master of [target, holder]) await master.call('CLUSTER', 'SETSLOT', slot, 'NODE', targetId);

  expect(await store.list({ listing: 'all', after: 0, limit: 5 })).toEqual(records);
  expect(await store.epoch?.()).toBe(await epochOf(target));
  expect(await store.epoch?.()).not.toBe(epoch);
});
