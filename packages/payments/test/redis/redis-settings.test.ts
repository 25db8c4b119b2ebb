import { createMemoryStore, createOutbox } from '@coin/payments';
import { createRedisStore } from '@coin/payments/redis';
// What a Redis server says about its settings, before a run signs anything.
import { useVirtualTime } from '@coin/test-kit/virtual-time';
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

const dead = async (): Promise<never> => {
  throw new Error('Connection is closed.');
};

/** A connection to a cluster whose first node holds the keys. It rejects commands without a key. */
function clusterOf(nodes: readonly { readonly runId: string; readonly settings?: Readonly<Record<string, string>> }[]) {
  const infoOf = (runId: string) => `# Server\r\n${runId === '' ? '' : `run_id:${runId}\r\n`}tcp_port:6379\r\n`;
  return {
    call: async (command: string) => {
      if (command !== 'EVAL') throw new Error(`unexpected ${command}`);
      return `${nodes[0]?.runId} b2`;
    },
    connections: nodes.map(({ runId, settings }) => ({
      call: async (command: string, ...[, name = '']: string[]) => {
        if (settings === undefined) return dead();
        return command === 'INFO' ? infoOf(runId) : [name, settings[name]];
      },
    })),
    nodes() {
      return this.connections.toReversed();
    },
  };
}

test('checks only the node of a cluster that holds the keys, even if others do not answer', async () => {
  const unsafe = { ...safe, appendonly: 'no' };
  const others = [{ runId: 'b' }, { runId: 'aa', settings: unsafe }, { runId: 'a1', settings: unsafe }];
  const { check } = createRedisStore(clusterOf([{ runId: 'a', settings: safe }, ...others]));
  await expect(check?.()).resolves.toBeUndefined();
});

test('names the unsafe settings of the node of a cluster that holds the keys', async () => {
  const unsafe = { ...safe, appendonly: 'no' };
  const { check } = createRedisStore(
    clusterOf([
      { runId: 'a', settings: unsafe },
      { runId: 'b', settings: safe },
    ]),
  );
  const settings = 'appendonly is no, and must be yes';
  await expect(check?.()).rejects.toMatchObject({ code: 'STORE_UNSAFE', context: { settings } });
});

test.each([
  ['does not answer', [{ runId: 'a' }, { runId: 'b', settings: safe }]],
  [
    'hides its run id',
    [
      { runId: '', settings: safe },
      { runId: '', settings: safe },
    ],
  ],
])('fails if the node of a cluster that holds the keys %s', async (_, nodes) => {
  const { check } = createRedisStore(clusterOf(nodes));
  const reason = 'no known node of the cluster holds the keys';
  await expect(check?.()).rejects.toMatchObject({ code: 'STORE_FAILED', context: { method: 'check', reason } });
});
