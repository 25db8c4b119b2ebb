import { createMockNode } from '@coin/mock-node';
import { createOutbox, watchDeposits, type DepositEvent, type OutboxIntent } from '@coin/payments';
import { checkOutboxStore } from '@coin/payments/conformance';
import { createPostgresDepositStore, createPostgresStore, migrate, migrations } from '@coin/payments/postgres';
import { createNodeClient, createTransaction, getNowBlock, sendTransaction } from '@coin/rpc';
import { createKeySigner } from '@coin/rpc/signer';
// Real time: a PostgreSQL server.
import { startPostgres, type PostgresServer } from '@coin/test-kit/postgres-server';
import { Pool, type PoolClient } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';

let server: PostgresServer;
let pool: Pool;
let schemas = 0;
let schema = '';

function connect(options: ConstructorParameters<typeof Pool>[0] = {}): Pool {
  const connected = new Pool({ connectionString: server.url, ...options });
  connected.on('error', () => {});
  return connected;
}

beforeAll(async () => {
  server = await startPostgres();
  pool = connect();
});
beforeEach(() => {
  schema = `outbox_${schemas++}`;
});
afterAll(async () => {
  await pool.end();
  await server[Symbol.asyncDispose]();
});

async function migratedStore() {
  await migrate({ pool, schema });
  return createPostgresStore({ pool, schema });
}

const node = createMockNode();
const client = createNodeClient({ transport: node });
const signer = createKeySigner(node.accounts[0].privateKey);
const intent: OutboxIntent = { kind: 'transfer', owner: signer.address, to: node.accounts[1].address, amount: 5n };

test('conforms over two pools', async () => {
  await migrate({ pool, schema });
  const other = connect();
  onTestFinished(() => other.end());
  const pools = [pool, other];
  await expect(
    checkOutboxStore(() => createPostgresStore({ pool: pools.pop() ?? pool, schema })),
  ).resolves.toBeUndefined();
});

describe.each(['read committed', 'repeatable read', 'serializable'])('a server whose transactions are %s', (level) => {
  const connectAt = () => {
    const connected = connect({ options: `-c default_transaction_isolation=${level.replace(' ', '\\ ')}` });
    onTestFinished(() => connected.end());
    return connected;
  };

  test('has stores that conform', async () => {
    const pools = [connectAt(), connectAt()];
    expect((await pools[0]?.query('SHOW default_transaction_isolation'))?.rows).toEqual([
      { default_transaction_isolation: level },
    ]);
    await Promise.all([...pools, ...pools].map((each) => migrate({ pool: each, schema })));
    const stores = pools.map((each) => createPostgresStore({ pool: each, schema }));
    await expect(checkOutboxStore(() => stores.pop() ?? expect.unreachable())).resolves.toBeUndefined();
  });

  test('has runs that share its entries', async () => {
    await using network = createMockNode();
    const [account] = network.accounts;
    const open = () =>
      createOutbox({
        store: createPostgresStore({ pool: connectAt(), schema }),
        client: createNodeClient({ transport: network }),
        signer: createKeySigner(account.privateKey),
        pollMs: 50,
      });
    await migrate({ pool: connectAt(), schema });
    const workers = [open(), open(), open()];
    const ids = Array.from({ length: 30 }, (_, index) => `${index}`);
    const queue = open();
    for (const [index, id] of ids.entries())
      await queue.enqueue(id, { ...intent, memo: id }, { group: `${index % 7}` });
    const mining = setInterval(() => network.mine(), 100);
    onTestFinished(() => clearInterval(mining));
    await Promise.all(workers.map((worker) => worker.run()));
    expect((await workers[0]?.summary())?.counts).toMatchObject({ succeeded: 30 });
  });
});

