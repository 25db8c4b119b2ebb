import { createMemoryStore, createOutbox, createOutboxQueue, type OutboxStore } from '@coin/payments';
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import { describe, expect, test } from 'vitest';
import { call, payingNode, signer, transfer } from '../support/paying-node.ts';

useVirtualTime();

const { client } = payingNode();
const open = (options: object) => createOutbox({ store: createMemoryStore(), client, signer, ...options });

describe('createOutbox', () => {
  test.each<[string, unknown]>([
    ['concurrency', 0],
    ['concurrency', 10_001],
    ['maxFailures', 0],
    ['maxFeePerPayment', -1n],
    ['maxFeePerPayment', 5],
    ['maxFeesPerDay', 2n ** 63n],
    ['maxFeesPerDay', 5],
    ['retryDelayMs', 0],
    ['pollMs', 0],
    ['leaseMs', 0],
    ['leaseMs', 2 ** 31],
    ['maxSigningMs', 0],
    ['maxSigningMs', 86_340_001],
  ])('rejects the option %s if it is %o', (argument, value) => {
    const context = { argument };
    expect(() => open({ [argument]: value })).toThrow(
      expect.objectContaining({ code: 'ARGUMENT_INVALID', context: expect.objectContaining(context) }),
    );
  });

  test('rejects an unknown option', () => {
    const context = expect.objectContaining({ argument: 'retries' });
    expect(() => open({ retries: 5 })).toThrow(expect.objectContaining({ code: 'ARGUMENT_INVALID', context }));
  });

  test.each<object>([
    { concurrency: 1 },
    { concurrency: 10_000 },
    { maxFailures: 1 },
    { maxFeePerPayment: 0n },
    { maxFeesPerDay: 2n ** 63n - 1n },
    { retryDelayMs: 1, pollMs: 1, leaseMs: 2 ** 31 - 1 },
    { maxSigningMs: 1 },
    { maxSigningMs: 86_340_000 },
    { abis: [[], []] },
    { signer: [] },
    { signer: [signer, signer] },
  ])('accepts the options %o', (options) => {
    expect(open(options)).toHaveProperty('run');
  });
});

test.each([
  call,
  { kind: 'transfer-token', owner: transfer.owner, to: transfer.to, token: call.contract, amount: 5n },
] as const)('a $kind without a fee limit is enqueued only if there is a planner, or by a queue', async (intent) => {
  const context = { argument: 'feeLimit' };
  await expect(open({}).enqueue('a', intent)).rejects.toMatchObject({ code: 'ARGUMENT_INVALID', context });
  expect(await open({ planFeeLimit: () => 5n }).enqueue('a', intent)).toMatchObject({ status: 'queued' });
  expect(await open({}).enqueue('a', { ...intent, feeLimit: 5n })).toMatchObject({ status: 'queued' });
  const queue = createOutboxQueue({ store: createMemoryStore() });
  expect(await queue.enqueue('a', intent)).toMatchObject({ status: 'queued' });
});

describe('an id or a group', () => {
  const outbox = open({});

  test.each(['a', 'x'.repeat(256), 'é', '👍', ' a b '])('may be %j', async (name) => {
    expect(await outbox.enqueue(name, transfer, { group: name })).toMatchObject({ id: name, group: name });
  });

  test.each(['', 'x'.repeat(257), '\na', 'a\u0000', 'a\u007fb', '\ud800', 'a\udc00', 5, ['a']])(
    'may not be %j',
    async (name) => {
      const outbox = open({});
      for (const id of ['5', 'a']) await outbox.enqueue(id, transfer);
      const rejection = (argument: string) => ({ code: 'ARGUMENT_INVALID', context: { argument } });
      await expect(outbox.enqueue(name as string, transfer)).rejects.toMatchObject(rejection('id'));
      for (const method of ['get', 'cancel', 'retry', 'history'] as const)
        await expect(outbox[method](name as string)).rejects.toMatchObject(rejection('id'));
      await expect(outbox.enqueue('a', transfer, { group: name as string })).rejects.toMatchObject(rejection('group'));
    },
  );
});

