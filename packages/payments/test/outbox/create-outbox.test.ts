import {
  createOutbox,
  isPaymentsError,
  createMemoryStore,
  type Outbox,
  type OutboxEntry,
  type OutboxOptions,
  type OutboxStore,
} from '@coin/payments';
import { addressToHex } from '@coin/rpc/address';
import { anyText } from '@coin/test-kit/any-text';
import { scaled } from '@coin/test-kit/scaled';
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { errorCodeOf } from '../support/outcome.ts';
import { call, payingNode, signer, transfer } from '../support/paying-node.ts';

function outboxOver(node = payingNode(), options: Partial<OutboxOptions> = {}) {
  const changes: string[] = [];
  const waiting = new Map<string, () => void>();
  const onChange = ({ id, status }: OutboxEntry) => {
    const change = `${id} ${status}`;
    changes.push(change);
    waiting.get(change)?.();
  };
  /** Resolves when a run stores a change, such as `a succeeded`. */
  const until = (change: string) => new Promise<void>((resolve) => waiting.set(change, resolve));
  const store = createMemoryStore();
  return {
    outbox: createOutbox({ store, client: node.client, signer, onChange, ...options }),
    store,
    changes,
    until,
  };
}

useVirtualTime();

const stateOf = async (outbox: Outbox, id: string) => (await outbox.get(id))?.status;

describe('enqueue', () => {
  test('stores an entry, and returns it again for the same id and an equal intent', async () => {
    const { outbox } = outboxOver();
    const entry = await outbox.enqueue('a', { ...transfer, memo: 'x' }, { group: 'g' });
    expect(entry).toEqual({
      id: 'a',
      intent: { ...transfer, memo: 'x' },
      group: 'g',
      status: 'queued',
      earlierTxIDs: [],
      failures: 0,
    });
    const equal = { ...transfer, memo: 'x', owner: addressToHex(transfer.owner), permissionId: 0 };
    expect(await outbox.enqueue('a', equal, { group: 'g' })).toEqual(entry);
    expect(await outbox.get('a')).toEqual(entry);
    expect(await outbox.get('b')).toBeUndefined();
  });

  test.each([
    ['another amount', { ...transfer, amount: 2n }],
    ['a memo', { ...transfer, memo: '1000000' }],
    ['another kind', { ...call, feeLimit: 5n }],
  ])('rejects %s under an id that is in use', async (_, other) => {
    const { outbox } = outboxOver();
    await outbox.enqueue('a', transfer);
    const context = { argument: 'id', value: 'a', expected: expect.stringContaining('"amount":"1000000"') };
    await expect(outbox.enqueue('a', other)).rejects.toMatchObject({ code: 'ARGUMENT_INVALID', context });
  });

  test('rejects a call without a fee limit if there is no planFeeLimit', async () => {
    expect(await errorCodeOf(outboxOver().outbox.enqueue('a', call))).toBe('ARGUMENT_INVALID');
  });

  test('keeps amounts and texts exactly', async () => {
    await fc.assert(
      fc.asyncProperty(fc.bigInt(1n, 2n ** 63n - 1n), anyText(), async (amount, memo) => {
        const { outbox } = outboxOver();
        await outbox.enqueue('a', { ...transfer, amount, memo });
        const intent = (await outbox.get('a'))?.intent;
        expect(intent).toEqual({ ...transfer, amount, ...(memo === '' ? {} : { memo }) });
      }),
      { numRuns: scaled(50) },
    );
  });

  test('throws a PaymentsError and stores nothing, whatever else it is given', async () => {
    const hostile = fc.oneof(
      fc.anything({ withBigInt: true }),
      fc.record({ kind: fc.constantFrom('transfer', 'call') }),
    );
    await fc.assert(
      fc.asyncProperty(fc.anything(), hostile, fc.anything(), async (id, intent, options) => {
        const { outbox } = outboxOver();
        const rejected = await outbox.enqueue(id as never, intent as never, options as never).catch((error) => error);
        expect(isPaymentsError(rejected)).toBe(true);
        for await (const entry of outbox.entries('all')) expect.fail(`it stored ${entry.id}`);
      }),
      { numRuns: scaled(100) },
    );
  });
});