describe('migrate', () => {
  const latest = migrations.length;

  test('creates the tables once, even if many processes call it at the same time', async () => {
    const results = await Promise.all(Array.from({ length: 8 }, () => migrate({ pool, schema })));
    expect(results).toEqual(results.map(() => ({ version: latest })));
    const { rows } = await pool.query(`SELECT version FROM ${schema}.migrations ORDER BY version`);
    expect(rows).toEqual(migrations.map(({ version }) => ({ version })));
  });

  test('leaves stored records unchanged', async () => {
    const store = await migratedStore();
    await store.createIfAbsent({ key: 'a', value: '1', listing: 'open' });
    await migrate({ pool, schema });
    expect(await store.get('a')).toEqual({ key: 'a', value: '1', listing: 'open', version: 1, position: 1 });
  });

  test('needs no right to create schemas if the schema exists', async () => {
    await pool.query(`CREATE ROLE ${schema} LOGIN; CREATE SCHEMA ${schema} AUTHORIZATION ${schema}`);
    const limited = connect({ connectionString: server.url.replace('outbox@', `${schema}@`) });
    onTestFinished(() => limited.end());
    expect(await migrate({ pool: limited, schema })).toEqual({ version: latest });
    await expect(migrate({ pool: limited, schema: `${schema}_b` })).rejects.toMatchObject({ code: 'STORE_FAILED' });
  });

  test('rejects tables of a later release, and changes nothing', async () => {
    await migrate({ pool, schema });
    await pool.query(`INSERT INTO ${schema}.migrations (version) VALUES (${latest + 1})`);
    const context = { argument: 'schema', expected: expect.stringContaining(`version ${latest} at most`) };
    await expect(migrate({ pool, schema })).rejects.toMatchObject({ code: 'ARGUMENT_INVALID', context });
  });

  test('applies a step as a whole or not at all', async () => {
    await pool.query(`CREATE SCHEMA ${schema}; CREATE TABLE ${schema}.ended ()`);
    await expect(migrate({ pool, schema })).rejects.toMatchObject({ code: 'STORE_FAILED' });
    const { rows } = await pool.query(`SELECT to_regclass('${schema}.records') AS records`);
    expect(rows).toEqual([{ records: null }]);
  });

  test('leaves nothing behind if it fails halfway', async () => {
    const connect = async () => {
      const client = await pool.connect();
      const query = async (text: string, values?: unknown[]) => {
        if (text.startsWith('INSERT')) throw new Error('cut');
        return client.query(text, values);
      };
      const release = client.release.bind(client);
      return { query, release, on: client.on.bind(client), removeListener: client.removeListener.bind(client) };
    };
    const failing = migrate({ pool: { query: pool.query.bind(pool), connect }, schema });
    await expect(failing).rejects.toMatchObject({ code: 'STORE_FAILED', context: { reason: 'cut' } });
    expect((await pool.query('SELECT to_regnamespace($1) AS schema', [schema])).rows).toEqual([{ schema: null }]);
  });

  test('is named by a store whose tables are missing', async () => {
    await expect(createPostgresStore({ pool, schema }).get('a')).rejects.toThrow('migrate({ pool })');
  });
});

describe('a transaction of the caller', () => {
  async function shop() {
    const store = await migratedStore();
    await pool.query(`CREATE TABLE ${schema}.withdrawals (id text)`);
    const outbox = createOutbox({ store, client, signer });
    const transaction = await pool.connect();
    onTestFinished(() => transaction.release());
    await transaction.query('BEGIN');
    const withdraw = async (id: string) => {
      await transaction.query(`INSERT INTO ${schema}.withdrawals VALUES ($1)`, [id]);
      return outbox.enqueue(id, intent, { transaction });
    };
    const counts = async () => {
      const { rows } = await pool.query(`SELECT count(*)::int AS count FROM ${schema}.withdrawals`);
      return [rows[0].count, (await outbox.summary()).counts.queued];
    };
    return { outbox, store, transaction, withdraw, counts };
  }

  test('commits a withdrawal with its payment', async () => {
    const { outbox, transaction, withdraw, counts } = await shop();
    await withdraw('a');
    expect(await counts()).toEqual([0, 0]);
    expect(await outbox.get('a')).toBeUndefined();
    await transaction.query('COMMIT');
    expect(await counts()).toEqual([1, 1]);
    expect((await outbox.history('a')).map(({ status }) => status)).toEqual(['queued']);
  });

  test('rolls back a withdrawal with its payment', async () => {
    const { outbox, transaction, withdraw, counts } = await shop();
    await withdraw('a');
    await transaction.query('ROLLBACK');
    expect(await counts()).toEqual([0, 0]);
    expect(await outbox.history('a')).toEqual([]);
  });

  test('returns the entry that the same transaction has enqueued', async () => {
    const { transaction, withdraw, counts } = await shop();
    const first = await withdraw('a');
    expect(await withdraw('a')).toEqual(first);
    await transaction.query('COMMIT');
    expect(await counts()).toEqual([2, 1]);
  });

  test('waits for another one that enqueues the same id, and returns its entry', async () => {
    const { store, transaction, withdraw } = await shop();
    await withdraw('a');
    const rival = createOutbox({ store, client, signer }).enqueue('a', intent);
    await transaction.query('COMMIT');
    expect(await rival).toMatchObject({ id: 'a', status: 'queued' });
  });

  test('is rejected if it is the pool, because a pool commits each statement', async () => {
    const { outbox } = await shop();
    const context = { argument: 'transaction' };
    await expect(outbox.enqueue('a', intent, { transaction: pool })).rejects.toMatchObject({
      code: 'ARGUMENT_INVALID',
      context,
    });
    expect(await outbox.get('a')).toBeUndefined();
  });
});

