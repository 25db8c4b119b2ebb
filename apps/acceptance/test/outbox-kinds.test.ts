import { scheduleDelegations, type StakingIntent } from '@coin/fee/resources';
import { createMockNode } from '@coin/mock-node';
import { createMemoryStore, createOutbox, type OutboxIntent, type OutboxOptions } from '@coin/payments';
import {
  createNodeClient,
  estimateEnergy,
  getAccount,
  getNowBlock,
  getTransactionById,
  type Abi,
  type ContractCall,
  type NodeClient,
} from '@coin/rpc';
import { token as tokenAt } from '@coin/rpc/abi';
import { addressToHex } from '@coin/rpc/address';
import { createKeySigner } from '@coin/rpc/signer';
// Every kind of intent on a node: what it does, what it waits for, and that it is paid once.
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import { describe, expect, test } from 'vitest';
import compiled from '../fixtures/token.json' with { type: 'json' };
import { createMiningClock } from './support/mining-clock.ts';
import { countIntents, intentOf, KINDS, prepareTreasury, treasuryOptions } from './support/treasury.ts';

useVirtualTime();

const COIN = 1_000_000n;

/** A treasury on a node that makes a block whenever something waits. */
async function openTreasury() {
  const treasury = await prepareTreasury();
  const node = createMockNode(treasuryOptions);
  node.load(treasury.dump);
  const [{ privateKey, address: owner }, { address: to }, hot] = node.accounts;
  const clock = createMiningClock(node);
  const client = createNodeClient({ transport: node, clock });
  const open = (key: string, options: Partial<OutboxOptions> = {}) =>
    createOutbox({ store: createMemoryStore(), client, signer: createKeySigner(key), pollMs: 100, ...options });
  const outbox = open(privateKey);
  let sent = 0;
  /** Has the treasury pay an intent. */
  const pay = async (intent: OutboxIntent) => {
    await outbox.enqueue(`sent ${sent}`, intent);
    await outbox.run();
    expect(await outbox.get(`sent ${sent++}`)).toMatchObject({ status: 'succeeded' });
  };
  return { ...treasury, node, client, owner, to, hot, open, outbox, pay };
}

const stakeOf = async (client: NodeClient, address: string) => {
  const account = await getAccount(client, { address });
  return account?.staked.find(({ resource }) => resource === 'ENERGY')?.amount ?? 0n;
};

describe('an entry of every kind', () => {
  test('is paid once, and has done what it says', async () => {
    const treasury = await openTreasury();
    const { client, owner, to, tokenId, outbox } = treasury;
    const before = await getAccount(client, { address: owner });
    const first = (await getNowBlock(client)).number + 1;
    const intents = Object.fromEntries(KINDS.map((kind, index) => [kind, intentOf(kind, index, treasury)]));
    // To unstake withdraws what can be withdrawn, which is why it comes last.
    for (const [id, intent] of Object.entries(intents)) if (id !== 'unstake') await outbox.enqueue(id, intent);
    await outbox.run();
    await outbox.enqueue('unstake', intents['unstake'] ?? expect.fail());
    await outbox.run();
    const entries = await Array.fromAsync(outbox.entries('all'));
    expect(Object.fromEntries(entries.map(({ id, status, problem }) => [id, problem ?? status]))).toEqual(
      Object.fromEntries(KINDS.map((kind) => [kind, 'succeeded'])),
    );
    expect(await countIntents(client, intents, first)).toEqual(Object.fromEntries(KINDS.map((kind) => [kind, 1])));
    for (const { txID = '', intent } of entries)
      if ('memo' in intent)
        expect(await getTransactionById(client, { txID })).toMatchObject({
          memoHex: Buffer.from(intent.memo ?? '').toString('hex'),
        });
    const after = await getAccount(client, { address: owner });
    const received = await getAccount(client, { address: to });
    const { stake, unstake, vote, 'transfer-asset': asset, 'transfer-token': token } = intents;
    const amount = (intent: OutboxIntent | undefined) =>
      intent !== undefined && 'amount' in intent ? intent.amount : 0n;
    expect(received?.assets).toEqual([{ tokenId, amount: amount(asset) }]);
    expect(await tokenAt(client, treasury.token).balanceOf(to)).toBe(amount(token));
    expect(after?.votes).toEqual(vote?.kind === 'vote' ? vote.votes : []);
    const energyOf = (account: typeof before) => account?.staked.find(({ resource }) => resource === 'ENERGY')?.amount;
    // What is delegated does not count as the owner's own.
    const moved = amount(intents['undelegate']) - amount(intents['delegate']);
    expect(energyOf(after)).toBe((energyOf(before) ?? 0n) + amount(stake) - amount(unstake) + moved);
    expect(before?.unstaking.map(({ amount: released }) => released)).toEqual([70n * COIN]);
    expect(after?.unstaking.map(({ amount: released }) => released)).toEqual([amount(unstake)]);
  });

  test('is rejected, and not sent, when the network would reject it', async () => {
    const { owner, to, outbox } = await openTreasury();
    const amount = 1_000_000n * COIN;
    await outbox.enqueue('delegate', { kind: 'delegate', owner, receiver: to, amount, resource: 'ENERGY' });
    await outbox.enqueue('unstake', { kind: 'unstake', owner, amount, resource: 'BANDWIDTH' });
    await outbox.run();
    for (const id of ['delegate', 'unstake'])
      expect(await outbox.get(id)).toMatchObject({
        status: 'rejected',
        failures: 1,
        problem: { code: 'VALIDATION_FAILED' },
        earlierTxIDs: [],
      });
  });
});

