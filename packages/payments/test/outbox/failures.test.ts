import {
  createMemoryStore,
  createOutbox,
  type OutboxEntry,
  type OutboxOptions,
  type OutboxStore,
} from '@coin/payments';
import { RpcError, type NodeClient } from '@coin/rpc';
// What an entry and its history say after failures, and what stays safe then.
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import { describe, expect, test, vi } from 'vitest';
import { call, payingNode, signer, transfer, type PayingNodeScript } from '../support/paying-node.ts';

useVirtualTime();

const COIN = 1_000_000;

function openOutbox(
  options: Partial<OutboxOptions> = {},
  script: PayingNodeScript = {},
  wrap: (store: OutboxStore) => OutboxStore = (store) => store,
) {
  const node = payingNode(script);
  const store = wrap(createMemoryStore());
  const open = (given: Partial<OutboxOptions> = {}) =>
    createOutbox({ store, client: node.client, signer, ...options, ...given });
  return { node, store, open, outbox: open() };
}

/** A client some of whose requests fail. */
const failing = (client: NodeClient, failureOf: (path: string) => unknown): NodeClient => ({
  ...client,
  async request(path, ...rest) {
    const failure = failureOf(path);
    if (failure !== undefined) throw failure;
    return client.request(path, ...rest);
  },
});

/** A callback that fails. */
const throwing = (error: unknown) => async () => {
  throw error;
};

const unreachable = new RpcError('NETWORK_FAILED', { path: '/', reason: 'refused' });

describe('the problem of an entry', () => {
  const text = Buffer.from('too poor').toString('hex').padEnd(64, '0');
  const data = `08c379a0${'20'.padStart(64, '0')}${'8'.padStart(64, '0')}${text}`;
  const revert = new RpcError('CALL_REVERTED', { path: '/', reason: 'as the node says', data });

  async function problemAfter(error: unknown) {
    const { outbox } = openOutbox({ maxFailures: 1, planFeeLimit: throwing(error) });
    await outbox.enqueue('a', call);
    await outbox.run();
    return (await outbox.get('a'))?.problem;
  }

  /** A revert that a planner has wrapped so many times. */
  function wrapped(times: number): Error {
    let error: Error = revert;
    for (let layer = 0; layer < times; layer++) error = new Error('no plan: as the node says', { cause: error });
    return error;
  }

  test.each([0, 1, 4])('has the reason of a revert that a planner wrapped %i times', async (times) => {
    const problem = await problemAfter(wrapped(times));
    expect(problem?.code).toBe(times === 0 ? 'CALL_REVERTED' : 'UNKNOWN');
    expect(problem?.message).toContain('too poor');
    expect(problem?.message).not.toContain('as the node says');
  });

  test('has the message of an error that is not a revert, or hides one deep below', async () => {
    expect(await problemAfter(wrapped(5))).toEqual({ code: 'UNKNOWN', message: 'no plan: as the node says' });
    expect(await problemAfter(new Error('no plan', { cause: 'as the node says' }))).toEqual({
      code: 'UNKNOWN',
      message: 'no plan',
    });
    expect(await problemAfter(undefined)).toEqual({ code: 'UNKNOWN', message: 'undefined' });
    expect(await problemAfter(Object.assign(new Error('x'), { code: 5 }))).toEqual({ code: 'UNKNOWN', message: 'x' });
  });

  test.each([
    ['a planner’s own code', Object.assign(new Error('x'), { code: 'VALIDATION_FAILED' }), 3],
    ['an error of the node', new RpcError('NODE_ERROR', { path: '/', nodeCode: 'x', nodeMessage: 'x' }), 3],
    ['a rejection of the chain', new RpcError('ADDRESS_INVALID', { value: 'x', reason: 'wrong length' }), 1],
  ])('ends an entry after as many attempts as it allows: %s', async (_, error, attempts) => {
    const planFeeLimit = vi.fn(() => Promise.reject(error));
    const { outbox } = openOutbox({ maxFailures: 3, planFeeLimit });
    await outbox.enqueue('a', call);
    await outbox.run();
    expect(planFeeLimit).toHaveBeenCalledTimes(attempts);
    expect(await outbox.get('a')).toMatchObject({ status: 'rejected', failures: attempts });
  });

  test('names the transaction that expired', async () => {
    const { outbox } = openOutbox({ maxFailures: 1 }, { broadcast: (txid) => ({ result: true, txid }) });
    await outbox.enqueue('a', transfer);
    await outbox.run();
    const entry = await outbox.get('a');
    expect(entry?.problem?.message).toContain(entry?.earlierTxIDs[0]);
    expect(entry?.problem?.message).not.toContain('undefined');
  });

  test.each([
    [{ receipt: { result: 'OUT_OF_ENERGY' } }, 'OUT_OF_ENERGY'],
    [
      { receipt: { result: 'OUT_OF_ENERGY' }, resMessage: Buffer.from('too long').toString('hex') },
      'OUT_OF_ENERGY: too long',
    ],
    [{ receipt: { result: 'REVERT' }, contractResult: [data] }, 'REVERT: too poor'],
    [{ receipt: { result: 'REVERT' }, contractResult: [`c818d59a${'5'.padStart(64, '0')}`] }, 'REVERT: Short(5)'],
  ])('has the result of a transaction that failed, and its reason: %j', async (info, message) => {
    const abi = [{ type: 'error', name: 'Short', inputs: [{ name: 'by', type: 'uint256' }] }] as const;
    const { outbox } = openOutbox({ abis: [abi] }, { info: { result: 'FAILED', ...info } });
    await outbox.enqueue('a', transfer);
    await outbox.run();
    expect((await outbox.get('a'))?.problem).toEqual({ code: 'TRANSACTION_FAILED', message });
  });
});

