import { createMemoryStore, createOutbox, createOutboxQueue, type OutboxEntry, type OutboxStore } from '@coin/payments';
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import { withEpoch } from '@coin/test-kit/with-epoch';
import { expect, test } from 'vitest';
import { outcomeOf } from '../support/outcome.ts';
import { call, payingNode, signer, transfer } from '../support/paying-node.ts';

useVirtualTime();

test('a queue without a key enqueues a payment that the outbox of another process makes', async () => {
  const store = createMemoryStore();
  const queue = createOutboxQueue({ store });
  const { client, paid } = payingNode();
  await queue.enqueue('a', transfer);
  await createOutbox({ store, client, signer }).run();
  expect(await queue.get('a')).toMatchObject({ status: 'succeeded' });
  expect(paid.size).toBe(1);
  expect(queue).not.toHaveProperty('run');
});

test('a queue takes calls without a fee limit, which the outbox that pays them plans', async () => {
  const store = createMemoryStore();
  await createOutboxQueue({ store }).enqueue('a', call);
  const planned: object[] = [];
  const planFeeLimit = (asked: object) => (planned.push(asked), 5_000_000n);
  await createOutbox({ store, client: payingNode().client, signer, planFeeLimit, maxFailures: 1 }).run();
  expect(planned).toHaveLength(1);
});

test('an entry that was cancelled is not paid, unless it is retried', async () => {
  const store = createMemoryStore();
  const { client, paid } = payingNode({ balance: () => 5_000_000 - 1_000_000 * paid.size });
  const outbox = createOutbox({ store, client, signer });
  await outbox.enqueue('a', transfer);
  await outbox.enqueue('waiting', { ...transfer, amount: 9_000_000n });
  expect(await outbox.cancel('a')).toMatchObject({ status: 'cancelled' });
  expect(await outbox.cancel('a')).toMatchObject({ status: 'cancelled' });
  await outbox.run();
  const cancelled = await outbox.cancel('waiting');
  expect(cancelled).toMatchObject({ status: 'cancelled' });
  expect(cancelled).not.toHaveProperty('waitsFor');
  expect(paid.size).toBe(0);
  expect(await outbox.enqueue('a', transfer)).toMatchObject({ status: 'cancelled' });
  await outbox.retry('a');
  await outbox.run();
  expect((await outbox.history('a')).map(({ status }) => status)).toEqual([
    'queued',
    'cancelled',
    'queued',
    'signed',
    'succeeded',
  ]);
  const context = { argument: 'id', expected: expect.stringContaining('not succeeded') };
  await expect(outbox.cancel('a')).rejects.toMatchObject({ code: 'ARGUMENT_INVALID', context });
  await expect(outbox.cancel('unknown')).rejects.toMatchObject({ code: 'ARGUMENT_INVALID' });
  expect(paid.size).toBe(1);
});

test.each(['cancel', 'retry'] as const)(
  '%s changes nothing that it read in another epoch of the store',
  async (method) => {
    const [former, copy] = [createMemoryStore(), createMemoryStore()];
    const { client } = payingNode();
    const outbox = createOutbox({ store: copy, client, signer });
    await outbox.enqueue('a', transfer);
    await outbox.run();
    const paid = await copy.get('entry/a');
    // The same version of another history.
    const earlier = createOutboxQueue({ store: former });
    await earlier.enqueue('a', transfer);
    if (method === 'retry') await earlier.cancel('a');
    const { position: _, ...record } = (await former.get('entry/a')) ?? expect.unreachable();
    for (let { version } = record; version < Number(paid?.version); version++)
      await former.compareAndSet({ ...record, version });
    let current = former;
    const get: OutboxStore['get'] = async (key) => {
      const record = await current.get(key);
      current = copy;
      return record;
    };
    const compareAndSet: OutboxStore['compareAndSet'] = (change) => current.compareAndSet(change);
    const store = withEpoch({ ...copy, get, compareAndSet }, () => (current === former ? 'former' : 'copy'));
    await expect(createOutboxQueue({ store })[method]('a')).rejects.toMatchObject({
      code: 'ARGUMENT_INVALID',
      context: { expected: expect.stringContaining('not succeeded') },
    });
    expect(await copy.get('entry/a')).toEqual(paid);
  },
);

