// Real time: PostgreSQL servers that are not safe, or not the one that a store had before.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createPostgresStore, migrate } from '@coin/payments/postgres';
import { startPostgres, type PostgresServer } from '@coin/test-kit/postgres-server';
import { Pool } from 'pg';
import { expect, onTestFinished, test } from 'vitest';

function connect({ url }: PostgresServer): Pool {
  const pool = new Pool({ connectionString: url });
  pool.on('error', () => {});
  onTestFinished(() => pool.end());
  return pool;
}

test('a standby signs nothing, and has another epoch once it is promoted', async () => {
  await using primary = await startPostgres();
  const before = connect(primary);
  await migrate({ pool: before });
  const epoch = await createPostgresStore({ pool: before }).epoch?.();
  expect(epoch).toMatch(/^\d+ 00000001$/);
  await primary.kill();
  await primary.start();
  const store = createPostgresStore({ pool: connect(primary) });
  expect(await store.epoch?.()).toBe(epoch);
  await primary.kill();
  await writeFile(join(primary.folder, 'standby.signal'), '');
  await primary.start();
  const settings = 'the server is a standby, and must be the primary';
  await expect(store.check?.()).rejects.toMatchObject({ code: 'STORE_UNSAFE', context: { settings } });
  await connect(primary).query('SELECT pg_promote()');
  await expect(store.check?.()).resolves.toBeUndefined();
  expect(await store.epoch?.()).toBe(epoch?.replace(/1$/, '2'));
});

test.each([
  ['fsync', 'off'],
  ['full_page_writes', 'off'],
])('a run over a server with %s = %s names the setting', async (name, value) => {
  await using careless = await startPostgres({ settings: [`${name}=${value}`] });
  const settings = `${name} is ${value}, and must be on`;
  await expect(createPostgresStore({ pool: connect(careless) }).check?.()).rejects.toMatchObject({
    code: 'STORE_UNSAFE',
    context: { settings },
  });
});
