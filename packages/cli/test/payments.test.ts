import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createOutbox } from '@coin/payments';
import { createSqliteStore } from '@coin/payments/sqlite';
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import { afterAll, expect, test } from 'vitest';
import { openNetwork } from './support/network.ts';
import { readResult } from './support/run-coin.ts';

useVirtualTime();

const folder = mkdtempSync(join(tmpdir(), 'coin-cli-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A store with a payment that was made and one that the node refuses. */
async function openStore(name: string) {
  const { node, client, owner, receiver, signer } = await openNetwork();
  const file = join(folder, name);
  const database = new DatabaseSync(file);
  const outbox = createOutbox({ store: createSqliteStore(database), client, signer });
  await outbox.enqueue('paid', { kind: 'transfer', owner, to: receiver, amount: 5_000_000n });
  await outbox.enqueue('refused', { kind: 'transfer', owner, to: owner, amount: 1n });
  await outbox.run({ whenIdle: 'return' });
  const change = (id: string, edit: (entry: Record<string, unknown>) => object) => {
    const { key, value } = database.prepare("SELECT key, value FROM coin_outbox WHERE key LIKE '%' || ?").get(id) as {
      key: string;
      value: string;
    };
    database
      .prepare('UPDATE coin_outbox SET value = ? WHERE key = ?')
      .run(JSON.stringify(edit(JSON.parse(value) as Record<string, unknown>)), key);
  };
  return { node, file, change, database };
}

test('lists, shows and retries the payments of a store', async () => {
  const { file } = await openStore('list.db');
  expect(await readResult(['payments', 'list', file])).toMatchObject({ exitCode: 0, result: { count: 0 } });
  const { result: all } = await readResult(['payments', 'list', file, '--all']);
  expect(all).toMatchObject({
    count: 2,
    payments: [
      { id: 'paid', status: 'succeeded', fee: { coin: expect.any(String) } },
      { id: 'refused', status: 'rejected', problem: expect.stringContaining('VALIDATION_FAILED') },
    ],
  });
  const { result: shown } = await readResult(['payments', 'show', `sqlite:${file}`, 'refused']);
  expect(shown.history.map(({ status }: { status: string }) => status)).toEqual(['queued', 'rejected']);
  expect(await readResult(['payments', 'show', file, 'nobody'])).toMatchObject({ exitCode: 5 });
  expect(await readResult(['payments', 'retry', file])).toMatchObject({ exitCode: 2 });
  expect(await readResult(['payments', 'retry', file, '--code', 'OTHER'])).toMatchObject({ result: { count: 0 } });
  const { result: retried } = await readResult(['payments', 'retry', file, '--code', 'VALIDATION_FAILED']);
  expect(retried).toMatchObject({ count: 1, payments: [{ id: 'refused', status: 'queued' }] });
});

test('creates no table in a database that is no store', async () => {
  const file = join(folder, 'other.db');
  const database = new DatabaseSync(file);
  database.exec('CREATE TABLE notes (text)');
  const { exitCode, error } = await readResult(['payments', 'list', file]);
  expect([exitCode, error.message]).toEqual([2, expect.stringContaining('has no table coin_outbox')]);
  expect(database.prepare('SELECT name FROM sqlite_master').all()).toEqual([{ name: 'notes' }]);
});

test('reconciles the payments of a store with the chain', async () => {
  const { node, file, change } = await openStore('reconcile.db');
  expect(await readResult(['payments', 'reconcile', file], { node })).toMatchObject({
    exitCode: 0,
    result: { compared: 1, differenceCount: 0 },
  });
  change('paid', (entry) => ({ ...entry, blockNumber: 1 }));
  expect(await readResult(['payments', 'reconcile', file], { node })).toMatchObject({
    exitCode: 6,
    result: { differenceCount: 1, differences: [{ id: 'paid', field: 'blockNumber', store: 1 }] },
  });
});
