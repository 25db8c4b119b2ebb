// Real time: the processes of the exchange and its database are killed.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createMockNode, serve, type PresetNode } from '@coin/mock-node';
import { createOutbox } from '@coin/payments';
import * as rpc from '@coin/rpc';
import { createKeySigner, type KeySigner } from '@coin/rpc/signer';
import { bundleProcess } from '@coin/test-kit/bundle-process';
import { startPostgres, type PostgresServer } from '@coin/test-kit/postgres-server';
import { scaled } from '@coin/test-kit/scaled';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { book, createTables, transact } from '../src/database.ts';
import { createService } from '../src/service.ts';
import { openExchange, type Settings } from '../src/setup.ts';
import { balanceOf, choosePayer } from '../src/wallets.ts';
import { addressWord, issueAsset, TOKEN_BYTECODE } from './support/tokens.ts';

const COIN = 1_000_000n;
const CUSTOMERS = 6;
/** How long everything is killed, in milliseconds; ten minutes with `TEST_FACTOR=20`. */
const CHAOS_MS = Math.min(scaled(20_000), 600_000);
const SOLIDITY_LAG = 4;
const SUPPLY = 10n ** 15n;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const randomOf = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;
const BLOCK_MS = 3000;

/** A node with two tokens, and the keys of the exchange and of a customer who has all tokens. */
async function openNetwork() {
  const node = createMockNode({ mining: { kind: 'manual' }, solidityLag: SOLIDITY_LAG });
  const clock = { now: node.now, sleep: async (ms: number) => (node.advanceTime(ms), node.mine(1)) };
  const client = rpc.createNodeClient({ transport: node, clock });
  const [payer, treasury, ...hot] = node.accounts.slice(0, 4).map(({ privateKey }) => createKeySigner(privateKey)) as [
    KeySigner,
    KeySigner,
    ...KeySigner[],
  ];
  const send = (transaction: Promise<rpc.Transaction>, signer: KeySigner) =>
    rpc.sendTransaction(client, { transaction, signer });
  const { contractAddress: contract = '' } = await send(
    rpc.deployContract(client, {
      owner: payer.address,
      bytecode: TOKEN_BYTECODE,
      parameter: SUPPLY.toString(16).padStart(64, '0'),
      feeLimit: 1000n * COIN,
      callerPercent: 100,
      deployerEnergyLimit: 1n,
    }),
    payer,
  );
  const tokenId = await issueAsset(node, payer, SUPPLY);
  const stake = rpc.stake(client, { owner: treasury.address, amount: 100_000n * COIN, resource: 'ENERGY' });
  await send(stake, treasury);
  // What the hot wallets pay with until the first sweeps.
  const amount = 10n ** 9n;
  for (const { address: to } of hot) {
    const parameter = addressWord(to) + amount.toString(16).padStart(64, '0');
    const transfer = { owner: payer.address, contract, functionSelector: 'transfer(address,uint256)', parameter };
    await send(rpc.triggerSmartContract(client, { ...transfer, feeLimit: 100n * COIN }), payer);
    await send(rpc.transferAsset(client, { owner: payer.address, to, tokenId, amount }), payer);
  }
  node.mine(SOLIDITY_LAG + 1);
  return { node, client, payer, treasury, hot, contract, tokenId };
}

/** Broadcasts without waiting; the node may lose it. */
async function tryToSend(client: rpc.NodeClient, signer: KeySigner, built: Promise<rpc.Transaction>): Promise<void> {
  await rpc.broadcastTransaction(client, await rpc.signTransaction(await built, signer));
}

/** Each process in its role, started again after each kill. */
function startProcesses(file: string, settings: Settings, events: Record<string, unknown>[]) {
  const children = new Map<string, ChildProcess>();
  let isOver = false;
  let kills = 0;
  const start = (name: string, role: string): void => {
    const execArgv = ['--disable-warning=ExperimentalWarning'];
    const child = fork(file, [role, JSON.stringify(settings)], { execArgv, silent: true });
    child.stdout?.on('data', (data: Buffer) => {
      for (const line of data.toString().split('\n').filter(Boolean))
        try {
          events.push({ name, ...(JSON.parse(line) as object) });
        } catch {
          // A line of a killed process may be cut.
        }
    });
    child.stderr?.on('data', (data: Buffer) => events.push({ name, stderr: String(data) }));
    child.once('exit', () => void (isOver || start(name, role)));
    children.set(name, child);
  };
  start('worker 1', 'worker');
  start('worker 2', 'worker');
  start('watcher', 'watcher');
  const stop = async (): Promise<void> => {
    isOver = true;
    await Promise.all(
      [...children.values()].map(async (child) => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        const ended = once(child, 'exit');
        child.kill('SIGKILL');
        await ended;
      }),
    );
  };
  onTestFinished(stop);
  return {
    stop,
    kill: () => (kills++, randomOf([...children.values()]).kill('SIGKILL')),
    kills: () => kills,
  };
}