test('a committed transaction wakes a run, which pays its entries long before the next poll', async () => {
  const store = await migratedStore();
  const stop = new AbortController();
  const signed = Promise.withResolvers<void>();
  const outbox = createOutbox({
    store,
    client,
    signer,
    pollMs: 600_000,
    onChange: ({ status }) => void (status === 'signed' && signed.resolve()),
  });
  const running = outbox.run({ signal: stop.signal, whenIdle: 'wait' });
  const transaction = await pool.connect();
  await transaction.query('BEGIN');
  await createOutbox({ store, client, signer }).enqueue('a', intent, { transaction });
  await transaction.query('COMMIT');
  transaction.release();
  await signed.promise;
  stop.abort();
  await running;
  expect(await outbox.get('a')).toMatchObject({ status: 'signed' });
});

test('a run that listens reconnects after its connection is cut', async () => {
  const store = await migratedStore();
  let wakes = 0;
  const woken = () => new Promise<void>((resolve) => (wake = resolve));
  let wake = () => {};
  const stopListening = await store.listen?.(() => {
    wakes++;
    wake();
  });
  const cut = woken();
  await pool.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN "${schema}"%'`);
  // It wakes the run once it is connected again.
  await cut;
  const created = woken();
  await store.createIfAbsent({ key: 'a', value: '', listing: 'open' });
  await created;
  await stopListening?.();
  const before = wakes;
  await store.createIfAbsent({ key: 'b', value: '', listing: 'open' });
  await pool.query('SELECT 1');
  expect(wakes).toBe(before);
});

test('a run over a server that does not wait for its disk names the setting', async () => {
  const store = await migratedStore();
  await expect(store.check?.()).resolves.toBeUndefined();
  const careless = connect({ options: '-c synchronous_commit=off' });
  onTestFinished(() => careless.end());
  const outbox = createOutbox({ store: createPostgresStore({ pool: careless, schema }), client, signer });
  const settings = 'synchronous_commit is off, and must be on';
  await expect(outbox.run()).rejects.toMatchObject({ code: 'STORE_UNSAFE', context: { settings } });
});

test.each(['UPDATE', 'DELETE FROM', 'TRUNCATE'])('the history withstands %s', async (statement) => {
  const store = await migratedStore();
  await store.createIfAbsent({ key: 'a', value: '', listing: 'open', event: 'created' });
  const sql = `${statement} ${schema}.history ${statement === 'UPDATE' ? "SET event = 'other'" : ''}`;
  await expect(pool.query(sql)).rejects.toThrow('could be paid again');
  if (statement !== 'UPDATE') {
    await expect(pool.query(`${statement} ${schema}.records`)).rejects.toThrow('could be paid again');
  }
  expect(await store.history('a')).toMatchObject([{ version: 1, event: 'created' }]);
});

