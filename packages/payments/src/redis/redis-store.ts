import { argumentInvalid, objectArgument, strictArgument } from '../arguments.ts';
import { guardStore, type OutboxStore, type StoredRecord } from '../store/outbox-store.ts';

/** A connection of node-redis, or of ioredis. */
export type RedisConnection =
  | { readonly sendCommand: (command: string[]) => Promise<unknown>; readonly call?: undefined }
  | { readonly call: (command: string, ...parameters: string[]) => Promise<unknown> };

/**
 * A record is `<version> <position> <listing> <value>` in the hash KEYS[1], from which nothing is ever deleted. The
 * sorted sets KEYS[2] and KEYS[3] have the keys of all listed and of all open records by position.
 */
const RECORD_PATTERN = '^(%d+) (%d+) (%a+) ';

const CREATE = `
local position = redis.call('HLEN', KEYS[1]) + 1
if redis.call('HSETNX', KEYS[1], ARGV[1], '1 ' .. position .. ' ' .. ARGV[3] .. ' ' .. ARGV[2]) == 0 then return 0 end
if ARGV[3] ~= 'none' then redis.call('ZADD', KEYS[2], position, ARGV[1]) end
if ARGV[3] == 'open' then redis.call('ZADD', KEYS[3], position, ARGV[1]) end
return 1`;

const SET = `
local record = redis.call('HGET', KEYS[1], ARGV[1])
if not record then return 0 end
local version, position = string.match(record, '${RECORD_PATTERN}')
if version ~= ARGV[4] then return 0 end
local next = string.format('%.0f', version + 1)
redis.call('HSET', KEYS[1], ARGV[1], next .. ' ' .. position .. ' ' .. ARGV[3] .. ' ' .. ARGV[2])
local function keep(set, listed)
  if listed then redis.call('ZADD', set, position, ARGV[1]) else redis.call('ZREM', set, ARGV[1]) end
end
keep(KEYS[2], ARGV[3] ~= 'none')
keep(KEYS[3], ARGV[3] == 'open')
return 1`;

const LIST = `
local keys = redis.call('ZRANGEBYSCORE', ARGV[1] == 'open' and KEYS[3] or KEYS[2], '(' .. ARGV[2], '+inf', 'LIMIT', 0, ARGV[3])
local found = {}
for _, key in ipairs(keys) do
  table.insert(found, key)
  table.insert(found, redis.call('HGET', KEYS[1], key))
end
return found`;

function readRecord(key: string, text: string): StoredRecord {
  const [, version, position, listing, value = ''] = /^(\d+) (\d+) (\w+) ([^]*)$/.exec(text) ?? [];
  return {
    key,
    value,
    listing: listing as StoredRecord['listing'],
    version: Number(version),
    position: Number(position),
  };
}

/**
 * A store in Redis, for processes of several machines. Each change is one Lua script (EVAL), which no other command
 * interrupts. The server must write each change to its disk before it answers: `appendonly yes` and
 * `appendfsync always`. With `everysec`, the default, a machine that stops loses up to a second; a replica that is
 * promoted lacks what had not reached it; a server that evicts keys (`maxmemory-policy` other than `noeviction`) loses
 * any. What is lost can be a signed transaction that is already on its way, and the id is paid once more.
 *
 * Source: redis.io/docs, Persistence and Key eviction. Decision: a connection by its shape, so that either client does.
 *
 * @param connection - of node-redis (`sendCommand`) or ioredis (`call`), also a cluster's of ioredis
 * @param options - `prefix`, `coin-outbox` by default: the store's keys are `{prefix}:records`, `{prefix}:listed` and
 * `{prefix}:open`, which a cluster keeps together
 * @throws `ARGUMENT_INVALID`; what the client throws
 *
 * @example
 * ```ts
 * import { createRedisStore } from '@coin/payments/redis';
 *
 * // const connection = await createClient({ url: 'redis://127.0.0.1:6379' }).connect();
 * const connection = { sendCommand: async (command: string[]) => (command[0] === 'EVAL' ? 1 : null) };
 * const store = createRedisStore(connection);
 * await store.createIfAbsent({ key: 'a', value: '1', listing: 'open' }); // => true
 * ```
 */
export function createRedisStore(connection: RedisConnection, options: { prefix?: string } = {}): OutboxStore {
  const { prefix = 'coin-outbox' } = strictArgument('options', options, ['prefix']);
  objectArgument('connection', connection, []);
  if (typeof prefix !== 'string' || !/^[^{}]+$/.test(prefix))
    throw argumentInvalid('prefix', prefix, 'a text without braces');
  const keys = ['records', 'listed', 'open'].map((name) => `{${prefix}}:${name}`) as [string, ...string[]];
  const send = (command: string, ...parameters: string[]): Promise<unknown> =>
    typeof connection.call === 'function'
      ? connection.call(command, ...parameters)
      : (connection as { readonly sendCommand: (command: string[]) => Promise<unknown> }).sendCommand([
          command,
          ...parameters,
        ]);
  const evaluate = (script: string, ...parameters: string[]) =>
    send('EVAL', script, String(keys.length), ...keys, ...parameters);
  return guardStore({
    async get(key) {
      const text = await send('HGET', keys[0], key);
      return typeof text === 'string' ? readRecord(key, text) : undefined;
    },
    createIfAbsent: async ({ key, value, listing }) => Number(await evaluate(CREATE, key, value, listing)) === 1,
    compareAndSet: async ({ key, value, listing, version }) =>
      Number(await evaluate(SET, key, value, listing, String(version))) === 1,
    async list({ listing, after, limit }) {
      const found = (await evaluate(LIST, listing, String(after), String(limit))) as string[];
      return found.flatMap((key, index) => (index % 2 === 0 ? readRecord(key, found[index + 1] ?? '') : []));
    },
  });
}