describe('the history of an entry', () => {
  test('has one event for each kind of failure, however often it repeats', async () => {
    const unauthorized = new RpcError('UNAUTHORIZED', { path: '/', status: 401, body: '' });
    const failures = [...Array.from({ length: 8 }, () => unreachable), unauthorized, unauthorized];
    const { node, store, outbox: queue } = openOutbox();
    const client = failing(node.client, (path) =>
      path.endsWith('gettransactioninfobyid') ? failures.shift() : undefined,
    );
    const changes: string[] = [];
    let writes = 0;
    const outbox = createOutbox({
      store: {
        ...store,
        compareAndSet: (change) => ((writes += Number(change.key === 'entry/a')), store.compareAndSet(change)),
      },
      client,
      signer,
      onChange: ({ status, problem }) => void changes.push(`${status} ${problem?.code}`),
    });
    await queue.enqueue('a', transfer);
    await outbox.run();
    const expected = ['signed undefined', 'signed NETWORK_FAILED', 'signed UNAUTHORIZED', 'succeeded undefined'];
    expect(changes).toEqual(expected);
    const [, ...history] = await outbox.history('a');
    expect(history.map(({ status, problem }) => `${status} ${problem?.code}`)).toEqual(expected);
    expect(writes).toBe(expected.length);
  });

  test('has each failure that counts', async () => {
    const { outbox } = openOutbox({ maxFailures: 3, planFeeLimit: throwing(new Error('no plan')) });
    await outbox.enqueue('a', call);
    await outbox.run();
    const statuses = (await outbox.history('a')).map(({ status }) => status);
    expect(statuses).toEqual(['queued', 'queued', 'queued', 'rejected']);
  });

  test('has what it waits for, and since when, each time that this changes', async () => {
    const { node, outbox, open } = openOutbox({ maxFeePerPayment: 1n });
    await outbox.enqueue('a', transfer);
    await outbox.run();
    const waitOf = async () => (await outbox.get('a'))?.waitsFor;
    const first = await waitOf();
    expect(first).toMatchObject({ kind: 'payment-fee', since: expect.any(Number) });
    await node.clock.sleep(5000);
    await outbox.run();
    expect(await waitOf()).toMatchObject({ kind: 'payment-fee', since: first?.since });
    await open({ maxFeePerPayment: 300_000n, maxFeesPerDay: 1n }).run();
    const second = await waitOf();
    expect(second?.kind).toBe('daily-fees');
    expect(second?.since).toBeGreaterThanOrEqual((first?.since ?? Infinity) + 5000);
    const kinds = (await outbox.history('a')).map(({ status, waitsFor }) => `${status} ${waitsFor?.kind}`);
    expect(kinds).toEqual(['queued undefined', 'waiting-for-budget payment-fee', 'waiting-for-budget daily-fees']);
  });
});

