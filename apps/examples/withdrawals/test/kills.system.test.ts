// Real time: the service is a process that is killed.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createMockNode, serve } from '@coin/mock-node';
import { createOutboxQueue } from '@coin/payments';
import { createPostgresStore, migrate } from '@coin/payments/postgres';
import {
  broadcastTransaction,
  createNodeClient,
  createTransaction,
  decodeTransaction,
  getBalance,
  getBlocks,
  getNowBlock,
  sendTransaction,
  signTransaction,
  updateAccountPermissions,
} from '@coin/rpc';
import { createKeySigner, signingPayload } from '@coin/rpc/signer';
import { bundleProcess, type BundledProcess } from '@coin/test-kit/bundle-process';
import { startPostgres, type PostgresServer } from '@coin/test-kit/postgres-server';
import { scaled } from '@coin/test-kit/scaled';
import { Pool } from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type ServiceParameters } from './support/service-process.ts';
import { TOKEN, TOKEN_CODE } from './support/token.ts';

const COIN = 1_000_000n;
/** The highest cost of the bytes of one transfer without free bandwidth, in small units. */
const BANDWIDTH_FEE = 500_000n;
const MULTI_SIGN_FEE = 1_000_000n;
const BROADCAST = '/wallet/broadcasttransaction';
/** 201 with `TEST_FACTOR=20`. */
const WITHDRAWALS = scaled(10) + 1;
const KILLS = Math.min(scaled(2), 8);
const SIGNING_MS = 600_000;
const SOLIDITY_LAG = 3;