/** Whether it is time again, about so often: processes need time to start before they are killed. */
function dueEvery(ms: number): () => boolean {
  let next = performance.now() + ms;
  return () => {
    if (performance.now() < next) return false;
    next = performance.now() + ms * (0.5 + Math.random());
    return true;
  };
}

/** A fork of what is not solid; it includes the transactions again, in other blocks, or has them wait for a block. */
function forkChain(node: PresetNode): void {
  const blocks = 1 + Math.floor(Math.random() * (SOLIDITY_LAG - 1));
  const transactions = randomOf(['included', 'pending'] as const);
  node.reorganize({ blocks, newBlocks: blocks + 1, transactions });
}

/** The service of a new exchange in a database, and a customer who has coin. */
async function openService(databaseUrl: string) {
  const { node, client, treasury, contract, tokenId } = await openNetwork();
  const settings: Settings = {
    nodeUrl: 'http://node',
    databaseUrl,
    hotKeys: node.accounts.slice(2, 4).map(({ privateKey }) => privateKey),
    treasuryKey: node.accounts[1].privateKey,
    seed: 'seed of the test',
    tokens: [contract],
    tokenIds: [tokenId],
    sweepFrom: {},
  };
  const exchange = openExchange(settings, client);
  onTestFinished(() => exchange.pool.end());
  await createTables(exchange.pool);
  const handle = createService(exchange);
  const ask = async (method: string, path: string, body?: object) => {
    const init = body === undefined ? { method } : { method, body: JSON.stringify(body) };
    const response = await handle(new Request(`http://exchange/${path}`, init));
    const text = await response.text();
    return [response.status, text.startsWith('{') ? (JSON.parse(text) as unknown) : text] as const;
  };
  await ask('PUT', 'customers/ann');
  const credit = { id: 'a', kind: 'deposit', customer: 'ann', currency: 'coin', amount: 10n * COIN } as const;
  await transact(exchange.pool, (db) => book(db, credit));
  return { exchange, ask, treasury, contract };
}

describe('the service', () => {
  let database: PostgresServer;
  beforeAll(async () => void (database = await startPostgres()));
  afterAll(() => database[Symbol.asyncDispose]());

  test('answers customers and operators', async () => {
    const { exchange, ask, treasury, contract } = await openService(database.url);
    const [, ann] = await ask('PUT', 'customers/ann');
    expect(ann).toEqual({ id: 'ann', address: expect.stringMatching(/^T/), balances: { coin: '10000000' } });
    expect(await ask('GET', 'customers/bob')).toEqual([404, { error: 'no customer bob' }]);
    const to = treasury.address;
    const withdrawal = { customer: 'ann', currency: 'coin', amount: '4000000', to };
    const rejections = [
      [{ amount: '40000000' }, 402, 'the balance is too small'],
      [{ currency: 'gold' }, 400, 'unknown currency gold'],
      [{ amount: 4 }, 400, 'amount is missing'],
      [{ amount: '0' }, 400, 'amount must be smallest units in digits'],
      [{ to: `${to.slice(0, -1)}x` }, 400, expect.stringContaining('address')],
      [{ customer: 'bob' }, 404, 'no such customer'],
    ] as const;
    for (const [change, status, error] of rejections)
      expect(await ask('PUT', 'withdrawals/w-1', { ...withdrawal, ...change })).toEqual([status, { error }]);
    expect(await ask('PUT', 'withdrawals/w-1', withdrawal)).toEqual([202, { id: 'w-1', status: 'queued' }]);
    expect(await ask('PUT', 'withdrawals/w-1', withdrawal)).toEqual([202, { id: 'w-1', status: 'queued' }]);
    expect((await ask('PUT', 'withdrawals/w-1', { ...withdrawal, amount: '5' }))[0]).toBe(409);
    expect((await ask('GET', 'customers/ann'))[1]).toMatchObject({ balances: { coin: '6000000' } });
    expect(await ask('GET', `fees?currency=coin&amount=5&to=${to}`)).toEqual([200, { fee: '0', atMost: '265000' }]);
    const [, tokenFee] = await ask('GET', `fees?currency=${contract}&amount=5&to=${to}`);
    expect(tokenFee).toEqual({ fee: expect.stringMatching(/^\d{7}$/), atMost: expect.stringMatching(/^\d{7}$/) });

    // Nobody pays themselves: the chain rejects it, and an operator gives the amount back.
    await ask('PUT', 'withdrawals/w-2', { ...withdrawal, to: await choosePayer(exchange, 'coin', 1n) });
    expect(await ask('POST', 'refund/w-2')).toEqual([409, { error: 'w-2 has not failed' }]);
    const outbox = createOutbox({ client: exchange.client, store: exchange.store, signer: exchange.hot });
    await outbox.run();
    expect((await ask('GET', 'withdrawals/w-1'))[1]).toMatchObject({ status: 'succeeded', fee: '0' });
    expect((await ask('GET', 'operator'))[1]).toMatch(/w-2.*rejected.*VALIDATION_FAILED.*retry.*refund/s);
    expect((await ask('GET', 'operator/w-2'))[1]).toContain('rejected');
    expect((await ask('POST', 'retry/w-2'))[0]).toBe(303);
    await outbox.run();
    const refunds = await Promise.all([ask('POST', 'refund/w-2'), ask('POST', 'refund/w-2'), ask('POST', 'retry/w-2')]);
    expect(refunds.filter(([status]) => status === 303)).toHaveLength(1);
    await outbox.run();
    await ask('POST', 'refund/w-2');
    expect((await ask('GET', 'customers/ann'))[1]).toMatchObject({ balances: { coin: '6000000' } });
    expect(await ask('POST', 'retry/w-2')).toEqual([409, { error: 'w-2 was refunded' }]);
  });
});