describe('a budget', () => {
  test.each([
    { maxFeesPerDay: 267_000n },
    { maxFeePerPayment: 267_000n },
    { maxFeesPerDay: 267_000n, maxFeePerPayment: 267_000n },
  ])('that a payment can use up exactly is enough: %o', async (budget) => {
    const { outbox } = openOutbox(budget);
    await outbox.enqueue('a', transfer);
    await outbox.run();
    expect(await outbox.get('a')).toMatchObject({ status: 'succeeded' });
  });

  test('has the fees of a payment on the day of its block', async () => {
    const info = { blockTimeStamp: Date.parse('2026-12-24T00:00:00Z') };
    for (const [budget, feeDay] of [
      [{ maxFeesPerDay: 300_000n }, '2026-12-24'],
      [{}, undefined],
    ] as const) {
      const { outbox } = openOutbox(budget, { info });
      await outbox.enqueue('a', transfer);
      await outbox.run();
      const { feeDay: day, status } = (await outbox.get('a')) ?? {};
      expect([status, day]).toEqual(['succeeded', feeDay]);
    }
  });

  test('is free again after a signer failed', async () => {
    const { outbox, open } = openOutbox({ maxFeesPerDay: 300_000n, maxFailures: 1 });
    await outbox.enqueue('a', transfer);
    await open({ signer: { sign: throwing(new Error('no key')) } }).run();
    expect(await outbox.get('a')).toMatchObject({ status: 'rejected' });
    await outbox.enqueue('b', transfer);
    await outbox.run();
    expect(await outbox.get('b')).toMatchObject({ status: 'succeeded' });
  });
});

describe('a run ends', () => {
  test('when the client finds its node on another network while an entry is built', async () => {
    const { node, store } = openOutbox();
    const context = { expected: 'ab', actual: 'cd' };
    const client = failing(node.client, (path) =>
      path.endsWith('createtransaction') ? new RpcError('ENDPOINT_MISMATCH', context) : undefined,
    );
    const outbox = createOutbox({ store, client, signer });
    await outbox.enqueue('a', transfer);
    const mismatch = { ...context, endpoint: client.endpoint };
    await expect(outbox.run()).rejects.toMatchObject({ code: 'NETWORK_MISMATCH', context: mismatch });
    expect(await outbox.get('a')).toMatchObject({ status: 'queued', failures: 0 });
  });

  test('with the error of onChange as its cause', async () => {
    const cause = new Error('x');
    const { outbox } = openOutbox({ onChange: throwing(cause) });
    await outbox.enqueue('a', transfer);
    await expect(outbox.run()).rejects.toMatchObject({ code: 'CALLBACK_FAILED', cause });
  });

  test('when its store has lost an entry that has no transaction yet', async () => {
    const lost = new Set<string>();
    const { outbox } = openOutbox({}, { balance: () => 0 }, (memory) => ({
      ...memory,
      get: async (key) => (lost.has(key) ? undefined : memory.get(key)),
      compareAndSet: async (change) => {
        if (change.key === 'entry/a') lost.add(change.key);
        return !lost.has(change.key) && memory.compareAndSet(change);
      },
    }));
    await outbox.enqueue('a', transfer);
    const reason = 'the store has no such entry after version 2';
    const context = { id: 'a', txID: 'that is not signed yet', reason };
    await expect(outbox.run()).rejects.toMatchObject({ code: 'STORE_OUTDATED', context });
  });

  test('when its store has an earlier version than it confirmed', async () => {
    const { outbox, node } = openOutbox({}, {}, (memory) => ({
      ...memory,
      compareAndSet: async (change) => change.status === 'signed' || memory.compareAndSet(change),
    }));
    await outbox.enqueue('a', transfer);
    const reason = 'the store has version 2 after version 3';
    await expect(outbox.run()).rejects.toMatchObject({ code: 'STORE_OUTDATED', context: { id: 'a', reason } });
    expect(node.paid.size).toBe(0);
  });
});

test('nothing is sent while a store rejects the change to signed', async () => {
  const { outbox, node } = openOutbox({}, {}, (memory) => ({
    ...memory,
    compareAndSet: async (change) => change.status !== 'signed' && memory.compareAndSet(change),
  }));
  await outbox.enqueue('a', transfer);
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 60_000);
  await outbox.run({ signal: stop.signal });
  expect(await outbox.get('a')).toMatchObject({ status: 'queued' });
  expect(node.requests.filter(({ path }) => path === '/wallet/broadcasttransaction')).toEqual([]);
});