let service: BundledProcess;
let database: PostgresServer;
let pool: Pool;
beforeAll(async () => {
  service = await bundleProcess(join(import.meta.dirname, 'support/service-process.ts'));
  database = await startPostgres();
  pool = new Pool({ connectionString: database.url });
  // The server ends idle connections when it stops.
  pool.on('error', () => {});
});
afterAll(async () => {
  await pool.end();
  await database[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

/** Starts the service and collects what it logs. */
function startService(parameters: ServiceParameters, events: Record<string, unknown>[]) {
  const execArgv = ['--disable-warning=ExperimentalWarning'];
  const child = fork(service.file, [JSON.stringify(parameters)], { execArgv });
  child.on('message', (event: Record<string, unknown>) => void events.push(event));
  return child;
}

const startNode = () =>
  createMockNode({
    mining: { kind: 'manual' },
    solidityLag: SOLIDITY_LAG,
    contracts: [{ address: TOKEN, code: TOKEN_CODE }],
  });

/** A wallet of three people of whom two must sign. */
async function shareWallet(node: ReturnType<typeof startNode>) {
  const [wallet, { address: to }, ...people] = node.accounts;
  const client = createNodeClient({
    transport: node,
    clock: { now: node.now, sleep: async (ms) => (node.advanceTime(ms), node.mine(1)) },
  });
  const keys = people.slice(0, 3).map(({ address }) => ({ address, weight: 1n }));
  const operations = ['TransferContract', 'TriggerSmartContract'] as const;
  await sendTransaction(client, {
    transaction: updateAccountPermissions(client, {
      owner: wallet.address,
      ownerPermission: { threshold: 2n, keys },
      activePermissions: [{ name: 'withdrawals', threshold: 2n, keys, operations }],
    }),
    signer: createKeySigner(wallet.privateKey),
  });
  const [machine, ...others] = people.slice(0, 3);
  return { client, owner: wallet.address, to, machine, others: others.map((each) => createKeySigner(each.privateKey)) };
}

/** Repeats an action until `stop` is called or the test ends. `acting` rejects once the action fails. */
function repeat(everyMs: number, act: () => Promise<void>): { acting: Promise<void>; stop: () => Promise<void> } {
  const end = new AbortController();
  const acting = (async () => {
    while (!end.signal.aborted) {
      await act();
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
  })();
  const stop = async () => {
    end.abort();
    await acting;
  };
  onTestFinished(stop);
  return { acting, stop };
}

const EMPTY = 'that runs empty';
const TITLE = 'each withdrawal is paid once from a shared wallet %s, while service and node are killed';

test.each(['with enough coin', EMPTY])(TITLE, async (wallet) => {
  const schema = wallet === EMPTY ? 'empty' : 'rich';
  await migrate({ pool, schema });
  const node = startNode();
  await using served = await serve(node);
  const { client, owner, to, machine, others } = await shareWallet(node);
  if (wallet === EMPTY) node.setBalance(owner, 0n);
  const parameters: ServiceParameters = {
    url: served.url,
    databaseUrl: database.url,
    schema,
    privateKey: machine?.privateKey ?? '',
    owner,
    permissionId: 2,
    maxSigningMs: SIGNING_MS,
    count: WITHDRAWALS,
    to,
    token: TOKEN,
  };
  const events: Record<string, unknown>[] = [];
  const depositor = createKeySigner(node.accounts.at(-1)?.privateKey ?? '');
  const deposit = async (amount: bigint) => {
    const built = await createTransaction(client, { owner: depositor.address, to: owner, amount });
    await broadcastTransaction(client, await signTransaction(built, depositor));
  };

  const queue = createOutboxQueue({ store: createPostgresStore({ pool, schema }) });
  /** One of the two other people signs each withdrawal, sometimes later, and sometimes too late. */
  const signing = repeat(100, async () => {
    for await (const { id, status, transaction = '' } of queue.entries()) {
      const person = others[Math.floor(Math.random() * others.length)];
      if (status !== 'awaiting-signatures' || person === undefined || Math.random() < 0.5) continue;
      const signature = person.sign(signingPayload(decodeTransaction(transaction)).digest);
      // The transaction may have been replaced, or completed, since it was read.
      await queue.addSignature(id, { signature, address: person.address }).catch(() => {});
    }
  });
  /**
   * Deposits once withdrawals wait; less at a time than one of a token needs. The node may lose or forget a deposit,
   * and withdrawals of tokens wait until one is solid. The node's time stands still otherwise, because a service that
   * waits does not read it. Pauses grow with the node's time, which passes faster than the database's.
   */
  const shortenPauses = `UPDATE ${schema}.records SET claimed_until = clock_timestamp() WHERE key IN (
    SELECT key FROM ${schema}.records WHERE claimed_until > clock_timestamp() + interval '3 seconds'
    FOR UPDATE SKIP LOCKED)`;
  const filling = repeat(200, async () => {
    if (!events.some(({ status }) => status === 'waiting-for-funds')) return;
    await pool.query(shortenPauses);
    if ((await getBalance(client, { address: owner })) >= 8n * COIN) return;
    await deposit(2n * COIN).catch(() => {});
    node.mine(1 + SOLIDITY_LAG);
  });

  for (let kill = 0; kill < KILLS; kill++) {
    const lost = { kind: 'lost-broadcast', taken: true, answer: 'reset' } as const;
    const dropped = { kind: 'lost-broadcast', taken: false, answer: 'success' } as const;
    for (const fault of [lost, dropped]) node.faults.add({ path: BROADCAST, fault, probability: 0.2 });
    node.faults.add({ fault: { kind: 'reset-in-body' }, path: /^\/wallet/, probability: 0.02 });
    const { number } = await getNowBlock(client);
    const dump = node.dump();
    const child = startService(parameters, events);
    const ended = once(child, 'exit');
    await expect.poll(() => events.some(({ asked }) => asked === WITHDRAWALS), { timeout: 600_000 }).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 300 + 500 * kill));
    child.kill('SIGKILL');
    await ended;
    node.faults.reset();
    // The node comes back with the state that it had before, where that is not older than its solid one.
    const solid = await getNowBlock(client, { state: 'solid' });
    if (number < solid.number) continue;
    const now = node.now();
    node.load(dump);
    node.advanceTime(Math.max(0, now - node.now()));
  }
  const ended = once(startService(parameters, events), 'exit');
  // Without deposits or signatures it would never end.
  await Promise.race([ended, signing.acting, filling.acting]);
  expect(await ended).toEqual([0, null]);
  await signing.stop();
  await filling.stop();

  const paid = new Map<string, number>();
  const { number: head } = await getNowBlock(client);
  for (let from = 1; from <= head; from += 100)
    for (const { transactions } of await getBlocks(client, { fromBlock: from, toBlock: Math.min(from + 99, head) }))
      for (const { contractType, value, memoHex, result, signatures } of transactions) {
        const isPayment = value['owner_address'] === owner && contractType !== 'AccountPermissionUpdateContract';
        if (!isPayment || result !== 'SUCCESS') continue;
        const name = memoHex === undefined ? String(value['data']) : Buffer.from(memoHex, 'hex').toString();
        paid.set(name, (paid.get(name) ?? 0) + 1);
        expect(signatures).toHaveLength(2);
      }
  expect(paid.size).toBe(WITHDRAWALS);
  expect(new Set(paid.values())).toEqual(new Set([1]));
  const statuses = new Set(events.map(({ status }) => status));
  expect(statuses).toContain('awaiting-signatures');
  expect(statuses).not.toContain('rejected');
  expect(statuses.has('waiting-for-funds')).toBe(wallet === EMPTY);
  expect(statuses).not.toContain('failed');
  process.stdout.write(`${WITHDRAWALS} withdrawals, ${KILLS} kills, a wallet ${wallet}\n`);
  if (wallet === EMPTY) return;

  const sum = (values: readonly unknown[]) =>
    values.reduce<bigint>((total, value) => total + BigInt(String(value)), 0n);
  // Each process logs the withdrawals that ended before it was started too.
  const fees = new Map(
    events.flatMap(({ order, fee }) => (order !== undefined && Number(order) % 3 > 0 ? [[order, fee]] : [])),
  );
  const burned = sum([...fees.values()]);
  // A withdrawal whose first transaction never got into a block was planned twice; its latest plan counts.
  const plans = new Map(
    events.flatMap(({ planned, expected }) => (planned === undefined ? [] : [[JSON.stringify(planned), expected]])),
  );
  const planned = sum([...plans.values()]) + MULTI_SIGN_FEE * BigInt(plans.size);
  process.stdout.write(`${burned} burned for tokens, ${planned} planned\n`);
  expect(plans.size).toBe(Math.ceil(((WITHDRAWALS - 1) * 2) / 3));
  // Energy is exact; each plan may count on free bandwidth that another withdrawal uses up.
  expect(burned).toBeGreaterThanOrEqual(planned);
  expect(burned).toBeLessThanOrEqual(planned + BANDWIDTH_FEE * BigInt(plans.size));
});
