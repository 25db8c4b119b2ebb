// Real time: stores in PostgreSQL and files, and processes that are killed.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createMockNode, serve } from '@coin/mock-node';
import { checkOutboxStore } from '@coin/payments/conformance';
import { createPostgresStore, migrate } from '@coin/payments/postgres';
import { createSqliteStore } from '@coin/payments/sqlite';
import { createNodeClient, getNowBlock } from '@coin/rpc';
import { bundleProcess, type BundledProcess } from '@coin/test-kit/bundle-process';
import { startPostgres, type PostgresServer } from '@coin/test-kit/postgres-server';
import { randomFrom } from '@coin/test-kit/random-from';
import { scaled } from '@coin/test-kit/scaled';
import * as fc from 'fast-check';
import { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countPayments, crashPlans, payThroughCrashes } from './support/outbox-crashes.ts';
import { type AskedPayment } from './support/outbox-process.ts';

let folder: string;
let postgres: PostgresServer;
let bundle: BundledProcess;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outbox-'));
  bundle = await bundleProcess(join(import.meta.dirname, 'support/outbox-process.ts'));
  postgres = await startPostgres();
});

afterAll(async () => {
  await postgres[Symbol.asyncDispose]();
  await bundle[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

test('the store in a SQLite file conforms over two connections', async () => {
  const openStore = () => createSqliteStore(new DatabaseSync(join(folder, 'conformance.db')));
  await expect(checkOutboxStore(openStore)).resolves.toBeUndefined();
});

/** They mostly wait for leases of dead processes, so several can wait at the same time. */
const AT_ONCE = 10;
const waits = {
  http: { totalTimeout: 10_000, retry: { delay: () => 1 } },
  outbox: { retryDelayMs: 1, pollMs: 5, leaseMs: 1000 },
};

/** Separate stores on a server, for plans that run at the same time. */
async function openStores(names: readonly string[]) {
  const pool = new Pool({ connectionString: postgres.url, max: 2 * AT_ONCE });
  // The server ends idle connections when it stops.
  pool.on('error', () => {});
  const stores = await Promise.all(
    names.map(async (schema) => {
      await migrate({ pool, schema });
      return createPostgresStore({ pool, schema });
    }),
  );
  return { stores, [Symbol.asyncDispose]: () => pool.end() };
}

test('over a store in PostgreSQL, each id is paid once however processes die', async () => {
  const plans = fc.sample(crashPlans, scaled(6));
  for (let done = 0; done < plans.length; done += AT_ONCE) {
    const batch = plans.slice(done, done + AT_ONCE);
    await using opened = await openStores(batch.map((_, index) => `crashes_${done}_${index}`));
    const { stores } = opened;
    const reports = await Promise.all(
      batch.map((plan, i) => payThroughCrashes({ ...plan, ...waits }, () => stores[i] ?? expect.fail())),
    );
    for (const [index, { paid, states }] of reports.entries()) {
      const once = Object.fromEntries(Object.keys(paid).map((id) => [id, 1]));
      const plan = JSON.stringify(batch[index]);
      expect(paid, plan).toEqual(once);
      expect(new Set(states), plan).toEqual(new Set(['succeeded']));
    }
  }
});

const PAYMENTS = 12;
const KILLS = scaled(2);
/** Fewer than a process makes that pays all of them. */
const REQUESTS = 4 * PAYMENTS;

test.each(['SQLite', 'PostgreSQL'] as const)(
  'over a store in %s, each id is paid once by processes that are killed, while the node loses answers and state',
  async (kind) => {
    const [seed = 0] = fc.sample(fc.nat(), 1);
    const random = randomFrom(seed);
    const node = createMockNode({ faultSeed: seed, mining: { kind: 'manual' }, solidityLag: 3 });
    await using served = await serve(node);
    const [{ privateKey }, { address: to }] = node.accounts;
    const client = createNodeClient({ transport: node });
    const asked = Array.from({ length: PAYMENTS }, (_, index): AskedPayment => ({
      id: `${kind} ${index}`,
      to,
      amount: '7',
    }));
    const path = '/wallet/broadcasttransaction';
    const addFaults = () => {
      // The first process hangs before it could end, however late its kill is.
      node.faults.add({ path: /^\/wallet/, fault: { kind: 'hang' }, after: REQUESTS });
      node.faults.add({ path, fault: { kind: 'lost-broadcast', taken: true, answer: 'reset' }, probability: 0.2 });
      node.faults.add({ path, fault: { kind: 'lost-broadcast', taken: false, answer: 'success' }, probability: 0.2 });
      node.faults.add({ path: /^\/wallet/, fault: { kind: 'reset-in-body' }, probability: 0.05 });
    };
    const startProcess = () => {
      const urls = { SQLite: `sqlite:${join(folder, 'kills.db')}`, PostgreSQL: postgres.url };
      const parameters = [served.url, privateKey, urls[kind], JSON.stringify(asked)];
      return fork(bundle.file, parameters, { execArgv: ['--disable-warning=ExperimentalWarning'] });
    };

    let killed = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      const { number } = await getNowBlock(client);
      const dump = node.dump();
      addFaults();
      node.requests.reset();
      const child = startProcess();
      const ended = once(child, 'exit');
      await once(child, 'message');
      // By requests: how far a process comes in a given time depends on the machine.
      const lastRequest = Math.ceil(random() * REQUESTS);
      while (child.exitCode === null && node.requests.entries.length < lastRequest)
        await new Promise((resolve) => setTimeout(resolve, 1));
      child.kill('SIGKILL');
      const [, signal] = await ended;
      if (signal === 'SIGKILL') killed++;
      node.faults.reset();
      if (kind === 'PostgreSQL' && random() < 0.5) {
        await postgres.kill();
        await postgres.start();
      }
      const solid = await getNowBlock(client, { state: 'solid' });
      if (random() < 0.5 && number >= solid.number) {
        const now = node.now();
        node.load(dump);
        node.advanceTime(Math.max(0, now - node.now()));
      }
    }
    const [code] = await once(startProcess(), 'exit');
    expect(code).toBe(0);
    expect(killed).toBeGreaterThan(0);
    expect(await countPayments(client, []), `seed ${seed}`).toEqual(Object.fromEntries(asked.map(({ id }) => [id, 1])));
  },
);
