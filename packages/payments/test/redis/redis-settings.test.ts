// What a Redis server says about its settings, before a run signs anything.
import { useVirtualTime } from '@coin/examples/virtual-time';
import { createMemoryStore, createOutbox } from '@coin/payments';
import { createRedisStore } from '@coin/payments/redis';
import { expect, test } from 'vitest';
import { payingNode, signer, transfer } from '../support/paying-node.ts';

useVirtualTime();

const safe: Readonly<Record<string, string>> = {
  appendonly: 'yes',
  appendfsync: 'always',
  'no-appendfsync-on-rewrite': 'no',
  'maxmemory-policy': 'noeviction',
};

/** A store of which only the settings are Redis's. */
function storeWith(
  settings: Readonly<Record<string, string>>,
  show = (name: string, value: string): unknown => [name, value],
) {
  const call = async (command: string, ...[, name = '']: string[]) => {
    if (command !== 'CONFIG') throw new Error(`unexpected ${command}`);
    const value = settings[name];
    return value === undefined ? [] : show(name, value);
  };
  const { check } = createRedisStore({ call });
  if (check === undefined) throw new Error('the store checks nothing');
  return { ...createMemoryStore(), check };
}

async function runOver(store: ReturnType<typeof storeWith>) {
  const node = payingNode();
  const outbox = createOutbox({ store, client: node.client, signer });
  await outbox.enqueue('a', transfer);
  const error: unknown = await outbox.run().catch((thrown: unknown) => thrown);
  return { error, requests: node.requests.length, paid: node.paid.size };
}

test.each<[string, (name: string, value: string) => unknown]>([
  ['a list', (name, value) => [name, value]],
  ['an object', (name, value) => ({ [name]: value })],
  ['a map', (name, value) => new Map([[name, value]])],
])('a run pays over a server that keeps everything, whose answers are %s', async (_, show) => {
  expect(await runOver(storeWith(safe, show))).toMatchObject({ error: undefined, paid: 1 });
});

test('eviction of keys that expire is safe, because the keys of a store never do', async () => {
  expect(await runOver(storeWith({ ...safe, 'maxmemory-policy': 'volatile-lru' }))).toMatchObject({ paid: 1 });
});

test.each([
  ['appendonly', 'no', 'yes'],
  ['appendfsync', 'everysec', 'always'],
  ['appendfsync', 'no', 'always'],
  ['no-appendfsync-on-rewrite', 'yes', 'no'],
  ['maxmemory-policy', 'allkeys-lru', 'noeviction'],
  ['maxmemory-policy', 'allkeys-random', 'noeviction'],
])('a run with %s %s signs nothing, and names it', async (name, value, expected) => {
  const { error, requests } = await runOver(storeWith({ ...safe, [name]: value }));
  const settings = `${name} is ${value}, and must be ${expected}`;
  expect(error).toMatchObject({ code: 'STORE_UNSAFE', context: { settings } });
  expect(requests).toBe(0);
});

test('names all settings that lose data', async () => {
  const { error } = await runOver(storeWith({ ...safe, appendonly: 'no', appendfsync: 'everysec' }));
  const settings = 'appendonly is no, and must be yes; appendfsync is everysec, and must be always';
  expect(error).toMatchObject({ code: 'STORE_UNSAFE', context: { settings } });
});

test('a setting that the server does not have is not taken for safe', async () => {
  const { 'no-appendfsync-on-rewrite': _, ...others } = safe;
  const settings = 'no-appendfsync-on-rewrite is unknown, and must be no';
  expect((await runOver(storeWith(others))).error).toMatchObject({ code: 'STORE_UNSAFE', context: { settings } });
});

test('a server that hides its settings is not taken for safe, unless its owner says so', async () => {
  const call = async () => {
    throw new Error("NOPERM this user has no permissions to run the 'config|get' command");
  };
  const { check } = createRedisStore({ call });
  const settings = expect.stringContaining('does not show its settings (NOPERM');
  await expect(check?.()).rejects.toMatchObject({ code: 'STORE_UNSAFE', context: { settings } });
  expect(createRedisStore({ call }, { settings: 'trusted' })).not.toHaveProperty('check');
});
