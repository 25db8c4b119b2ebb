// Real time: the commands of the monorepo run as processes.
import { execFile, execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createMockNode, serve } from '@coin/mock-node';
import { createNodeClient, getBalance, isRpcError, sendTransaction, toAddress, triggerSmartContract } from '@coin/rpc';
import { createKeySigner } from '@coin/rpc/signer';
import { parseCoin } from '@coin/units';
import { afterAll, beforeAll, expect, test } from 'vitest';

const monorepo = mkdtempSync(join(tmpdir(), 'foreign-monorepo-'));
const packages = join(import.meta.dirname, '../../../../packages');
const pnpm = (folder: string, ...args: readonly string[]) =>
  execFileSync('npx', ['-y', 'pnpm@12', ...args], { cwd: folder, stdio: 'pipe', encoding: 'utf8' });

beforeAll(() => {
  cpSync(join(import.meta.dirname, '../fixtures/monorepo'), monorepo, { recursive: true });
  for (const name of ['errors', 'units', 'fee', 'rpc', 'payments', 'mock-node', 'testing'])
    pnpm(join(packages, name), 'pack', '--pack-destination', monorepo);
  // As if these versions were in the registry already.
  const tarballs = readdirSync(monorepo).filter((file) => file.endsWith('.tgz'));
  const overrides = tarballs.map((file) => `  '@coin/${/^coin-([a-z-]+)-\d/.exec(file)?.[1]}': 'file:./${file}'\n`);
  appendFileSync(join(monorepo, 'pnpm-workspace.yaml'), `overrides:\n${overrides.join('')}`);
  pnpm(monorepo, 'install', '--prefer-offline');
  pnpm(monorepo, 'build');
});
afterAll(() => rmSync(monorepo, { recursive: true, force: true }));

test('another monorepo tests its client on the node, with node:test', () => {
  expect(pnpm(monorepo, 'test')).toContain('simulates a call with the energy that its transaction uses');
});

/** What a limit allows for because this client does not say whether the code can send coin: 2,300 units at 100. */
const STIPEND = 230_000n;

test('another monorepo quotes a fee limit, exact except for one stipend, with its own client', async () => {
  const contract = toAddress('41c0ffee00000000000000000000000000000000c0'); // its code adds 1 to a counter
  const node = createMockNode({ startTime: 'wall-clock' });
  node.placeContract({ address: contract, code: '60016000540160005500' });
  await using served = await serve(node);
  const signer = createKeySigner(node.accounts[0].privateKey);
  const call = { owner: signer.address, contract, functionSelector: 'count()', parameter: '' };

  const quote = [join(monorepo, 'apps/quote/dist/main.js'), served.url, call.owner, contract, call.functionSelector];
  const { stdout } = await promisify(execFile)(process.execPath, quote);
  const lines = Object.fromEntries(
    stdout
      .trim()
      .split('\n')
      .map((line) => line.split(/ {2,}/)),
  );
  expect(lines).toMatchObject({ method: 'estimate', 'at most': expect.stringMatching(/^\d+\.\d+$/) });

  const client = createNodeClient({ transport: served.url });
  const send = (feeLimit: bigint) =>
    sendTransaction(client, { transaction: triggerSmartContract(client, { ...call, feeLimit }), signer });
  const needed = parseCoin(lines['fee limit'] ?? '') - STIPEND;
  const tooLittle = await send(needed - 100n).catch((error: unknown) => error);
  expect(isRpcError(tooLittle, 'TRANSACTION_FAILED')).toBe(true);
  expect((await send(needed)).result).toBe('SUCCESS');
});

test('another monorepo pays an order once, even if it asks repeatedly', async () => {
  const node = createMockNode({ startTime: 'wall-clock' });
  await using served = await serve(node);
  const [{ privateKey }, { address: to }] = node.accounts;
  const client = createNodeClient({ transport: served.url });
  const before = await getBalance(client, { address: to });
  const database = join(monorepo, 'orders.db');
  const program = join(monorepo, 'apps/payout/dist/main.js');
  const payout = [program, served.url, privateKey, database, 'order-1', to, '1500000'];
  // What a network does by itself, in less time; faster, its clock would run away from the machine's.
  const blocks = setInterval(() => node.mine(), 1000);
  try {
    for (let time = 0; time < 2; time++) {
      const { stdout } = await promisify(execFile)(process.execPath, payout);
      expect(stdout).toBe('succeeded\n');
    }
  } finally {
    clearInterval(blocks);
  }
  expect((await getBalance(client, { address: to })) - before).toBe(1_500_000n);
});