describe('run', () => {
  test('pays each entry once, even for equal intents, and then returns', async () => {
    const node = payingNode();
    const { outbox, changes } = outboxOver(node);
    for (const id of ['a', 'b', 'c']) await outbox.enqueue(id, transfer);
    await outbox.run();
    expect(node.paid.size).toBe(3);
    const entries = await Array.fromAsync(outbox.entries('all'));
    expect(entries.map(({ id, status }) => [id, status])).toEqual(['a', 'b', 'c'].map((id) => [id, 'succeeded']));
    expect(new Set(entries.map(({ txID }) => txID))).toEqual(new Set(node.paid.keys()));
    expect(await Array.fromAsync(outbox.entries())).toEqual([]);
    expect(changes.filter((change) => change.startsWith('a'))).toEqual(['a signed', 'a succeeded']);
    await outbox.run();
    expect(node.paid.size).toBe(3);
  });

  test.each([2, 5, 10])(
    'never signs the transaction of another entry, when a node builds the same one %i times',
    async (repeats) => {
      let builds = 0;
      const built = await payingNode().client.request('/wallet/createtransaction', {});
      const node = payingNode({ build: () => (++builds <= repeats ? Response.json(built.json) : undefined) });
      // Two processes, because a client builds no transaction twice itself.
      const { outbox, store } = outboxOver(node, { concurrency: 1 });
      const { outbox: other } = outboxOver(node, { store, concurrency: 1, client: { ...node.client } });
      for (const id of ['a', 'b', 'c']) await outbox.enqueue(id, transfer);
      await Promise.all([outbox.run(), other.run()]);
      const entries = await Array.fromAsync(outbox.entries('all'));
      expect(entries.map(({ status }) => status)).toEqual(['succeeded', 'succeeded', 'succeeded']);
      expect(new Set(entries.map(({ txID }) => txID))).toEqual(new Set(node.paid.keys()));
      expect(node.paid.size).toBe(3);
    },
  );

  test('says why an entry was rejected, and pays it after retry', async () => {
    let balance = 0;
    const rejection = () =>
      Response.json({ Error: 'class org.tron.core.exception.ContractValidateException : no money' });
    const node = payingNode({ build: () => (balance === 0 ? rejection() : undefined) });
    const { outbox } = outboxOver(node);
    await outbox.enqueue('a', transfer);
    await outbox.run();
    expect(await outbox.get('a')).toMatchObject({
      status: 'rejected',
      problem: { code: 'VALIDATION_FAILED', message: expect.stringMatching(/no money$/) },
    });
    expect(await outbox.enqueue('a', transfer)).toMatchObject({ status: 'rejected' });
    balance = 1;
    expect(await outbox.retry('a')).toMatchObject({ status: 'queued' });
    expect(await errorCodeOf(outbox.retry('a'))).toBe('ARGUMENT_INVALID');
    await outbox.run();
    expect(await stateOf(outbox, 'a')).toBe('succeeded');
    expect(node.paid.size).toBe(1);
  });

  test('says why a transaction failed in its block, and signs another only after retry', async () => {
    const script = { info: { result: 'FAILED', receipt: { result: 'REVERT' } } as object };
    const node = payingNode(script);
    const { outbox } = outboxOver(node);
    await outbox.enqueue('a', transfer);
    await outbox.run();
    const failed = await outbox.get('a');
    expect(failed).toMatchObject({ status: 'failed', problem: { code: 'TRANSACTION_FAILED' } });
    const { txID } = failed as OutboxEntry;
    expect(await outbox.retry('a')).toMatchObject({ status: 'queued', earlierTxIDs: [txID] });
  });

  test('rejects an entry whose bytes the node rejects only when they have expired', async () => {
    const node = payingNode({ broadcast: (txid) => ({ code: 'SIGERROR', message: 'no', txid }) });
    const { outbox } = outboxOver(node);
    const before = node.clock.now();
    await outbox.enqueue('a', transfer);
    await outbox.run();
    expect(await outbox.get('a')).toMatchObject({ status: 'rejected', problem: { code: 'BROADCAST_REJECTED' } });
    expect(node.clock.now()).toBeGreaterThan(before + 60_000);
  });

  test('signs another after an expiry, and gives up after maxFailures', async () => {
    const lost = new Set<string>();
    const node = payingNode({ broadcast: (txid) => (lost.add(txid), { result: true, txid }) });
    const { outbox } = outboxOver(node, { maxFailures: 3 });
    await outbox.enqueue('a', transfer);
    await outbox.run();
    const entry = await outbox.get('a');
    expect(entry).toMatchObject({ status: 'rejected', failures: 3, problem: { code: 'TRANSACTION_EXPIRED' } });
    expect(entry?.earlierTxIDs).toEqual([...lost]);
    expect(lost.size).toBe(3);
  });

  test('continues after any number of failures that pass', async () => {
    let failures = 6;
    const node = payingNode({ build: () => (failures-- > 0 ? new Response('', { status: 503 }) : undefined) });
    const { outbox, changes } = outboxOver(node, { maxFailures: 1 });
    await outbox.enqueue('a', transfer);
    await outbox.run();
    expect(changes).toEqual(['a queued', 'a signed', 'a succeeded']);
  });

  test('asks for the fee limit of a call each time that it is signed', async () => {
    const planned: object[] = [];
    const planFeeLimit = (asked: object) => {
      planned.push(asked);
      throw new Error('no plan');
    };
    const { outbox } = outboxOver(payingNode(), { planFeeLimit, maxFailures: 2 });
    await outbox.enqueue('a', call);
    await outbox.run();
    const { owner, contract, functionSelector, parameter } = call;
    expect(planned).toEqual(Array.from({ length: 2 }, () => ({ owner, contract, functionSelector, parameter })));
    expect(await outbox.get('a')).toMatchObject({ status: 'rejected', problem: { message: 'no plan' } });
  });

  test('does entries of a group one after another, and others meanwhile', async () => {
    const node = payingNode();
    const { outbox, changes } = outboxOver(node);
    await outbox.enqueue('a', transfer, { group: 'g' });
    await outbox.enqueue('b', transfer, { group: 'g' });
    await outbox.enqueue('c', transfer);
    await outbox.run();
    expect(changes.indexOf('b signed')).toBeGreaterThan(changes.indexOf('a succeeded'));
    expect(changes.indexOf('c signed')).toBeLessThan(changes.indexOf('a succeeded'));
  });

  test('pays entries of a higher priority first, and otherwise in the order in which they were enqueued', async () => {
    const { outbox, changes } = outboxOver(payingNode(), { concurrency: 1 });
    await outbox.enqueue('a', transfer);
    await outbox.enqueue('b', transfer, { priority: -1 });
    expect(await outbox.enqueue('c', transfer, { priority: 100 })).toMatchObject({ priority: 100 });
    expect(await outbox.enqueue('c', transfer)).toMatchObject({ priority: 100 });
    await outbox.enqueue('d', transfer, { priority: 0 });
    await outbox.run();
    expect(changes.filter((change) => change.endsWith('signed'))).toEqual(
      ['c', 'a', 'd', 'b'].map((id) => `${id} signed`),
    );
  });

  test('pays entries that are enqueued while it waits, and ends when its signal aborts', async () => {
    const { outbox, until } = outboxOver();
    const stop = new AbortController();
    const running = outbox.run({ signal: stop.signal, whenIdle: 'wait' });
    const isPaid = until('a succeeded');
    await outbox.enqueue('a', transfer);
    await isPaid;
    stop.abort();
    await running;
    expect(await stateOf(outbox, 'a')).toBe('succeeded');
  });

  test('rejects when the store fails, and continues when it is called again', async () => {
    const { store } = outboxOver();
    let broken = false;
    const failing: OutboxStore = {
      ...store,
      compareAndSet: async (record) => {
        if (broken) throw new Error('disk full');
        return store.compareAndSet(record);
      },
    };
    const node = payingNode({ broadcast: () => void (broken = true) });
    const { outbox } = outboxOver(node, { store: failing });
    await outbox.enqueue('a', transfer);
    expect(await errorCodeOf(outbox.run())).toBe('STORE_FAILED');
    broken = false;
    await outbox.run();
    expect(await stateOf(outbox, 'a')).toBe('succeeded');
    expect(node.paid.size).toBe(1);
  });
});

