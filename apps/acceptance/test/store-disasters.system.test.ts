// Real time: servers that are killed, have no space, or come back older while workers pay.
import { cp, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPostgresStore, migrate } from '@coin/payments/postgres';
import { createRedisStore } from '@coin/payments/redis';
import { startPostgres, type PostgresServer } from '@coin/test-kit/postgres-server';
import { scaled } from '@coin/test-kit/scaled';
import { createClient } from '@redis/client';
import * as fc from 'fast-check';
import { Redis } from 'ioredis';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startRedis, type RedisServer } from './support/redis-server.ts';
import {
  disasterPlans,
  type DisasterPlan,
  disasters,
  payThroughDisaster,
  type IncidentName,
  type TestedStore,
} from './support/store-disasters.ts';

let folder: string;
let redis: RedisServer;
let postgres: PostgresServer;
let stores = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'disasters-'));
  [redis, postgres] = await Promise.all([startRedis({ folder }), startPostgres()]);
});
afterAll(async () => {
  await redis[Symbol.asyncDispose]();
  await postgres[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

type ServerStore = TestedStore & AsyncDisposable;

function openPool(): Pool {
  const pool = new Pool({ connectionString: postgres.url });
  pool.on('error', () => {});
  return pool;
}

/** PostgreSQL needs log files of this size, so a full disk is one on which no other file can become larger. */
const FILE_BYTES = 16 * 1024 * 1024;
/** Four of these rows fill a page. */
const ROW_BYTES = 1950;

async function openPostgres(incident?: IncidentName): Promise<ServerStore> {
  const schema = `disaster_${stores++}`;
  const pools = [openPool()];
  const current = () => pools.at(-1) ?? expect.unreachable();
  const pool = {
    query: (text: string, values?: unknown[]) => current().query(text, values),
    connect: () => current().connect(),
  };
  await migrate({ pool, schema });
  /** Adds rows of this size to the history. */
  const fill = (bytes: number, rows: number) =>
    pool.query(
      `INSERT INTO ${schema}.history SELECT left(gen_random_uuid()::text, 13), 1, now(), repeat('x', $1) FROM generate_series(1, $2)`,
      [bytes, rows],
    );
  if (incident === 'full') await fill(ROW_BYTES, Math.ceil(FILE_BYTES / ROW_BYTES));
  const hasSpace = (bytes: number) =>
    fill(bytes, 1).then(
      () => true,
      () => false,
    );
  /** Another server that has the data of this moment takes over. */
  const takeOver = (as: 'primary' | 'standby') => {
    let next: PostgresServer;
    return {
      copy: async () => void (next = await startPostgres({ copyOf: { url: postgres.url, as } })),
      async strike() {
        await postgres.kill();
        await postgres[Symbol.asyncDispose]();
        postgres = next;
        pools.push(openPool());
        if (as === 'standby') await pool.query('SELECT pg_promote()');
      },
    };
  };
  return {
    open: () => createPostgresStore({ pool, schema }),
    incidents: {
      killed: {
        async strike() {
          await postgres.kill();
          await postgres.start();
        },
      },
      full: {
        async strike() {
          await postgres.limitFiles(FILE_BYTES);
          // The last page may have space for more rows.
          for (const bytes of [ROW_BYTES, 20]) while (await hasSpace(bytes));
        },
        mend: () => postgres.limitFiles('unlimited'),
      },
      older: takeOver('standby'),
      restored: { ...takeOver('primary'), isStopped: true },
    },
    [Symbol.asyncDispose]: async () => void (await Promise.all(pools.map((each) => each.end()))),
  };
}

async function openRedis(): Promise<ServerStore> {
  const prefix = `disaster ${stores++}`;
  const ends = new DisposableStack();
  /** Repeats a command that had no answer once it is connected again. */
  const openIoredis = () => {
    const options = { maxRetriesPerRequest: 3, retryStrategy: () => 50 };
    return ends.adopt(
      new Redis(redis.url, options).on('error', () => {}),
      (client) => client.disconnect(),
    );
  };
  /** Reports such a command as failed. */
  const openNodeRedis = () => {
    const client = createClient({ url: redis.url, socket: { reconnectStrategy: 50 } }).on('error', () => {});
    client.connect().catch(() => {});
    return ends.adopt(client, () => client.destroy());
  };
  let connections = 0;
  const connect = () => (connections++ % 2 === 0 ? openIoredis() : openNodeRedis());
  const log = join(folder, 'appendonlydir');
  const copied = join(folder, 'copy');
  const restart = async () => {
    await redis.kill();
    await redis.start();
  };
  const limitMemory = async (bytes: number) => void (await openIoredis().config('SET', 'maxmemory', bytes));
  return {
    open: () => createRedisStore(connect(), { prefix }),
    incidents: {
      killed: { strike: restart },
      full: {
        async strike(random) {
          const files = (await readdir(log)).map(async (name) => (await stat(join(log, name))).size);
          await redis.limitFiles(Math.max(...(await Promise.all(files))) + Math.ceil(2000 * random()));
        },
        mend: restart,
      },
      'full memory': { strike: () => limitMemory(1), mend: () => limitMemory(0) },
      older: {
        copy: () => cp(log, copied, { recursive: true }),
        async strike() {
          await redis.kill();
          await rm(log, { recursive: true });
          await cp(copied, log, { recursive: true });
          await redis.start();
        },
      },
    },
    [Symbol.asyncDispose]: async () => ends.dispose(),
  };
}

describe.each([
  ['PostgreSQL', ['killed', 'older', 'restored', 'full'], 2, openPostgres],
  ['Redis', ['killed', 'older', 'full', 'full memory'], 5, openRedis],
] as const)('a store in %s', (_, incidents: readonly IncidentName[], runs, open) => {
  const possible = disasters.filter(
    ({ incident, isLong }) => isLong !== true && (incident === undefined || incidents.includes(incident)),
  );
  test.each(possible.map((disaster) => [disaster.name, disaster] as const))(
    'that %s pays each id once, or names the transaction to compare',
    async (_, disaster) => {
      const pay = async (plan: DisasterPlan) => {
        await using store = await open(disaster.incident);
        await payThroughDisaster(disaster, plan, store);
      };
      await fc.assert(fc.asyncProperty(disasterPlans, pay), {
        numRuns: scaled(disaster.incident === undefined ? 1 : runs),
      });
    },
  );
});
