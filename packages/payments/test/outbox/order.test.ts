import {
  createMemoryStore,
  createOutbox,
  type OutboxIntent,
  type OutboxOptions,
  type OutboxStore,
} from '@coin/payments';
import { RpcError } from '@coin/rpc';
// Who waits for whom when an account has too little coin or too few tokens.
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import { describe, expect, test } from 'vitest';
import { call, payingNode, signer, transfer, type PayingNodeScript } from '../support/paying-node.ts';
import { simulateChain } from '../support/simulated-chain.ts';

useVirtualTime();

const COIN = 1_000_000;
const { owner, to } = transfer;
const TOKEN = '1000001';
const sendTokens = (amount: bigint) => ({ kind: 'transfer-asset', owner, to, tokenId: TOKEN, amount }) as const;

function openWallet(
  script: PayingNodeScript,
  options: Partial<OutboxOptions> = {},
  store: OutboxStore = createMemoryStore(),
) {
  const node = payingNode(script);
  const outbox = createOutbox({ store, client: node.client, signer, ...options });
  const waitOf = async (id: string) => (await outbox.get(id))?.waitsFor;
  const statusOf = async (id: string) => (await outbox.get(id))?.status;
  return { node, outbox, waitOf, statusOf };
}

describe('an entry that waits behind another', () => {
  test('for a token says what it needs of the token', async () => {
    const { outbox, waitOf } = openWallet({ account: { assetV2: [{ key: TOKEN, value: 3 }] } });
    await outbox.enqueue('a', sendTokens(5n));
    await outbox.enqueue('b', sendTokens(1n));
    await outbox.run();
    expect(await waitOf('a')).toMatchObject({ kind: 'funds', token: TOKEN, needed: 5n, available: 3n });
    expect(await waitOf('a')).not.toHaveProperty('behind');
    expect(await waitOf('b')).toMatchObject({ kind: 'funds', token: TOKEN, needed: 1n, available: 3n, behind: 'a' });
  });

  test('for coin says what it needs of coin, even if others wait for its token', async () => {
    const account = { assetV2: [{ key: TOKEN, value: 3 }] };
    const { outbox, waitOf } = openWallet({ account, balance: () => 2 * COIN });
    await outbox.enqueue('tokens', sendTokens(5n));
    await outbox.run();
    await outbox.enqueue('coin', { ...transfer, amount: 5_000_000n }, { priority: 2 });
    await outbox.run();
    await outbox.enqueue('both', sendTokens(1n));
    await outbox.run();
    expect(await waitOf('tokens')).toMatchObject({ token: TOKEN });
    expect(await waitOf('both')).toMatchObject({ kind: 'funds', behind: 'coin' });
    expect(await waitOf('both')).not.toHaveProperty('token');
  });

  test('for coin that has come is paid once the other one no longer waits', async () => {
    let coins = 0;
    const { node, outbox, statusOf } = openWallet({ balance: () => coins * COIN - COIN * node.paid.size });
    for (const id of ['a', 'b']) await outbox.enqueue(id, transfer);
    await outbox.run();
    await outbox.cancel('a');
    coins = 1;
    await outbox.run();
    expect(await statusOf('a')).toBe('cancelled');
    expect(await statusOf('b')).toBe('succeeded');
  });

  test('that its store has lost is paid', async () => {
    const memory = createMemoryStore();
    const lost = new Set<string>();
    const store: OutboxStore = {
      ...memory,
      get: async (key) => (lost.has(key) ? undefined : memory.get(key)),
      claim: async (claim) => (await memory.claim(claim)).filter(({ key }) => !lost.has(key)),
      list: async (range) => (await memory.list(range)).filter(({ key }) => !lost.has(key)),
    };
    let coins = 0;
    const { node, outbox, statusOf } = openWallet({ balance: () => coins * COIN - COIN * node.paid.size }, {}, store);
    for (const id of ['a', 'b']) await outbox.enqueue(id, transfer);
    await outbox.run();
    lost.add('entry/a');
    coins = 1;
    await outbox.run();
    expect(await statusOf('b')).toBe('succeeded');
  });
});