test('a claim of a group waits for an earlier claim to commit, and then leaves the group to it', async () => {
  const store = await migratedStore();
  const grouped = (key: string) => ({ key, value: '', listing: 'open', group: 'g' }) as const;
  await store.createIfAbsent(grouped('a'));
  await store.createIfAbsent(grouped('b'));
  await store.compareAndSet({ ...grouped('a'), listing: 'ended', version: 1 });
  // A claim of b that has not committed, and that no other one can see yet.
  const [rival, observer] = [await pool.connect(), await pool.connect()];
  onTestFinished(() => [rival, observer].forEach((each) => each.release()));
  const overRival = createPostgresStore({
    pool: { query: rival.query.bind(rival), connect: pool.connect.bind(pool) },
    schema,
  });
  await rival.query('BEGIN');
  expect((await overRival.claim({ holder: 'x', limit: 5, leaseMs: 60_000 })).map(({ key }) => key)).toEqual(['b']);
  await store.compareAndSet({ ...grouped('a'), version: 2 });
  const claiming = store.claim({ holder: 'y', limit: 5, leaseMs: 60_000 });
  const waiting = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE $1";
  await expect.poll(async () => (await observer.query(waiting, [`%"${schema}".groups%`])).rows.length).toBe(1);
  await rival.query('COMMIT');
  expect(await claiming).toEqual([]);
  expect(await store.claim({ holder: 'y', limit: 5, leaseMs: 60_000 })).toEqual([]);
});

// The server cannot tell such a claim from one that was made before its clock was set back.
test.each([
  ['leaves a claim that lasts for two leases', 120_000, 60_000, []],
  ['takes over a claim that lasts for more than two leases', 3_600_000, 60_000, ['a']],
  ['leaves a claim that lasts for a minute', 60_000, 1000, []],
  ['takes over a claim that lasts for more than a minute', 3_600_000, 1000, ['a']],
])('%s', async (_, heldMs, leaseMs, expected) => {
  const store = await migratedStore();
  await store.createIfAbsent({ key: 'a', value: '', listing: 'open' });
  await store.claim({ holder: 'x', limit: 5, leaseMs: heldMs });
  const claimed = await store.claim({ holder: 'y', limit: 5, leaseMs });
  expect(claimed.map(({ key }) => key)).toEqual(expected);
});

test('adds up the ended records of all connections', async () => {
  const store = await migratedStore();
  const clients = [await pool.connect(), await pool.connect()];
  onTestFinished(() => clients.forEach((each) => each.release()));
  for (const [index, each] of clients.entries()) {
    const over = createPostgresStore({
      pool: { query: each.query.bind(each), connect: pool.connect.bind(pool) },
      schema,
    });
    for (const key of ['a', 'b'])
      await over.createIfAbsent({ key: `${index} ${key}`, value: '', listing: 'ended', status: 'paid' });
  }
  expect(await store.count()).toEqual([{ status: 'paid', listing: 'ended', count: 4 }]);
});

test('returns records with the fields that they were given, and no others', async () => {
  const store = await migratedStore();
  const plain = { key: 'a', value: '1', listing: 'open' } as const;
  const named = { ...plain, key: 'b', status: 'queued', group: 'g' };
  await store.createIfAbsent(plain);
  await store.createIfAbsent({ ...named, priority: 1, event: 'created' });
  expect(Object.keys((await store.get('a')) ?? {})).toEqual(['key', 'value', 'listing', 'version', 'position']);
  expect(await store.claim({ holder: 'x', limit: 5, leaseMs: 60_000 })).toEqual([
    { ...named, version: 2, position: 2 },
    { ...plain, version: 2, position: 1 },
  ]);
  expect(await store.history('b')).toEqual([{ version: 1, at: expect.any(Number), event: 'created' }]);
  expect(await store.count()).toEqual([
    { status: 'queued', listing: 'open', count: 1, oldestAgeMs: expect.any(Number) },
  ]);
});

