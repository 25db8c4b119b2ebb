// Real time: the service is a process that is killed.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleProcess, type BundledProcess } from '@coin/examples/bundle-process';
import { scaled } from '@coin/examples/scaled';
import { createMockNode, serve } from '@coin/mock-node';
import { createNodeClient, getBlocks, getNowBlock } from '@coin/rpc';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

const TOKEN = '41c0ffee00000000000000000000000000000000c0';
/** Writes a different slot for each amount, so every transfer costs the same energy. */
const TOKEN_CODE = '60016024355500';
/** The highest cost of the bytes of one transfer without free bandwidth, in small units. */
const BANDWIDTH_FEE = 400_000n;
const BROADCAST = '/wallet/broadcasttransaction';
/** 201 with `TEST_FACTOR=20`. */
const WITHDRAWALS = scaled(10) + 1;
const KILLS = Math.min(scaled(2), 8);

let service: BundledProcess;
beforeAll(async () => {
  service = await bundleProcess(join(import.meta.dirname, 'support/service-process.ts'));
});
afterAll(() => service[Symbol.asyncDispose]());

/** Starts the service and collects what it logs. */
function startService(parameters: readonly string[], events: Record<string, unknown>[]) {
  const child = fork(service.file, parameters, { execArgv: ['--disable-warning=ExperimentalWarning'] });
  child.on('message', (event: Record<string, unknown>) => void events.push(event));
  return child;
}

test('each withdrawal is paid once, at the planned cost, while service and node are killed and answers are lost', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'withdrawals-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const node = createMockNode({
    mining: { kind: 'manual' },
    solidityLag: 3,
    contracts: [{ address: TOKEN, code: TOKEN_CODE }],
  });
  await using served = await serve(node);
  const client = createNodeClient({ transport: node });
  const [{ privateKey }, { address: to }] = node.accounts;
  const parameters = [served.url, privateKey, join(folder, 'withdrawals.db'), `${WITHDRAWALS}`, to, TOKEN];
  const events: Record<string, unknown>[] = [];

  for (let kill = 0; kill < KILLS; kill++) {
    node.faults.add({
      path: BROADCAST,
      fault: { kind: 'lost-broadcast', taken: true, answer: 'reset' },
      probability: 0.2,
    });
    node.faults.add({
      path: BROADCAST,
      fault: { kind: 'lost-broadcast', taken: false, answer: 'success' },
      probability: 0.2,
    });
    node.faults.add({ fault: { kind: 'reset-in-body' }, path: /^\/wallet/, probability: 0.02 });
    const { number } = await getNowBlock(client);
    const dump = node.dump();
    const child = startService(parameters, events);
    const ended = once(child, 'exit');
    await expect.poll(() => events.some(({ asked }) => asked === WITHDRAWALS), { timeout: 200_000 }).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 200 + 300 * kill));
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
  const child = startService(parameters, events);
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);

  const paid = new Map<string, number>();
  const { number: head } = await getNowBlock(client);
  for (let from = 1; from <= head; from += 100)
    for (const { transactions } of await getBlocks(client, { from, to: Math.min(from + 100, head + 1) }))
      for (const { value, memoHex, result } of transactions) {
        const name = memoHex === undefined ? String(value['data']) : Buffer.from(memoHex, 'hex').toString();
        if (result === 'SUCCESS') paid.set(name, (paid.get(name) ?? 0) + 1);
      }
  expect(paid.size).toBe(WITHDRAWALS);
  expect(new Set(paid.values())).toEqual(new Set([1]));

  const sum = (values: readonly unknown[]) =>
    values.reduce<bigint>((total, value) => total + BigInt(String(value)), 0n);
  const burned = sum(events.flatMap(({ order, fee }) => (order !== undefined && Number(order) % 3 > 0 ? [fee] : [])));
  // A withdrawal whose first transaction never got into a block was planned twice; its latest plan counts.
  const plans = new Map(
    events.flatMap(({ planned, expected }) => (planned === undefined ? [] : [[JSON.stringify(planned), expected]])),
  );
  const planned = sum([...plans.values()]);
  process.stdout.write(`${WITHDRAWALS} withdrawals, ${KILLS} kills: ${burned} burned for tokens, ${planned} planned\n`);
  expect(plans.size).toBe(Math.ceil(((WITHDRAWALS - 1) * 2) / 3));
  // Energy is exact; each plan may count on free bandwidth that another withdrawal uses up.
  expect(burned).toBeGreaterThanOrEqual(planned);
  expect(burned).toBeLessThanOrEqual(planned + BANDWIDTH_FEE * BigInt(plans.size));
}, 600_000);