test('an entry that has its tokens waits for the coin of its fees', async () => {
  const { outbox, waitOf } = openWallet({
    account: { assetV2: [{ key: TOKEN, value: 5 }] },
    balance: () => 1,
    freeBandwidth: 0,
  });
  await outbox.enqueue('a', sendTokens(5n));
  await outbox.run();
  expect(await waitOf('a')).toMatchObject({ kind: 'funds', available: 1n });
  expect(await waitOf('a')).not.toHaveProperty('token');
});

test('an entry waits for coin that went while its transaction was built', async () => {
  let coins = 5;
  const { outbox, statusOf, node } = openWallet({
    balance: () => coins * COIN,
    build() {
      if (coins === 0) return undefined;
      coins = 0;
      return Response.json({ Error: 'class org.tron.core.exception.ContractValidateException : no money' });
    },
  });
  await outbox.enqueue('a', transfer);
  await outbox.run();
  expect(await statusOf('a')).toBe('waiting-for-funds');
  expect(await outbox.get('a')).toMatchObject({ failures: 0 });
  expect(node.paid.size).toBe(0);
});

test('coin of an entry that failed is free for others until it is tried again', async () => {
  let builds = 0;
  const signedAt: number[] = [];
  const { node, outbox, statusOf } = openWallet(
    {
      balance: () => 1.3 * COIN - COIN * node.paid.size,
      build: () => (builds++ === 0 ? new Response('', { status: 503 }) : undefined),
    },
    { retryDelayMs: 60_000, onChange: ({ status }) => void (status === 'signed' && signedAt.push(Date.now())) },
  );
  for (const id of ['a', 'b']) await outbox.enqueue(id, transfer);
  const started = Date.now();
  await outbox.run();
  expect((signedAt[0] ?? Infinity) - started).toBeLessThan(10_000);
  expect(await statusOf('b')).toBe('succeeded');
  expect(await statusOf('a')).toBe('waiting-for-funds');
});

describe('a plan that reverts', () => {
  const revert = new RpcError('CALL_REVERTED', { path: '/', reason: 'too few', data: '' });
  const tokens = { kind: 'transfer-token', owner, to, token: call.contract, amount: 5n } as const;

  /** Runs an intent whose planner reverts after the account has so many units of the token. */
  async function plan(intent: OutboxIntent, unitsLeft: number) {
    let units = 9;
    const chain = simulateChain();
    const answer: typeof chain.answer = (path, body, headTime) =>
      path.endsWith('/triggerconstantcontract')
        ? { result: { result: true }, energy_used: 1, constant_result: [units.toString(16).padStart(64, '0')] }
        : chain.answer(path, body, headTime);
    let plans = 0;
    const planFeeLimit = async () => {
      plans++;
      units = unitsLeft;
      throw revert;
    };
    const { outbox } = openWallet({ chain: { ...chain, answer } }, { planFeeLimit, maxFailures: 5 });
    await outbox.enqueue('a', intent);
    await outbox.run();
    return { plans, entry: await outbox.get('a') };
  }

  test('has a token transfer wait for tokens that went meanwhile', async () => {
    const { entry } = await plan(tokens, 4);
    const waitsFor = { kind: 'funds', token: tokens.token, needed: 5n, available: 4n };
    expect(entry).toMatchObject({ status: 'waiting-for-funds', failures: 0, waitsFor });
  });

  test('has a token transfer rejected if it repeats with enough tokens', async () => {
    const { entry, plans } = await plan(tokens, 5);
    expect(entry).toMatchObject({ status: 'rejected', problem: { code: 'CALL_REVERTED' } });
    expect(plans).toBe(2);
  });

  test('has another call rejected immediately', async () => {
    const { entry, plans } = await plan(call, 5);
    expect(entry).toMatchObject({ status: 'rejected', problem: { code: 'CALL_REVERTED' } });
    expect(plans).toBe(1);
  });
});

test('a run ends while the first entry of a group waits, and the others behind it', async () => {
  const { outbox, statusOf } = openWallet({ balance: () => 0 });
  for (const id of ['a', 'b', 'c']) await outbox.enqueue(id, transfer, { group: 'g' });
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 600_000);
  await outbox.run({ signal: stop.signal });
  expect(stop.signal.aborted).toBe(false);
  expect([await statusOf('a'), await statusOf('b')]).toEqual(['waiting-for-funds', 'queued']);
});
