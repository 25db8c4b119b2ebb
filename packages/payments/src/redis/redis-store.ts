import { argumentInvalid, objectArgument, strictArgument, wordArgument } from '../arguments.ts';
import { rejectTransaction } from '../store/no-transaction.ts';
import {
  guardStore,
  NOBODY,
  type NewRecord,
  type OutboxStore,
  type RecordCount,
  type RecordEvent,
  type StoredRecord,
} from '../store/outbox-store.ts';
import { findNode, type ClusterConnection } from './cluster-node.ts';
import { CLAIM, COUNT, CREATE, LIST, READ_EPOCH, RENEW, SET } from './redis-scripts.ts';
import { checkRedisSettings } from './redis-settings.ts';

/** A connection of node-redis, or of ioredis. */
export type RedisConnection =
  | { readonly sendCommand: (command: string[]) => Promise<unknown>; readonly call?: undefined }
  | { readonly call: (command: string, ...parameters: string[]) => Promise<unknown> };

/** Options of {@link createRedisStore}. */
export interface RedisStoreOptions {
  /** The store's keys start with `{prefix}:`. `coin-outbox` by default; any text without braces. */
  readonly prefix?: string;
  /**
   * `checked`, the default: a run throws `STORE_UNSAFE` if the server's settings can lose payments, or cannot be read.
   * `trusted`: you have checked them, because the server does not show them.
   */
  readonly settings?: 'checked' | 'trusted';
}

/** A record as the scripts show it; Redis gives numbers as text. */
type ShownRecord = [
  key: string,
  value: string,
  listing: StoredRecord['listing'],
  status: string | null,
  group: string | null,
  version: string,
  position: string,
];

const readRecord = ([key, value, listing, status, group, version, position]: ShownRecord): StoredRecord => ({
  key,
  value,
  listing,
  ...(status !== null && { status }),
  ...(group !== null && { group }),
  version: Number(version),
  position: Number(position),
});

const readRecords = (shown: unknown) => (shown as ShownRecord[]).map(readRecord);

function readEvent(line: string): RecordEvent {
  const [version, at, ...words] = line.split(' ');
  return { version: Number(version), at: Number(at), event: words.join(' ') };
}

const readCount = ([listing, status, count, age]: [RecordCount['listing'], string, string, string]): RecordCount => ({
  status,
  listing,
  count: Number(count),
  ...(listing === 'open' && { oldestAgeMs: Math.max(0, Number(age)) }),
});

/** Converts an optional text to the form that the scripts take. */
const optional = (text: string | undefined): string => (text === undefined ? '' : `=${text}`);

/**
 * A store in Redis, for processes of several machines. Each change is one Lua script (EVAL), which no other command
 * interrupts. The server must write each change to its disk before it answers: `appendonly yes`, `appendfsync always`,
 * `no-appendfsync-on-rewrite no`, and no `maxmemory-policy` that evicts keys. Each run checks these settings first,
 * because a lost change can be a signed transaction that was already sent, and the id would be paid again. A
 * promoted replica lacks changes that had not reached it, which no setting shows. In a cluster, one master holds all
 * keys of a store, and only its settings are checked.
 *
 * Source: redis.io/docs, Persistence and Key eviction.
 *
 * @param connection - of node-redis (`sendCommand`) or ioredis (`call`), also a `Cluster` of ioredis
 * @param options - `prefix`, which a cluster uses to keep the store's keys together; `settings`
 * @throws `ARGUMENT_INVALID`; any error of the client
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
export function createRedisStore(connection: RedisConnection, options: RedisStoreOptions = {}): OutboxStore {
  const { prefix = 'coin-outbox', settings = 'checked' } = strictArgument('options', options, ['prefix', 'settings']);
  wordArgument('settings', settings, ['checked', 'trusted']);
  objectArgument('connection', connection, []);
  if (typeof prefix !== 'string' || !/^[^{}]+$/.test(prefix))
    throw argumentInvalid('prefix', prefix, 'a string without braces');
  const root = `{${prefix}}`;
  const send = (command: string, ...parameters: string[]): Promise<unknown> =>
    typeof connection.call === 'function'
      ? connection.call(command, ...parameters)
      : (connection as { readonly sendCommand: (command: string[]) => Promise<unknown> }).sendCommand([
          command,
          ...parameters,
        ]);
  // The second key never exists. While a cluster moves keys to another node, it rejects a command of several keys if
  // one is missing. With one key, a script would run where only some of the records are.
  const evaluate = (script: string, ...parameters: string[]) =>
    send('EVAL', script, '2', root, `${root}:none`, ...parameters);
  // In a script, because a cluster's client sends a command without a key to a random node.
  const epoch = async () => String(await evaluate(READ_EPOCH));
  const check = async () => {
    const nodes = (connection as ClusterConnection).nodes?.();
    const node = nodes && (await findNode(nodes, (await epoch()).replace(/ .*/, '')));
    await checkRedisSettings(node ? (...words) => node.call(...words) : send);
  };
  const recordFields = ({ key, value, listing, status, group, event, priority = 0 }: NewRecord) =>
    [key, value, listing, optional(status), optional(group), optional(event), String(priority)] as const;
  return guardStore({
    async get(key, given) {
      rejectTransaction(given);
      const fields = await send('HMGET', `${root}:record:${key}`, ...FIELDS);
      const [value, ...rest] = fields as (string | null)[];
      return typeof value === 'string' ? readRecord([key, value, ...rest] as ShownRecord) : undefined;
    },
    async createIfAbsent(record, given = {}) {
      rejectTransaction(given);
      return Number(await evaluate(CREATE, ...recordFields(record), given.epoch ?? '')) === 1;
    },
    async compareAndSet({ version, holder, delayMs, ...record }, { epoch = '' } = {}) {
      const claim = delayMs === undefined ? [optional(holder), ''] : [optional(NOBODY), String(delayMs)];
      return Number(await evaluate(SET, ...recordFields(record), String(version), ...claim, epoch)) === 1;
    },
    list: async ({ listing, after, limit }) => readRecords(await evaluate(LIST, listing, String(after), String(limit))),
    claim: async ({ holder, limit, leaseMs }, { epoch = '' } = {}) =>
      readRecords(await evaluate(CLAIM, holder, String(limit), String(leaseMs), epoch)),
    renew: async ({ holder, leaseMs }, { epoch = '' } = {}) =>
      void (await evaluate(RENEW, holder, String(leaseMs), epoch)),
    history: async (key) => ((await send('LRANGE', `${root}:history:${key}`, '0', '-1')) as string[]).map(readEvent),
    epoch,
    ...(settings === 'checked' && { check }),
    count: async () => ((await evaluate(COUNT)) as Parameters<typeof readCount>[0][]).map(readCount),
  });
}

/** Of a record's hash, in the order of {@link ShownRecord}. */
const FIELDS = ['value', 'listing', 'status', 'group', 'version', 'position'];