test('a stake waits for coin', async () => {
  const { node, hot, open } = await openTreasury();
  node.setBalance(hot.address, 5n * COIN);
  const outbox = open(hot.privateKey);
  await outbox.enqueue('a', { kind: 'stake', owner: hot.address, amount: 7n * COIN, resource: 'ENERGY' });
  await outbox.run();
  const waitsFor = { kind: 'funds', needed: 7n * COIN, available: 5n * COIN };
  expect(await outbox.get('a')).toMatchObject({ status: 'waiting-for-funds', waitsFor });
  node.setBalance(hot.address, 7n * COIN);
  await outbox.run();
  expect(await outbox.get('a')).toMatchObject({ status: 'succeeded' });
});

test('the steps of a delegation schedule are enqueued as they are, and executed in their order', async () => {
  const { client, node, owner, to, hot, outbox } = await openTreasury();
  const now = node.now();
  const kinds = { call: { size: 300, energy: 50_000n } };
  const hour = 3_600_000;
  const { steps, after } = scheduleDelegations({
    owner,
    account: { energy: { stake: 20n * COIN } },
    wallets: {
      [to]: { load: { kinds, transactions: [{ kind: 'call', time: now + 60_000 }] } },
      [hot.address]: { load: { kinds, transactions: [{ kind: 'call', time: now + 25 * hour }] } },
    },
    network: {
      energy: { limit: 180_000_000_000n, weight: 100_000_000n },
      bandwidth: { limit: 43_200_000_000n, weight: 1n },
      freeBandwidth: 600,
      prices: { energy: 100n },
    },
    from: now,
    maxNewStake: 30n * COIN,
    idleStake: 'unstake',
  });
  expect(new Set(steps.map(({ intent }) => intent.kind))).toEqual(new Set(['stake', 'delegate', 'undelegate']));
  const stakeBefore = await stakeOf(client, owner);
  for (const [index, { time, intent }] of steps.entries()) {
    node.advanceTime(Math.max(0, time - node.now()));
    node.mine(1);
    await outbox.enqueue(`step ${index}`, intent satisfies StakingIntent satisfies OutboxIntent, { group: 'steps' });
    await outbox.run();
  }
  const entries = await Array.fromAsync(outbox.entries('all'));
  expect(entries.map(({ status, intent }) => [status, intent])).toEqual(
    steps.map(({ intent }) => ['succeeded', intent]),
  );
  const staked = steps.reduce((sum, { intent: { kind, amount } }) => sum + (kind === 'stake' ? amount : 0n), 0n);
  const left = after.delegations.reduce((sum, { amount }) => sum + amount, 0n);
  expect(await stakeOf(client, owner)).toBe(stakeBefore + staked - left);
});