describe('a priority', () => {
  test.each([-100, 100])('may be %i', async (priority) => {
    expect(await open({}).enqueue('a', transfer, { priority })).toMatchObject({ priority });
  });

  test.each([-101, 101, 0.5])('may not be %d', async (priority) => {
    const rejection = { code: 'ARGUMENT_INVALID', context: { argument: 'priority' } };
    await expect(open({}).enqueue('a', transfer, { priority })).rejects.toMatchObject(rejection);
  });
});

test('an entry is created and read in the transaction of the caller', async () => {
  const memory = createMemoryStore();
  const given: unknown[] = [];
  const store: OutboxStore<string> = {
    ...memory,
    get: (key, options) => (given.push(options?.transaction), memory.get(key)),
    createIfAbsent: (record, options) => (given.push(options?.transaction), memory.createIfAbsent(record)),
  };
  const queue = createOutboxQueue({ store });
  await queue.enqueue('a', transfer, { transaction: 'mine' });
  await queue.enqueue('a', transfer, { transaction: 'mine' });
  await queue.enqueue('b', transfer, { transaction: 'mine', after: 'a' });
  expect(given).toEqual(Array(5).fill('mine'));
});

test('entries are listed from an outbox that has more of them than a store returns in a list', async () => {
  const outbox = open({});
  const ids = Array.from({ length: 205 }, (_, index) => `${index}`);
  for (const id of ids) await outbox.enqueue(id, transfer);
  await outbox.cancel('3');
  const idsOf = async (listing: 'open' | 'all') => (await Array.fromAsync(outbox.entries(listing))).map(({ id }) => id);
  expect(await idsOf('all')).toEqual(ids);
  expect(await idsOf('open')).toEqual(ids.filter((id) => id !== '3'));
  await expect(Array.fromAsync(outbox.entries('ended' as 'open'))).rejects.toMatchObject({
    context: { argument: 'listing' },
  });
});

test('the summary reads no entries while none waits for coin', async () => {
  const store = createMemoryStore();
  const outbox = open({ store: { ...store, list: () => Promise.reject(new Error('it was read')) } });
  await outbox.enqueue('a', transfer);
  expect(await outbox.summary()).toMatchObject({ counts: { queued: 1 }, fundsNeeded: [] });
});

test('the summary has the age of the oldest entry of any status', async () => {
  const store = createMemoryStore();
  const count = async () => [
    { status: 'queued', listing: 'open', count: 2, oldestAgeMs: 500 } as const,
    { status: 'signed', listing: 'open', count: 1, oldestAgeMs: 7000 } as const,
    { status: 'waiting-for-budget', listing: 'open', count: 3, oldestAgeMs: 60 } as const,
    { status: 'signed', listing: 'open', count: 4, oldestAgeMs: 6000 } as const,
    { status: 'failed', listing: 'ended', count: 1 } as const,
  ];
  const { counts, oldestAgeMs } = await open({ store: { ...store, count } }).summary();
  expect(counts).toMatchObject({ queued: 2, signed: 5, 'waiting-for-budget': 3, failed: 1, succeeded: 0 });
  expect(oldestAgeMs).toBe(7000);
});

test('the summary adds up what entries of an account need, for each token and for coin', async () => {
  const other = 'TE42AtpB9ffMT1Ektdgu8q8ASQ5BdfWAGP';
  const poor = payingNode({ balance: () => 5 });
  const outbox = open({ client: poor.client });
  const asset = { kind: 'transfer-asset', owner: transfer.owner, to: transfer.to, tokenId: '1000001' } as const;
  await outbox.enqueue('a', transfer);
  await outbox.enqueue('b', { ...transfer, amount: 7n });
  await outbox.enqueue('c', { ...transfer, owner: other, to: transfer.to });
  await outbox.enqueue('d', { ...asset, amount: 3n });
  await outbox.enqueue('e', { ...asset, amount: 4n });
  await outbox.enqueue('f', { ...transfer, amount: 1_000_000_000n });
  await outbox.cancel('f');
  const { owner } = transfer;
  await outbox.run({ owners: [owner, other] });
  await outbox.enqueue('needs nothing yet', transfer);
  expect((await outbox.summary()).fundsNeeded).toEqual([
    { owner, needed: 1_000_007n, available: 5n },
    { owner: other, needed: 1_000_000n, available: 5n },
    { owner, token: '1000001', needed: 7n, available: 0n },
  ]);
});