test('notifies runs of new open records with their owners, and of those that are claimed', async () => {
  const store = await migratedStore();
  const client = await pool.connect();
  onTestFinished(() => client.release(true));
  const heard: (string | undefined)[] = [];
  const last = Promise.withResolvers<void>();
  client.on('notification', ({ payload }) => {
    heard.push(payload);
    if (payload === 'last') last.resolve();
  });
  await client.query(`LISTEN ${schema}`);
  await store.createIfAbsent({ key: 'a', value: '', listing: 'ended' });
  await store.createIfAbsent({ key: 'b', value: '', listing: 'none' });
  await store.createIfAbsent({ key: 'c', value: '', listing: 'open' });
  await store.createIfAbsent({ key: 'c', value: '', listing: 'open' });
  await store.createIfAbsent({ key: 'd', value: '', listing: 'open', owner: 'ann' });
  const [c, d] = await Promise.all(['c', 'd'].map(async (key) => (await store.get(key))?.position));
  const age = `UPDATE ${schema}.records SET created_at = created_at + $1::interval`;
  for (const interval of ['1 hour', '-2 hours']) {
    await pool.query(age, [interval]);
    await store.claim({ holder: 'bob', limit: 1, leaseMs: 60_000 });
  }
  await pool.query(`NOTIFY ${schema}, 'last'`);
  await last.promise;
  expect(heard).toEqual([`new ${c}`, `new ${d} ann`, `claimed ${c}`, 'last']);
});

test('ends a record without waiting for a transaction that ended another one with the same status', async () => {
  const store = await migratedStore();
  const ended = (key: string) => ({ key, value: '', listing: 'ended', status: 'paid' }) as const;
  const rowOf = async (client: PoolClient): Promise<number> => {
    const { rows } = await client.query<{ row: number }>('SELECT pg_backend_pid() % 32 AS row');
    return rows[0]?.row ?? expect.unreachable();
  };
  const rival = await pool.connect();
  let client = await pool.connect();
  // Connections count in one of 32 rows, by the number of their process.
  while ((await rowOf(client)) === (await rowOf(rival))) client = await pool.connect();
  onTestFinished(() => [rival, client].forEach((each) => each.release(true)));
  await rival.query('BEGIN');
  await store.createIfAbsent(ended('a'), { transaction: rival });
  await client.query("SET lock_timeout = '60s'");
  expect(await store.createIfAbsent(ended('b'), { transaction: client })).toBe(true);
  await rival.query('COMMIT');
  expect(await store.count()).toEqual([{ status: 'paid', listing: 'ended', count: 2 }]);
});

test('dates an event in a transaction when it happens, and not when the transaction began', async () => {
  const store = await migratedStore();
  const client = await pool.connect();
  onTestFinished(() => client.release());
  await client.query('BEGIN');
  const { rows } = await client.query(
    'SELECT extract(epoch FROM clock_timestamp()) * 1000 AS began FROM pg_sleep(0.01)',
  );
  await store.createIfAbsent({ key: 'a', value: '', listing: 'open', event: 'created' }, { transaction: client });
  await client.query('COMMIT');
  const [event] = await store.history('a');
  expect(event?.at).toBeGreaterThanOrEqual(Math.floor(Number(rows[0].began)));
});

test('the tables withstand a listing that no statement knows', async () => {
  const store = await migratedStore();
  await store.createIfAbsent({ key: 'a', value: '', listing: 'open' });
  await expect(pool.query(`UPDATE ${schema}.records SET listing = 'closed'`)).rejects.toThrow(
    'violates check constraint',
  );
});

test('a claim skips records that another claim has locked', async () => {
  const store = await migratedStore();
  for (const key of ['a', 'b']) await store.createIfAbsent({ key, value: '', listing: 'open' });
  const [rival, other] = [await pool.connect(), await pool.connect()];
  onTestFinished(() => [rival, other].forEach((each) => each.release(true)));
  const claimOver = async (client: PoolClient) => {
    const over = createPostgresStore({
      pool: { query: client.query.bind(client), connect: pool.connect.bind(pool) },
      schema,
    });
    return (await over.claim({ holder: 'x', limit: 1, leaseMs: 60_000 })).map(({ key }) => key);
  };
  await rival.query('BEGIN');
  expect(await claimOver(rival)).toEqual(['a']);
  await other.query("SET lock_timeout = '60s'");
  expect(await claimOver(other)).toEqual(['b']);
  await rival.query('COMMIT');
});

