import { createRedisStore, type RedisConnection, type RedisStoreOptions } from '@coin/payments/redis';
// What a store does with a connection, beside its scripts.
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import { expect, test } from 'vitest';

useVirtualTime();

const record = { key: 'a', value: '1', listing: 'open' } as const;

/** A store whose server gives each command the same answer, and the commands. */
function storeOf(answer: unknown, options?: RedisStoreOptions) {
  const commands: string[][] = [];
  const call = async (...command: string[]) => {
    commands.push(command);
    return answer;
  };
  return { store: createRedisStore({ call }, options), commands };
}

test.each<[string, (commands: string[][]) => RedisConnection]>([
  ['node-redis', (commands) => ({ sendCommand: async (command) => void commands.push(command) })],
  ['ioredis', (commands) => ({ call: async (...command) => void commands.push(command) })],
  [
    'ioredis, whose sendCommand takes another argument',
    (commands) => ({
      call: async (...command) => void commands.push(command),
      sendCommand: () => expect.unreachable(),
    }),
  ],
])('sends commands over a connection of %s, with keys that begin with the prefix', async (_, connectionOf) => {
  const commands: string[][] = [];
  const store = createRedisStore(connectionOf(commands), { prefix: 'shop 1' });
  await store.createIfAbsent(record);
  expect(commands).toEqual([
    ['EVAL', expect.any(String), '2', '{shop 1}', '{shop 1}:none', 'a', '1', 'open', '', '', '', '0', ''],
  ]);
});

test('sends optional texts apart from empty ones, and numbers as text', async () => {
  const { store, commands } = storeOf(1);
  const named = { ...record, status: '', group: 'g', event: 'e', priority: -5 };
  expect(await store.createIfAbsent(named)).toBe(true);
  expect(await store.compareAndSet({ ...named, version: 7, holder: '' })).toBe(true);
  await store.compareAndSet({ ...record, version: 8 });
  await store.compareAndSet({ ...record, version: 9, holder: 'x', delayMs: 50 });
  await store.renew({ holder: 'x', leaseMs: 5 });
  expect(commands.map((command) => command.slice(5))).toEqual([
    ['a', '1', 'open', '=', '=g', '=e', '-5', ''],
    ['a', '1', 'open', '=', '=g', '=e', '-5', '7', '=', '', ''],
    ['a', '1', 'open', '', '', '', '0', '8', '', '', ''],
    ['a', '1', 'open', '', '', '', '0', '9', '=', '50', ''],
    ['x', '5', ''],
  ]);
});

test('reads records with the fields that the server has', async () => {
  const plain = { ...record, version: 2, position: 3 };
  const { store, commands } = storeOf(['1', 'open', null, null, '2', '3']);
  expect(await store.get('a')).toEqual(plain);
  expect(commands).toEqual([
    ['HMGET', '{coin-outbox}:record:a', 'value', 'listing', 'status', 'group', 'version', 'position'],
  ]);
  expect(await storeOf([null, null, null, null, null, null]).store.get('a')).toBeUndefined();
  const shown = [
    ['a', '1', 'open', null, null, '2', '3'],
    ['a', '', 'ended', '', '', '2', '3'],
  ];
  const records = [plain, { ...plain, value: '', listing: 'ended', status: '', group: '' }];
  expect(await storeOf(shown).store.list({ listing: 'all', after: 0, limit: 5 })).toEqual(records);
  expect(await storeOf(shown).store.claim({ holder: 'x', limit: 5, leaseMs: 5 })).toEqual(records);
  expect(Object.keys((await store.get('a')) ?? {})).toEqual(Object.keys(plain));
});

test('reports a record that exists or has another version', async () => {
  for (const answer of [0, '0', 0n]) {
    expect(await storeOf(answer).store.createIfAbsent(record)).toBe(false);
    expect(await storeOf(answer).store.compareAndSet({ ...record, version: 1 })).toBe(false);
  }
  for (const answer of [1, '1', 1n]) expect(await storeOf(answer).store.createIfAbsent(record)).toBe(true);
});

test('reads events with any text', async () => {
  const { store, commands } = storeOf(['1 1700000000000 created', '12 1700000000001 two  words\nand a line ', '13 5 ']);
  expect(await store.history('a')).toEqual([
    { version: 1, at: 1_700_000_000_000, event: 'created' },
    { version: 12, at: 1_700_000_000_001, event: 'two  words\nand a line ' },
    { version: 13, at: 5, event: '' },
  ]);
  expect(commands).toEqual([['LRANGE', '{coin-outbox}:history:a', '0', '-1']]);
});

test('counts no negative age after the clock of the server was set back, and no age of what has ended', async () => {
  const counts = [
    ['open', 'queued', 2, '-5'],
    ['open', 'signed', '1', '7'],
    ['ended', 'paid', '4', ''],
  ];
  expect(await storeOf(counts).store.count()).toEqual([
    { status: 'queued', listing: 'open', count: 2, oldestAgeMs: 0 },
    { status: 'signed', listing: 'open', count: 1, oldestAgeMs: 7 },
    { status: 'paid', listing: 'ended', count: 4 },
  ]);
});

test('reads its epoch in a script', async () => {
  const { store, commands } = storeOf('a1 b2');
  expect(await store.epoch?.()).toBe('a1 b2');
  expect(commands).toEqual([['EVAL', expect.any(String), '2', '{coin-outbox}', '{coin-outbox}:none']]);
});

test('reports a change that names another epoch as not made', async () => {
  const { store, commands } = storeOf([]);
  const inEpoch = { epoch: 'a1 b2' };
  expect(await store.createIfAbsent(record, inEpoch)).toBe(false);
  expect(await store.compareAndSet({ ...record, version: 1 }, inEpoch)).toBe(false);
  expect(await store.claim({ holder: 'x', limit: 5, leaseMs: 5 }, inEpoch)).toEqual([]);
  await store.renew({ holder: 'x', leaseMs: 5 }, inEpoch);
  expect(commands.map((words) => words.at(-1))).toEqual(Array(4).fill('a1 b2'));
});

test.each<[string, unknown[]]>([
  ['prefix', ['', 'a{b', 'a}', 5, null]],
  ['settings', ['unchecked', '', 5, null]],
  ['prefixes', ['a']],
])('rejects a bad option %s', (argument, values) => {
  for (const value of values)
    expect(() => storeOf(1, { [argument]: value })).toThrow(
      expect.objectContaining({ code: 'ARGUMENT_INVALID', context: expect.objectContaining({ argument }) }),
    );
});

test.each([undefined, null, 'redis://', []])('rejects the connection %o', (connection) => {
  expect(() => createRedisStore(connection as never)).toThrow(
    expect.objectContaining({ code: 'ARGUMENT_INVALID', context: expect.objectContaining({ argument: 'connection' }) }),
  );
});

test('checks the settings of the server unless they are trusted', () => {
  expect(storeOf(1).store).toHaveProperty('check');
  expect(storeOf(1, { settings: 'checked' }).store).toHaveProperty('check');
  expect(storeOf(1, { settings: 'trusted' }).store).not.toHaveProperty('check');
});