test('what is signed is left to a process that has claimed the entry meanwhile', async () => {
  const { outbox, node, open } = openOutbox({}, {}, (memory) => {
    let isFirst = true;
    return {
      ...memory,
      async compareAndSet(change) {
        const isStored = await memory.compareAndSet(change);
        // Another process claims the entry, and dies.
        if (change.status === 'signed' && isFirst)
          await ((isFirst = false), memory.compareAndSet({ ...change, version: change.version + 1, delayMs: 60_000 }));
        return isStored;
      },
    };
  });
  const sent = () => node.requests.filter(({ path }) => path === '/wallet/broadcasttransaction').length;
  await outbox.enqueue('a', transfer);
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 30_000);
  await outbox.run({ signal: stop.signal });
  expect(sent()).toBe(0);
  await open().run();
  expect(await outbox.get('a')).toMatchObject({ status: 'succeeded', earlierTxIDs: [] });
  expect(sent()).toBe(1);
});

test('coin that transactions of a killed process can take is not promised, however its store pages them', async () => {
  const memory = createMemoryStore();
  const paging: OutboxStore = { ...memory, list: (range) => memory.list({ ...range, limit: 1 }) };
  const script = { balance: () => 2.6 * COIN - COIN * node.paid.size };
  const node: ReturnType<typeof payingNode> = payingNode(script);
  const signed = new Set<string>();
  const death = Promise.withResolvers<void>();
  const dying: OutboxStore = {
    ...memory,
    async compareAndSet(change) {
      const isStored = await memory.compareAndSet(change);
      if (change.status === 'signed') signed.add(change.key);
      if (signed.size < 2) return isStored;
      death.resolve();
      throw new Error('the process is dead');
    },
    renew: async (claims) => (signed.size === 2 ? undefined : memory.renew(claims)),
  };
  /** Sends nothing before it is dead. */
  const offline: NodeClient = {
    ...node.client,
    async request(path, ...rest) {
      if (!path.endsWith('broadcasttransaction')) return node.client.request(path, ...rest);
      await death.promise;
      throw unreachable;
    },
  };
  const dead = createOutbox({ store: dying, client: offline, signer });
  for (const id of ['a', 'b']) await dead.enqueue(id, transfer);
  await expect(dead.run()).rejects.toThrow('dead');
  const changes: string[] = [];
  const onChange = ({ id, status }: OutboxEntry) => void changes.push(`${id} ${status}`);
  const outbox = createOutbox({ store: paging, client: node.client, signer, onChange });
  await outbox.enqueue('c', transfer);
  await outbox.run();
  expect(changes.toSorted()).toEqual(['a succeeded', 'b succeeded', 'c waiting-for-funds']);
  expect(node.paid.size).toBe(2);
});

test('all entries that were rejected with a code are enqueued again, and no others', async () => {
  const errors: Record<string, Error> = {
    '01': new RpcError('VALIDATION_FAILED', { path: '/', nodeMessage: 'x' }),
    '02': new Error('x'),
  };
  const planFeeLimit = (planned: object) => Promise.reject(errors['data' in planned ? String(planned.data) : '']);
  const { outbox } = openOutbox({ maxFailures: 1, planFeeLimit });
  const { owner, to: contract } = transfer;
  let ids = 0;
  for (const data of ['01', '02', '01'])
    await outbox.enqueue(`${data} ${ids++}`, { kind: 'call', owner, contract, data });
  await outbox.enqueue('paid', transfer);
  await outbox.run();
  const retried = await outbox.retry({ code: 'VALIDATION_FAILED' });
  expect(retried.map(({ id, status, failures }) => `${id.slice(0, 2)} ${status} ${failures}`)).toEqual([
    '01 queued 0',
    '01 queued 0',
  ]);
  expect((await outbox.summary()).counts).toMatchObject({ queued: 2, rejected: 1, succeeded: 1 });
  expect(await outbox.retry({ code: 'VALIDATION_FAILED' })).toEqual([]);
});

test('entries that were stopped as duplicates are enqueued again only one by one', async () => {
  const { outbox } = openOutbox();
  const context = { argument: 'code', value: 'STORE_OUTDATED' };
  await expect(outbox.retry({ code: 'STORE_OUTDATED' })).rejects.toMatchObject({ code: 'ARGUMENT_INVALID', context });
  await expect(outbox.retry({ code: 'x', id: 'a' } as never)).rejects.toMatchObject({ context: { argument: 'id' } });
});

test.each([{}, { code: '' }, { code: undefined }])('retry rejects %o, which names no code', async (rejected) => {
  const { outbox } = openOutbox();
  const context = { argument: 'code', expected: 'a non-empty string' };
  await expect(outbox.retry(rejected as never)).rejects.toMatchObject({ code: 'ARGUMENT_INVALID', context });
});