test('every deposit is credited once and every withdrawal is paid once, while processes, database and chain fail', async () => {
  await using program = await bundleProcess(join(import.meta.dirname, 'support/exchange-process.ts'));
  await using database = await startPostgres();
  const { node, client, payer, treasury, hot, contract, tokenId } = await openNetwork();
  await using served = await serve(node);
  const currencies = ['coin', contract, tokenId];
  const settings: Settings = {
    nodeUrl: served.url,
    databaseUrl: database.url,
    hotKeys: node.accounts.slice(2, 4).map(({ privateKey }) => privateKey),
    treasuryKey: node.accounts[1].privateKey,
    seed: 'seed of the test',
    tokens: [contract],
    tokenIds: [tokenId],
    sweepFrom: Object.fromEntries(currencies.map((currency) => [currency, String(3n * COIN)])),
    leaseMs: 2000,
  };
  const exchange = openExchange(settings, client);
  onTestFinished(() => exchange.pool.end());
  await createTables(exchange.pool);
  const handle = createService(exchange);
  /** Asks until the database answers. */
  const ask = async (method: string, path: string, body?: object): Promise<Record<string, never>> => {
    for (;;) {
      const init = body === undefined ? { method } : { method, body: JSON.stringify(body) };
      const response = await handle(new Request(`http://exchange/${path}`, init));
      if (response.status !== 503) return (await response.json()) as Record<string, never>;
      await pause(100);
    }
  };

  const addresses: string[] = [];
  for (let index = 0; index < CUSTOMERS; index++) {
    const { address = '' } = (await ask('PUT', `customers/c${index}`)) as { address?: string };
    addresses.push(address);
  }
  const own = [treasury, ...hot].map(({ address }) => address);
  const wealth = async (): Promise<bigint[]> =>
    Promise.all(
      currencies.map(async (currency) => {
        const all = [...own, ...addresses].map((address) => balanceOf(exchange, address, currency));
        return (await Promise.all(all)).reduce((sum, amount) => sum + amount, 0n);
      }),
    );
  const before = await wealth();

  const events: Record<string, unknown>[] = [];
  const processes = startProcesses(program.file, settings, events);
  const mining = setInterval(() => {
    node.advanceTime(BLOCK_MS);
    node.mine(1);
  }, 250);
  onTestFinished(() => clearInterval(mining));
  const withdrawals: { id: string; currency: string; amount: bigint; to: string }[] = [];
  const end = performance.now() + CHAOS_MS;
  let [databaseKills, forks, number] = [0, 0, 0];
  const [isKillDue, isForkDue, isLossDue] = [dueEvery(5000), dueEvery(2000), dueEvery(12_000)];
  while (performance.now() < end) {
    number++;
    const amount = BigInt(1 + Math.floor(Math.random() * 4_000_000));
    const to = randomOf(addresses);
    const transfer = { owner: payer.address, to, amount, memo: `${number}` };
    const call = {
      owner: payer.address,
      contract,
      functionSelector: 'transfer(address,uint256)',
      parameter: addressWord(to) + amount.toString(16).padStart(64, '0'),
      feeLimit: 100n * COIN,
      memo: `${number}`,
    };
    const built = randomOf([
      () => rpc.createTransaction(client, transfer),
      () => rpc.transferAsset(client, { ...transfer, tokenId }),
      () => rpc.triggerSmartContract(client, call),
    ])();
    await tryToSend(client, payer, built).catch(() => {});
    if (isKillDue()) processes.kill();
    else if (isForkDue()) [forks] = [forks + 1, forkChain(node)];
    else if (isLossDue()) {
      databaseKills++;
      await database.kill();
      await pause(200);
      await database.start();
    } else if (Math.random() < 0.7) {
      const currency = randomOf(currencies);
      const customer = `c${Math.floor(Math.random() * CUSTOMERS)}`;
      const { balances = {} } = (await ask('GET', `customers/${customer}`)) as { balances?: Record<string, string> };
      const half = BigInt(balances[currency] ?? '0') / 2n;
      if (half > 0n) {
        const recipient = rpc.toAddress(`41${(withdrawals.length + 1).toString(16).padStart(40, '0')}`);
        const withdrawal = { id: `w-${number}`, currency, amount: half, to: recipient };
        const body = { customer, currency, amount: String(half), to: recipient };
        await Promise.all([1, 2].map(() => ask('PUT', `withdrawals/${withdrawal.id}`, body)));
        withdrawals.push(withdrawal);
      }
    } else if (Math.random() < 0.3)
      node.faults.add({
        path: '/wallet/broadcasttransaction',
        fault: { kind: 'lost-broadcast', taken: Math.random() < 0.5, answer: 'reset' },
        times: 1,
      });
    await pause(100);
  }
  node.faults.reset();
  const pool = new Pool({ connectionString: database.url });
  pool.on('error', () => {});
  onTestFinished(() => pool.end());
  const open = async () =>
    (
      await pool.query<{ open: number }>(
        `SELECT (SELECT count(*) FROM coin_outbox.records WHERE listing = 'open')
              + (SELECT count(*) FROM coin_outbox.deposits WHERE status = 'seen') AS open`,
      )
    ).rows[0]?.open;
  const { number: last } = await rpc.getNowBlock(client);
  const position = async () => {
    const { state = '{}' } = (await exchange.deposits.readWatch('deposits')) ?? {};
    return (JSON.parse(state) as { settledBlock?: number }).settledBlock ?? 0;
  };
  try {
    await expect.poll(position, { timeout: 240_000, interval: 500 }).toBeGreaterThan(last);
    await expect.poll(open, { timeout: 240_000, interval: 500 }).toBe('0');
  } catch (error) {
    process.stdout.write(
      events
        .slice(-40)
        .map((event) => JSON.stringify(event))
        .join('\n'),
    );
    throw error;
  }
  await processes.stop();
  clearInterval(mining);
  node.mine(SOLIDITY_LAG + 1);

  // Each withdrawal has a recipient of its own, who got it once.
  for (const { id, currency, amount, to } of withdrawals) {
    expect([id, (await ask('GET', `withdrawals/${id}`))['status']]).toEqual([id, 'succeeded']);
    expect([id, await balanceOf(exchange, to, currency)]).toEqual([id, amount]);
  }
  // What all wallets have is what they had, and what customers have, less what was burned.
  const { rows } = await pool.query<{ currency: string; amount: string }>(
    'SELECT currency, sum(amount)::text AS amount FROM balances GROUP BY currency',
  );
  const owed = currencies.map((currency) => BigInt(rows.find((row) => row.currency === currency)?.amount ?? '0'));
  const after = await wealth();
  const { rows: fees } = await pool.query<{ value: string }>(
    "SELECT value FROM coin_outbox.records WHERE key LIKE 'entry/%'",
  );
  const burned = fees.reduce((sum, { value }) => sum + BigInt((JSON.parse(value) as { fee?: string }).fee ?? '0'), 0n);
  expect(after.map((amount, index) => amount - (before[index] ?? 0n))).toEqual([
    (owed[0] ?? 0n) - burned,
    owed[1],
    owed[2],
  ]);
  const deposited = await pool.query<{ count: string }>("SELECT count(*) FROM journal WHERE kind = 'deposit'");
  process.stdout.write(
    `${deposited.rows[0]?.count} deposits, ${withdrawals.length} withdrawals, ${processes.kills()} kills, ` +
      `${databaseKills} of the database, ${forks} forks, ${burned} burned\n`,
  );
});