describe.each(['transfer-asset', 'transfer-token'] as const)('an account with too few tokens (%s)', (kind) => {
  const hotIntent = (treasury: Awaited<ReturnType<typeof openTreasury>>, index: number) => {
    const { owner, hot } = treasury;
    return intentOf(kind, index, { ...treasury, owner: hot.address, to: owner });
  };

  test('has those of payments under way promised to no other payment', async () => {
    const treasury = await openTreasury();
    const { client, owner, hot, open, pay, tokenId } = treasury;
    const give = { owner, to: hot.address, amount: 4n * COIN + 1n };
    await pay(
      kind === 'transfer-asset'
        ? { kind, ...give, tokenId }
        : { kind, ...give, token: treasury.token, feeLimit: 100n * COIN },
    );
    const first = (await getNowBlock(client)).number + 1;
    const outbox = open(hot.privateKey);
    const intents = Object.fromEntries([0, 1, 2].map((index) => [`${index}`, hotIntent(treasury, index)]));
    for (const [id, intent] of Object.entries(intents)) await outbox.enqueue(id, intent);
    await outbox.run();
    const statuses = (await Array.fromAsync(outbox.entries('all'))).map(({ status }) => status);
    expect(statuses).toEqual(['succeeded', 'succeeded', 'waiting-for-funds']);
    expect(await countIntents(client, intents, first)).toMatchObject({ 0: 1, 1: 1, 2: 0 });
    expect((await outbox.history('2')).map(({ status }) => status)).toEqual(['queued', 'waiting-for-funds']);
  });

  test('has them wait, says what is missing, and pays each once as tokens come', async () => {
    const treasury = await openTreasury();
    const { client, owner, hot, open, pay, tokenId } = treasury;
    const held = kind === 'transfer-asset' ? tokenId : treasury.token;
    const first = (await getNowBlock(client)).number + 1;
    const outbox = open(hot.privateKey);
    const intents = Object.fromEntries([0, 1, 2].map((index) => [`${index}`, hotIntent(treasury, index)]));
    for (const [id, intent] of Object.entries(intents)) await outbox.enqueue(id, intent);
    await outbox.enqueue('coin', { kind: 'transfer', owner: hot.address, to: owner, amount: 7n });
    await outbox.run();
    const statuses = async () =>
      Object.fromEntries((await Array.fromAsync(outbox.entries('all'))).map(({ id, status }) => [id, status]));
    // What needs no token does not wait for it.
    const waiting = 'waiting-for-funds';
    expect(await statuses()).toEqual({ 0: waiting, 1: waiting, 2: waiting, coin: 'succeeded' });
    const needed = 6n * COIN + 3n;
    expect((await outbox.summary()).fundsNeeded).toEqual([{ owner: hot.address, token: held, needed, available: 0n }]);
    const waitsFor = { kind: 'funds', token: held, needed: 2n * COIN, available: 0n };
    expect(await outbox.get('0')).toMatchObject({ waitsFor });
    expect(await outbox.get('1')).toMatchObject({ waitsFor: { ...waitsFor, needed: 2n * COIN + 1n, behind: '0' } });

    // As many as the first two need: the third waits on, and nothing is promised twice.
    const give = (amount: bigint) =>
      pay(
        kind === 'transfer-asset'
          ? { kind, owner, to: hot.address, tokenId, amount }
          : { kind, owner, to: hot.address, token: treasury.token, amount, feeLimit: 100n * COIN },
      );
    await give(4n * COIN + 1n);
    await outbox.run();
    expect(await statuses()).toMatchObject({ 0: 'succeeded', 1: 'succeeded', 2: waiting });
    await give(2n * COIN + 9n);
    await outbox.run();
    expect(await statuses()).toMatchObject({ 2: 'succeeded' });
    expect((await outbox.summary()).fundsNeeded).toEqual([]);
    const counts = await countIntents(client, intents, first);
    expect(counts).toMatchObject({ 0: 1, 1: 1, 2: 1 });
    for (const id of ['0', '1', '2'])
      expect((await outbox.history(id)).map(({ status }) => status)).toEqual([
        'queued',
        waiting,
        'signed',
        'succeeded',
      ]);
  });
});

describe('a token that does not revert', () => {
  const TRANSFER = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
  const APPROVAL = '8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925';
  const OTHER = 'c0ffee00000000000000000000000000000000c0';
  const log = (topic: string) => `7f${topic}60006000a1`;
  const callOther = `6000600060006000600073${OTHER}5af150`;

  test.each([
    ['has failed if it logs nothing', '', 'failed'],
    ['has failed if it logs something else', log(APPROVAL), 'failed'],
    ['has failed if another contract logs a transfer', callOther, 'failed'],
    ['has succeeded if it logs a transfer among other events', log(APPROVAL) + log(TRANSFER) + callOther, 'succeeded'],
  ])('%s', async (_, code, status) => {
    const { node, owner, to, outbox } = await openTreasury();
    const token = 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf';
    // Returns 2^256 - 1 to every call, which is a large balance.
    const end = '60001960005260206000f3';
    node.placeContract({ address: token, code: code + end });
    node.placeContract({ address: `41${OTHER}`, code: log(TRANSFER) + end });
    await outbox.enqueue('a', { kind: 'transfer-token', owner, to, token, amount: 5n, feeLimit: 100n * COIN });
    await outbox.run();
    const entry = await outbox.get('a');
    expect(entry).toMatchObject({ status });
    if (status === 'succeeded') return;
    const message = 'SUCCESS: the contract did not revert, but logged no transfer';
    expect(entry?.problem).toEqual({ code: 'TRANSACTION_FAILED', message });
  });
});

describe('a revert', () => {
  const abis = [compiled.abi, []] satisfies Abi[];

  test.each([
    ['in a block', { feeLimit: 100n * COIN }, 'failed', 'TRANSACTION_FAILED', 'REVERT: Insufficient('],
    ['of a planner’s simulation', {}, 'rejected', 'CALL_REVERTED', 'Insufficient('],
  ] as const)('%s is named by the errors of the given ABIs', async (_, limit, status, code, text) => {
    const { client, hot, to, open, token: contract } = await openTreasury();
    const intent = {
      kind: 'call',
      owner: hot.address,
      contract,
      functionSelector: 'transfer(address,uint256)',
      parameter: `${'0'.repeat(24)}${addressToHex(to).slice(2)}${'7'.padStart(64, '0')}`,
      ...limit,
    } as const;
    const problemWith = async (options: Partial<OutboxOptions>) => {
      const planFeeLimit = async (call: ContractCall) => 100n * (await estimateEnergy(client, call)).energy;
      const outbox = open(hot.privateKey, { planFeeLimit, ...options });
      await outbox.enqueue('a', intent);
      await outbox.run();
      const entry = await outbox.get('a');
      expect(entry).toMatchObject({ status, problem: { code } });
      return entry?.problem?.message;
    };
    expect(await problemWith({ abis })).toContain(`${text}0, 7)`);
    expect(await problemWith({})).toMatch(/0x[\da-f]{100}/);
  });
});