test('omits statuses without records', async () => {
  const store = await migratedStore();
  const record = { key: 'a', value: '', listing: 'open', status: 'queued' } as const;
  await store.createIfAbsent(record);
  await store.compareAndSet({ ...record, listing: 'ended', version: 1 });
  await store.compareAndSet({ ...record, listing: 'none', version: 2 });
  expect(await store.count()).toEqual([]);
});

test('claims the first record of a group once the one that was begun is changed without a holder', async () => {
  const store = await migratedStore();
  const grouped = (key: string, priority = 0) => ({ key, value: '', listing: 'open', group: 'g', priority }) as const;
  await store.createIfAbsent(grouped('a'));
  await store.createIfAbsent(grouped('b'));
  const claim = async () => (await store.claim({ holder: 'x', limit: 5, leaseMs: 60_000 })).map(({ key }) => key);
  expect(await claim()).toEqual(['a']);
  await store.compareAndSet({ ...grouped('a', -1), version: 2 });
  expect(await claim()).toEqual(['b']);
});

test('lets a group go on after a holder ended a record without a claim', async () => {
  const store = await migratedStore();
  const grouped = (key: string) => ({ key, value: '', listing: 'open', group: 'g' }) as const;
  await store.createIfAbsent(grouped('a'));
  await store.createIfAbsent(grouped('b'));
  await store.compareAndSet({ ...grouped('a'), listing: 'ended', version: 1, holder: 'x' });
  expect((await store.claim({ holder: 'y', limit: 5, leaseMs: 60_000 })).map(({ key }) => key)).toEqual(['b']);
});

describe('deposits', () => {
  test('are saved with the rows of the caller, or not at all, by one of several watchers', async () => {
    await migrate({ pool, schema });
    await pool.query(`CREATE TABLE ${schema}.credits (event text PRIMARY KEY, amount numeric)`);
    await using network = createMockNode();
    const [{ privateKey, address: owner }, { address: to }] = network.accounts;
    const rpc = createNodeClient({ transport: network });
    for (let amount = 1n; amount <= 8n; amount++)
      await sendTransaction(rpc, {
        transaction: createTransaction(rpc, { owner, to, amount }),
        signer: createKeySigner(privateKey),
      });
    const { number: toBlock } = await getNowBlock(rpc);
    network.mine(2);
    const store = createPostgresDepositStore({ pool, schema });
    await store.addAddresses([to]);
    let failures = 0;
    /** Watches until it is done, and starts again after each error. Each third transaction fails. */
    const watch = async (): Promise<void> => {
      for (let batches = 0; ;) {
        const lent = await pool.connect();
        // What a query builder gives.
        const query = (text: string, values?: unknown[]) => lent.query(text, values);
        try {
          for await (const { save } of watchDeposits({ client: rpc, store, fromBlock: 1, toBlock })) {
            await lent.query('BEGIN');
            for (const { id, kind, deposit } of await save({ query }))
              if (kind === 'confirmed')
                await lent.query(`INSERT INTO ${schema}.credits VALUES ($1, $2)`, [id, String(deposit.amount)]);
            if (batches++ % 3 === 0) throw new Error('a bug of the caller');
            await lent.query('COMMIT');
          }
          return;
        } catch {
          failures++;
          await lent.query('ROLLBACK');
        } finally {
          lent.release();
        }
      }
    };
    await Promise.all([watch(), watch(), watch()]);
    expect(failures).toBeGreaterThan(0);
    const { rows } = await pool.query(`SELECT count(*)::int, sum(amount)::int FROM ${schema}.credits`);
    expect(rows).toEqual([{ count: 8, sum: 36 }]);
    const kinds: DepositEvent['kind'][] = [];
    for await (const { save } of watchDeposits({ client: rpc, store, fromBlock: 1, toBlock, name: 'again' })) {
      const lent = await pool.connect();
      await lent.query('BEGIN');
      kinds.push(...(await save(lent)).map(({ kind }) => kind));
      await lent.query('COMMIT');
      lent.release();
    }
    expect(kinds).toEqual([]);
  });
});
