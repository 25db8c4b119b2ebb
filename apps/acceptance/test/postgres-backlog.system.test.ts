// Real time: a PostgreSQL server.
import { type OutboxStore } from '@coin/payments';
import { createPostgresStore, migrate } from '@coin/payments/postgres';
import { startPostgres, type PostgresServer } from '@coin/test-kit/postgres-server';
import { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ENDED = 20_000;

let server: PostgresServer;
let pool: Pool;

beforeAll(async () => {
  server = await startPostgres();
  pool = new Pool({ connectionString: server.url });
  pool.on('error', () => {});
});
afterAll(async () => {
  await pool.end();
  await server[Symbol.asyncDispose]();
});

interface Explained {
  readonly 'QUERY PLAN': readonly [
    { readonly Plan: { readonly 'Shared Hit Blocks': number; readonly 'Shared Read Blocks': number } },
  ];
}

/** Executes a call of a store without its changes, and returns the number of pages that it reads. */
async function countPages(schema: string, call: (store: OutboxStore) => Promise<unknown>): Promise<number> {
  const client = await pool.connect();
  let pages = 0;
  const query = async (text: string, values: unknown[] = []) => {
    const { rows } = await client.query<Explained>(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, values);
    for (const row of rows) {
      const { 'Shared Hit Blocks': hit, 'Shared Read Blocks': read } = row['QUERY PLAN'][0].Plan;
      pages += hit + read;
    }
    return { rows: [] };
  };
  await client.query('BEGIN');
  await call(createPostgresStore({ pool: { query, connect: () => pool.connect() }, schema }));
  await client.query('ROLLBACK');
  client.release();
  return pages;
}

/** Creates a store whose statistics, as in a calm hour, know ended records only. Then open ones are added. */
async function addBacklog(schema: string, { open, group }: { open: number; group: string }): Promise<void> {
  await migrate({ pool, schema });
  // Otherwise the server may count the open records during the test.
  await pool.query(`ALTER TABLE ${schema}.records SET (autovacuum_enabled = off)`);
  const add = (count: number, columns: string) =>
    pool.query(
      `INSERT INTO ${schema}.records (key, value, listing, status, "group")
       SELECT ${columns} FROM generate_series(1, $1::int) AS n`,
      [count],
    );
  await add(ENDED, `'ended/' || n, repeat('x', 500), 'ended', 'succeeded', NULL`);
  await pool.query(`VACUUM ANALYZE ${schema}.records`);
  await add(open, `'open/' || n, repeat('x', 500), 'open', 'queued', ${group}`);
}

const claim = (store: OutboxStore) => store.claim({ holder: 'a', limit: 1, leaseMs: 60_000 });
const renew = (store: OutboxStore) => store.renew({ holder: 'a', leaseMs: 60_000 });
const list = (store: OutboxStore) => store.list({ listing: 'open', after: 0, limit: 20 });

test.each([
  { what: 'A claim', group: 'NULL', call: claim },
  { what: 'A claim in many groups', group: `'group ' || n`, call: claim },
  { what: 'A claim in one group', group: `'group'`, call: claim },
  { what: 'A list', group: 'NULL', call: list },
  { what: 'A renewal', group: 'NULL', call: renew },
])('$what reads as few pages in a sudden backlog as among a few records', async ({ what, group, call }) => {
  const schema = what.toLowerCase().replaceAll(' ', '_');
  await addBacklog(`${schema}_few`, { open: 20, group });
  await addBacklog(`${schema}_many`, { open: 2000, group });
  const few = await countPages(`${schema}_few`, call);
  expect(few).toBeGreaterThan(0);
  expect(await countPages(`${schema}_many`, call)).toBeLessThan(few + 20);
});

test('reads no page of ended records', async () => {
  await addBacklog('ended', { open: 20, group: 'NULL' });
  await pool.query(`INSERT INTO ended.history (key, version, event) SELECT key, 1, value FROM ended.records`);
  for (const call of [claim, list, renew]) expect(await countPages('ended', call)).toBeLessThan(100);
  expect(await countPages('ended', (store) => store.count())).toBeLessThan(100);
  expect(await countPages('ended', (store) => store.history('ended/1'))).toBeLessThan(100);
});

test('A claim reads a few pages for each record of a group that is in progress', async () => {
  await addBacklog('begun', { open: 500, group: `'group'` });
  const store = createPostgresStore({ pool, schema: 'begun' });
  expect(await claim(store)).toHaveLength(1);
  expect(await countPages('begun', claim)).toBeLessThan(5 * 500);
});
