// Real time: servers that are killed, have no space, or come back older while workers pay.
import { createPostgresStore, migrate } from '@coin/payments/postgres';
import { startPostgres, type PostgresServer } from '@coin/test-kit/postgres-server';
import { scaled } from '@coin/test-kit/scaled';
import * as fc from 'fast-check';
import { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  disasterPlans,
  type DisasterPlan,
  disasters,
  payThroughDisaster,
  type IncidentName,
  type TestedStore,
} from './support/store-disasters.ts';

let postgres: PostgresServer;
let stores = 0;

beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres[Symbol.asyncDispose]());

function openPool(): Pool {
  const pool = new Pool({ connectionString: postgres.url });
  pool.on('error', () => {});
  return pool;
}

/** PostgreSQL needs log files of this size, so a full disk is one on which no other file can become larger. */
const FILE_BYTES = 16 * 1024 * 1024;
/** Four of these rows fill a page. */
const ROW_BYTES = 1950;

async function openPostgres(incident?: IncidentName): Promise<TestedStore & AsyncDisposable> {
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

const possible = disasters.filter(({ incident, isLong }) => isLong !== true && incident !== 'clock');
test.each(possible.map((disaster) => [disaster.name, disaster] as const))(
  'a store in PostgreSQL that %s pays each id once, or names the transaction to compare',
  async (_, disaster) => {
    const pay = async (plan: DisasterPlan) => {
      await using store = await openPostgres(disaster.incident);
      await payThroughDisaster(disaster, plan, store);
    };
    await fc.assert(fc.asyncProperty(disasterPlans, pay), {
      numRuns: scaled(disaster.incident === undefined ? 1 : 2),
    });
  },
);