describe('the history', () => {
  test('lists every change of an entry with its transaction, including transactions that the entry no longer shows', async () => {
    const started = Date.now();
    const lost = new Set<string>();
    const node = payingNode({
      broadcast(txid) {
        if (lost.size < 2) lost.add(txid);
        return lost.has(txid) ? { result: true, txid } : undefined;
      },
    });
    const { outbox } = outboxOver(node);
    await outbox.enqueue('a', transfer);
    await outbox.run();
    const entry = await outbox.get('a');
    const [first, second] = entry?.earlierTxIDs ?? [];
    const history = await outbox.history('a');
    const problem = expect.objectContaining({ code: 'TRANSACTION_EXPIRED' });
    const at = expect.any(Number);
    const waitsFor = expect.objectContaining({ kind: 'block' });
    expect(history).toEqual([
      { at, status: 'queued' },
      { at, status: 'signed', waitsFor, txID: first },
      { at, status: 'queued', problem },
      { at, status: 'signed', waitsFor, txID: second },
      { at, status: 'queued', problem },
      { at, status: 'signed', waitsFor, txID: entry?.txID },
      { at, status: 'succeeded', txID: entry?.txID },
    ]);
    const times = history.map(({ at }) => at);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times[0]).toBeGreaterThanOrEqual(started);
    expect(await outbox.history('b')).toEqual([]);
  });

  test('includes retries', async () => {
    const { outbox } = outboxOver(payingNode({ info: { result: 'FAILED', receipt: { result: 'REVERT' } } }));
    await outbox.enqueue('a', transfer);
    await outbox.run();
    await outbox.retry('a');
    expect((await outbox.history('a')).map(({ status }) => status)).toEqual(['queued', 'signed', 'failed', 'queued']);
  });
});