/** Pays an entry that is cancelled before the given call of the store; undefined when the run makes fewer calls. */
async function payAndCancel(step: number, maxFeesPerDay: bigint | undefined): Promise<string | undefined> {
  const memory = createMemoryStore();
  const queue = createOutboxQueue({ store: memory });
  await queue.enqueue('a', transfer);
  let steps = 0;
  let cancelled: unknown;
  const at = async <T>(run: () => Promise<T>): Promise<T> => {
    if (++steps === step) cancelled = await outcomeOf(queue.cancel('a'));
    return run();
  };
  const store: OutboxStore = {
    ...memory,
    get: (...args) => at(() => memory.get(...args)),
    createIfAbsent: (...args) => at(() => memory.createIfAbsent(...args)),
    compareAndSet: (change) => at(() => memory.compareAndSet(change)),
    claim: (claim) => at(() => memory.claim(claim)),
  };
  const { client, paid } = payingNode();
  await createOutbox({ store, client, signer, ...(maxFeesPerDay !== undefined && { maxFeesPerDay }) }).run();
  const { status = '' } = (await queue.get('a')) ?? {};
  expect(status).toBe(typeof cancelled === 'object' ? 'cancelled' : 'succeeded');
  expect(paid.size).toBe(status === 'cancelled' ? 0 : 1);
  // A transaction that was signed and not sent leaves its share of the budget to others.
  await queue.enqueue('b', transfer);
  await createOutbox({ store: memory, client, signer, maxFeesPerDay: 300_000n }).run();
  expect(await queue.get('b')).toMatchObject({ status: 'succeeded' });
  return steps < step ? undefined : status;
}

test.each([
  ['without a budget', undefined],
  ['with a daily budget', 300_000n],
])(
  'an entry that is cancelled at any moment of a run is either cancelled or paid once, %s',
  async (_, maxFeesPerDay) => {
    const statuses: string[] = [];
    for (let status = await payAndCancel(1, maxFeesPerDay); status !== undefined;) {
      statuses.push(status);
      status = await payAndCancel(statuses.length + 1, maxFeesPerDay);
    }
    // Cancelled until the payment is broadcast, and never after.
    expect(statuses).toEqual(statuses.toSorted());
    expect(new Set(statuses)).toEqual(new Set(['cancelled', 'succeeded']));
  },
);

test('onChange receives every change of an entry, with the entry as it was before', async () => {
  const changes: string[] = [];
  let received = 0;
  const { client } = payingNode({ balance: () => received });
  const store = createMemoryStore();
  const onChange = (entry: OutboxEntry, previous: OutboxEntry) =>
    void changes.push(`${entry.id} ${previous.status} -> ${entry.status}`);
  const outbox = createOutbox({ store, client, signer, onChange });
  await outbox.enqueue('a', transfer);
  await outbox.run();
  await outbox.cancel('a');
  await outbox.retry('a');
  received = 2_000_000;
  await outbox.run();
  const statuses = ['queued', 'waiting-for-funds', 'cancelled', 'queued', 'signed', 'succeeded'];
  expect(changes).toEqual(statuses.slice(1).map((status, index) => `a ${statuses[index]} -> ${status}`));
  // As the history has it.
  expect((await outbox.history('a')).map(({ status }) => status)).toEqual(statuses);
  await outbox.enqueue('b', transfer);
  const throwing = createOutbox({
    store,
    client,
    signer,
    onChange: () => {
      throw new Error('x');
    },
  });
  await expect(throwing.cancel('b')).rejects.toMatchObject({ code: 'CALLBACK_FAILED', context: { reason: 'x' } });
  expect(await throwing.get('b')).toMatchObject({ status: 'cancelled' });
});