test('the summary counts entries by status, and has the age of the oldest that has not ended', async () => {
  const { outbox } = outboxOver();
  const waiting = { 'waiting-for-funds': 0, 'waiting-for-budget': 0, 'awaiting-signatures': 0 };
  const none = { queued: 0, ...waiting, signed: 0, succeeded: 0, failed: 0, rejected: 0, cancelled: 0 };
  const fundsNeeded: never[] = [];
  expect(await outbox.summary()).toEqual({ counts: none, fundsNeeded });
  await outbox.enqueue('a', transfer);
  await new Promise((resolve) => setTimeout(resolve, 5000));
  await outbox.enqueue('b', transfer);
  expect(await outbox.summary()).toEqual({ counts: { ...none, queued: 2 }, oldestAgeMs: 5000, fundsNeeded });
  await outbox.run();
  expect(await outbox.summary()).toEqual({ counts: { ...none, succeeded: 2 }, fundsNeeded });
});

test('a store without transactions rejects one, and stores nothing', async () => {
  const { outbox } = outboxOver();
  const context = { argument: 'transaction' };
  await expect(outbox.enqueue('a', transfer, { transaction: {} as never })).rejects.toMatchObject({
    code: 'ARGUMENT_INVALID',
    context,
  });
  expect(await outbox.get('a')).toBeUndefined();
});
