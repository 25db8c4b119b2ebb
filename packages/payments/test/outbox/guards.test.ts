import {
  createOutbox,
  isPaymentsError,
  createMemoryStore,
  type CallIntent,
  type OutboxEntry,
  type OutboxIntent,
  type OutboxOptions,
  type OutboxStore,
  type PlannedCall,
} from '@coin/payments';
import { RpcError, type NodeClient } from '@coin/rpc';
import { scaled } from '@coin/test-kit/scaled';
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import * as fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { errorCodeOf } from '../support/outcome.ts';
import { call, payingNode, signer, transfer } from '../support/paying-node.ts';

useVirtualTime();

const outboxOver = (client: NodeClient, options: Partial<OutboxOptions> = {}) =>
  createOutbox({ store: createMemoryStore(), client, signer, ...options });

/** What a node answers that builds a transfer. */
async function buildAnswer(): Promise<Response> {
  const built = await payingNode().client.request('/wallet/createtransaction', {});
  return Response.json(built.json);
}

describe('entries', () => {
  test('never share a transaction, however often a node builds the same one', async () => {
    const answer = await buildAnswer();
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 2, max: 4 }),
        fc.integer({ min: 2, max: 4 }),
        fc.integer({ min: 1, max: 4 }),
        async (count, repeats, concurrency) => {
          let builds = 0;
          const node = payingNode({ build: () => (builds++ < repeats ? answer.clone() : undefined) });
          const outbox = outboxOver(node.client, { concurrency });
          for (let index = 0; index < count; index++) await outbox.enqueue(`${index}`, transfer);
          await outbox.run();
          const entries = await Array.fromAsync(outbox.entries('all'));
          expect(entries.map(({ status }) => status)).toEqual(entries.map(() => 'succeeded'));
          expect(new Set(entries.map(({ txID }) => txID)).size).toBe(count);
          expect(node.paid.size).toBe(count);
        },
      ),
      { numRuns: scaled(5) },
    );
  });
});

test('an entry is rejected if each transaction that its node builds belongs to another entry', async () => {
  const memory = createMemoryStore();
  const store: OutboxStore = {
    ...memory,
    createIfAbsent: async (record) => !record.key.startsWith('transaction/') && memory.createIfAbsent(record),
  };
  const { client, requests } = payingNode();
  const outbox = outboxOver(client, { store, maxFailures: 1 });
  await outbox.enqueue('a', transfer);
  await outbox.run();
  const problem = { code: 'TRANSACTION_MISMATCH', message: expect.stringContaining('one of no other entry') };
  expect(await outbox.get('a')).toMatchObject({ status: 'rejected', problem });
  expect(requests.filter(({ path }) => path === '/wallet/createtransaction')).toHaveLength(20);
});

describe('an intent', () => {
  const amounts = fc.bigInt(1n, 2n ** 63n - 1n);
  const permissionId = fc.integer({ min: 1, max: 9 });
  const words = fc.nat(255).map((byte) => byte.toString(16).padStart(2, '0').repeat(32));
  const callsOf = (amount: fc.Arbitrary<bigint>): fc.Arbitrary<CallIntent> =>
    fc
      .tuple(
        fc.oneof(
          words.map((data) => ({ data })),
          words.map((parameter) => ({ functionSelector: call.functionSelector, parameter })),
        ),
        fc.record({ callValue: amount, feeLimit: amount, permissionId }, { requiredKeys: ['feeLimit'] }),
      )
      .map(([input, rest]) => ({ kind: 'call', owner: call.owner, contract: call.contract, ...input, ...rest }));
  const calls = callsOf(amounts);
  /** Calls that the wallet of the tests can pay. */
  const payableCalls = callsOf(fc.bigInt(1n, 10n ** 14n));
  const transfers: fc.Arbitrary<OutboxIntent> = fc
    .record({ amount: amounts, memo: fc.string({ minLength: 1 }), permissionId }, { requiredKeys: ['amount'] })
    .map((rest) => ({ ...transfer, ...rest }));

  const owner = fc.constant(transfer.owner);
  const address = fc.constantFrom(transfer.to, 'TE42AtpB9ffMT1Ektdgu8q8ASQ5BdfWAGP');
  const resource = fc.constantFrom('BANDWIDTH' as const, 'ENERGY' as const);
  const staked = { owner, amount: amounts, resource };
  const others: fc.Arbitrary<OutboxIntent> = fc
    .tuple(
      fc.oneof(
        fc.record({
          kind: fc.constant('transfer-asset' as const),
          owner,
          to: address,
          tokenId: fc.integer({ min: 1_000_001, max: 1_000_003 }).map(String),
          amount: amounts,
        }),
        fc.record({
          kind: fc.constant('transfer-token' as const),
          owner,
          token: address,
          to: address,
          amount: fc.bigInt(1n, 2n ** 256n - 1n),
          feeLimit: amounts,
        }),
        fc.record({ kind: fc.constantFrom('stake' as const, 'unstake' as const), ...staked }),
        fc.record({ kind: fc.constant('undelegate' as const), ...staked, receiver: address }),
        fc.record(
          {
            kind: fc.constant('delegate' as const),
            ...staked,
            receiver: address,
            lockBlocks: fc.integer({ min: 1, max: 9 }),
          },
          { requiredKeys: ['kind', 'owner', 'amount', 'resource', 'receiver'] },
        ),
        fc.record({
          kind: fc.constant('vote' as const),
          owner,
          votes: fc.array(fc.record({ address, count: amounts }), { minLength: 1, maxLength: 3 }),
        }),
        fc.record({ kind: fc.constantFrom('withdraw-reward' as const, 'withdraw-unstaked' as const), owner }),
      ),
      fc.record({ permissionId }, { requiredKeys: [] }),
    )
    .map(([intent, rest]) => ({ ...intent, ...rest }));
  const anyIntent = fc.oneof(calls, transfers, others);

  test('is stored with every field that it has', async () => {
    await fc.assert(
      fc.asyncProperty(anyIntent, async (intent) => {
        const store = createMemoryStore();
        const { client } = payingNode();
        expect((await outboxOver(client, { store }).enqueue('a', intent)).intent).toEqual(intent);
        expect((await outboxOver(client, { store }).get('a'))?.intent).toEqual(intent);
      }),
      { numRuns: scaled(100) },
    );
  });

  test('is rejected under an id in use when any field or the group differs', async () => {
    await fc.assert(
      fc.asyncProperty(anyIntent, anyIntent, async (first, second) => {
        const outbox = outboxOver(payingNode().client);
        await outbox.enqueue('a', first, { group: 'g' });
        expect(await errorCodeOf(outbox.enqueue('a', first, { group: 'h' }))).toBe('ARGUMENT_INVALID');
        expect(await errorCodeOf(outbox.enqueue('a', first))).toBe('ARGUMENT_INVALID');
        fc.pre(!isSame(first, second));
        expect(await errorCodeOf(outbox.enqueue('a', second, { group: 'g' }))).toBe('ARGUMENT_INVALID');
        for (const name of Object.keys(first).filter((key) => OPTIONAL.has(key))) {
          const { [name as 'kind']: _, ...less } = first;
          expect(await errorCodeOf(outbox.enqueue('a', less as OutboxIntent, { group: 'g' }))).toBe('ARGUMENT_INVALID');
        }
      }),
      { numRuns: scaled(50) },
    );
  });

  test('is planned and built with every field that it has', async () => {
    await fc.assert(
      fc.asyncProperty(payableCalls, async ({ feeLimit, ...unplanned }) => {
        const planned: PlannedCall[] = [];
        const planFeeLimit = (asked: PlannedCall) => (planned.push(asked), feeLimit ?? 0n);
        const { client, requests } = payingNode();
        const outbox = outboxOver(client, { planFeeLimit, maxFailures: 1 });
        await outbox.enqueue('a', unplanned);
        await outbox.run();
        const { kind: _, ...asked } = unplanned;
        expect(planned).toEqual([asked]);
        const { body } = requests.find(({ path }) => path === '/wallet/triggersmartcontract') ?? {};
        expect(body).toMatchObject({
          ...(asked.callValue !== undefined && { call_value: Number(asked.callValue) }),
          ...(asked.permissionId !== undefined && { Permission_id: asked.permissionId }),
          fee_limit: Number(feeLimit),
        });
      }),
      { numRuns: scaled(25) },
    );
  });
});

const OPTIONAL = new Set(['callValue', 'memo', 'permissionId', 'lockBlocks']);
const isSame = (first: OutboxIntent, second: OutboxIntent): boolean => fieldsOf(first) === fieldsOf(second);
const fieldsOf = (intent: OutboxIntent): string =>
  JSON.stringify(
    Object.entries(intent)
      .map(
        ([name, value]) =>
          `${name} ${JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? `${each}n` : each))}`,
      )
      .toSorted(),
  );

describe('a payment counts', () => {
  /** How long after its block a solid block has it, on the node of these tests. */
  const SOLID_LAG_MS = 60_000;

  /** A node that rejects what another node of its network includes five seconds later. */
  function rejectingNode(info: object = {}) {
    const node = payingNode({
      broadcast: (txid) => {
        if (!node.paid.has(txid)) node.paid.set(txid, node.clock.now() + 5000);
        return { code: 'SIGERROR', message: 'no', txid };
      },
      info,
    });
    return node;
  }

  test('once a solid block has it, and not before', async () => {
    const node = payingNode();
    let settledAt = 0;
    const onChange = ({ status }: OutboxEntry) => void (status === 'succeeded' && (settledAt = node.clock.now()));
    const outbox = outboxOver(node.client, { onChange });
    await outbox.enqueue('a', transfer);
    await outbox.run();
    const [paidAt = Infinity] = node.paid.values();
    expect(settledAt).toBeGreaterThanOrEqual(paidAt + SOLID_LAG_MS);
  });

  test('only in a solid block when the node has rejected it and another node included it', async () => {
    const node = rejectingNode();
    let settledAt = 0;
    const outbox = outboxOver(node.client, {
      onChange: ({ status }) => void (status === 'succeeded' && (settledAt = node.clock.now())),
    });
    await outbox.enqueue('a', transfer);
    await outbox.run();
    expect(await outbox.get('a')).toMatchObject({ status: 'succeeded' });
    const [paidAt = Infinity] = node.paid.values();
    expect(settledAt).toBeGreaterThanOrEqual(paidAt + SOLID_LAG_MS);
  });

  test('as failed when the node has rejected it and another node included it without effect', async () => {
    const node = rejectingNode({ fee: 7, result: 'FAILED', receipt: { result: 'OUT_OF_ENERGY' } });
    const changes: string[] = [];
    const outbox = outboxOver(node.client, { onChange: ({ status }) => void changes.push(status) });
    await outbox.enqueue('a', transfer);
    await outbox.run();
    const entry = await outbox.get('a');
    expect(entry).toMatchObject({ status: 'failed', fee: 7n, problem: { code: 'TRANSACTION_FAILED' } });
    expect(entry?.blockNumber).toBeGreaterThan(0);
    expect(changes).toEqual(['signed', 'failed']);
  });

  test('not while a fork may drop it: another block that includes it later is the one that counts', async () => {
    const node = payingNode();
    let isForked = false;
    const client: NodeClient = {
      ...node.client,
      request: async (...args) => {
        const answer = await node.client.request(...args);
        const [paid] = node.paid;
        // The block is dropped 30 seconds after it was made, and its transaction is in one of the other branch.
        if (!isForked && paid !== undefined && node.clock.now() > paid[1] + 30_000) {
          isForked = true;
          node.paid.set(paid[0], node.clock.now());
        }
        return answer;
      },
    };
    let settledAt = 0;
    const outbox = outboxOver(client, {
      onChange: ({ status }) => void (status === 'succeeded' && (settledAt = node.clock.now())),
    });
    await outbox.enqueue('a', transfer);
    await outbox.run();
    expect(isForked).toBe(true);
    const [paidAt = Infinity] = node.paid.values();
    expect(settledAt).toBeGreaterThanOrEqual(paidAt + SOLID_LAG_MS);
    expect(node.paid.size).toBe(1);
  });
});

describe('failures', () => {
  /** An outbox whose planner always fails, and the number of its calls; it stops immediately after far too many. */
  function failingOutbox(maxFailures: number, store = createMemoryStore()) {
    let asked = 0;
    const stop = new AbortController();
    const planFeeLimit = () => {
      if (++asked > 3 * maxFailures) stop.abort();
      throw new Error('no plan');
    };
    const outbox = outboxOver(payingNode().client, { store, planFeeLimit, maxFailures });
    return { outbox, store, run: () => outbox.run({ signal: stop.signal }), asked: () => asked };
  }

  test.each([1, 2, 3, 4])(
    'are counted: an entry is rejected after %i equal ones, and not earlier',
    async (maxFailures) => {
      const { outbox, run, asked } = failingOutbox(maxFailures);
      await outbox.enqueue('a', call);
      await run();
      expect(asked()).toBe(maxFailures);
      expect(await outbox.get('a')).toMatchObject({
        status: 'rejected',
        failures: maxFailures,
        problem: { code: 'UNKNOWN', message: 'no plan' },
      });
    },
  );

  test('of an earlier process count too', async () => {
    const store = createMemoryStore();
    const end = new AbortController();
    let asked = 0;
    const planFeeLimit = () => {
      if (++asked === 3) end.abort();
      throw new Error('no plan');
    };
    const { client } = payingNode();
    const first = outboxOver(client, { store, planFeeLimit, maxFailures: 4 });
    await first.enqueue('a', call);
    await first.run({ signal: end.signal });
    expect(await first.get('a')).toMatchObject({ status: 'queued', failures: 2 });
    await outboxOver(client, { store, planFeeLimit, maxFailures: 4 }).run();
    expect(asked).toBe(5);
    expect(await first.get('a')).toMatchObject({ status: 'rejected', failures: 4 });
  });

  test('are forgotten by retry, which allows as many again', async () => {
    const { outbox, run, asked } = failingOutbox(3);
    await outbox.enqueue('a', call);
    await run();
    const queued = { status: 'queued', failures: 0 };
    expect(await outbox.retry('a')).toMatchObject(queued);
    expect(await outbox.get('a')).toMatchObject(queued);
    expect(await outbox.get('a')).not.toHaveProperty('problem');
    await run();
    expect(asked()).toBe(6);
    expect(await outbox.get('a')).toMatchObject({ status: 'rejected', failures: 3 });
  });
});

describe('a signed entry', () => {
  const unauthorized = new RpcError('UNAUTHORIZED', { path: '/wallet/x', status: 401, body: '' });
  const unexpected = new RpcError('RESPONSE_INVALID', { path: '/wallet/x', field: 'id', reason: 'no' });

  test.each<[string, unknown]>([
    ['a key that the node rejects', unauthorized],
    ['an answer that makes no sense', unexpected],
    ['a fault of the client', new TypeError('x is not a function')],
  ])('is not signed again because of %s, before or after it was sent', async (_, failure) => {
    for (const failing of ['broadcasttransaction', 'gettransactioninfobyid']) {
      const node = payingNode();
      let failures = 0;
      const client: NodeClient = {
        ...node.client,
        request: async (path, ...rest) => {
          if (path.endsWith(failing) && failures++ < 4) throw failure;
          return node.client.request(path, ...rest);
        },
      };
      const outbox = outboxOver(client, { maxFailures: 1 });
      await outbox.enqueue('a', transfer);
      await outbox.run();
      expect(failures).toBeGreaterThan(4);
      expect(await outbox.get('a')).toMatchObject({ status: 'succeeded', earlierTxIDs: [] });
      expect(node.paid.size).toBe(1);
      expect(node.requests.filter(({ path }) => path === '/wallet/createtransaction')).toHaveLength(1);
    }
  });
});

describe('a stored entry of another format', () => {
  const formats: [string, (stored: { format?: unknown }) => unknown][] = [
    ['a later one', ({ format }) => ({ format: Number(format) + 1 })],
    ['an earlier one', ({ format }) => ({ format: Number(format) - 1 })],
    ['a number in text', ({ format }) => ({ format: String(format) })],
    ['none', () => ({ format: undefined })],
    ['null', () => ({ format: null })],
  ];

  test.each(formats)('(%s) stops every method and is not paid', async (_, change) => {
    const memory = createMemoryStore();
    const node = payingNode();
    await outboxOver(node.client, { store: memory }).enqueue('a', transfer);
    const [{ key, value, listing } = { key: '', value: '', listing: 'none' as const }] = await memory.list({
      listing: 'all',
      after: 0,
      limit: 1,
    });
    const stored = JSON.parse(value) as { format?: unknown };
    expect(stored.format).toBeTypeOf('number');
    const other = JSON.stringify({ ...stored, ...(change(stored) as object) });
    await memory.compareAndSet({ key, value: other, listing, version: 1 });
    const outbox = outboxOver(node.client, { store: memory });
    const rejection = { code: 'RECORD_INVALID', context: { key, field: 'format' } };
    await expect(outbox.get('a')).rejects.toMatchObject(rejection);
    await expect(outbox.retry('a')).rejects.toMatchObject(rejection);
    await expect(outbox.enqueue('a', transfer)).rejects.toMatchObject(rejection);
    await expect(Array.fromAsync(outbox.entries())).rejects.toMatchObject(rejection);
    await expect(outbox.run()).rejects.toMatchObject(rejection);
    expect((await memory.get(key))?.value).toBe(other);
    expect(node.paid.size).toBe(0);
  });
});

test('a stored entry of a later release that others wait behind is no failure of theirs, and they are paid', async () => {
  const memory = createMemoryStore();
  let balance = 0;
  const { client, paid } = payingNode({ balance: () => balance });
  const outbox = outboxOver(client, { store: memory, maxFailures: 1 });
  await outbox.enqueue('a', transfer);
  await outbox.run();
  expect(await outbox.get('a')).toMatchObject({ status: 'waiting-for-funds' });
  const stored = (await memory.get('entry/a')) ?? expect.fail('it is stored');
  const value = JSON.stringify({ ...(JSON.parse(stored.value) as object), format: 2 });
  await memory.compareAndSet({ ...stored, value, delayMs: 60_000 });
  balance = 5_000_000;
  await outbox.enqueue('b', transfer);
  await expect(outbox.run()).rejects.toMatchObject({ code: 'RECORD_INVALID', context: { key: 'entry/a' } });
  expect(await outbox.get('b')).toMatchObject({ status: 'succeeded', failures: 0 });
  expect(paid.size).toBe(1);
});

test('a store that fails while a transaction is built ends the run, and is no failure of the entry', async () => {
  const store = createMemoryStore();
  let isBroken = false;
  const failing: OutboxStore = {
    ...store,
    createIfAbsent: async (record) => {
      if (isBroken && record.key !== 'lease') throw new Error('disk full');
      return store.createIfAbsent(record);
    },
  };
  const node = payingNode();
  const outbox = outboxOver(node.client, { store: failing, maxFailures: 1 });
  await outbox.enqueue('a', transfer);
  isBroken = true;
  expect(await errorCodeOf(outbox.run())).toBe('STORE_FAILED');
  expect(await outbox.get('a')).toMatchObject({ status: 'queued', failures: 0 });
  expect(node.paid.size).toBe(0);
  isBroken = false;
  await outbox.run();
  expect(await outbox.get('a')).toMatchObject({ status: 'succeeded', failures: 0 });
});

const rejection = { Error: 'class org.tron.core.exception.ContractValidateException : no money' };

test('a rejection of the chain that repeats ends an entry with the first attempt', async () => {
  let builds = 0;
  const { client } = payingNode({ build: () => (builds++, Response.json(rejection)) });
  const outbox = outboxOver(client, { maxFailures: 3 });
  await outbox.enqueue('a', transfer);
  await outbox.run();
  expect(await outbox.get('a')).toMatchObject({
    status: 'rejected',
    failures: 1,
    problem: { code: 'VALIDATION_FAILED' },
  });
  expect(builds).toBe(2);
});

test('a payment that was rejected before a deposit arrived is made', async () => {
  let builds = 0;
  const { client, paid } = payingNode({ build: () => (builds++ === 0 ? Response.json(rejection) : undefined) });
  const outbox = outboxOver(client, { maxFailures: 1 });
  await outbox.enqueue('a', transfer);
  await outbox.run();
  expect(await outbox.get('a')).toMatchObject({ status: 'succeeded', failures: 0 });
  expect(paid.size).toBe(1);
});

test('a process that stood still for longer than its lease stores nothing that it did meanwhile', async () => {
  const node = payingNode();
  const signatures: string[] = [];
  const now = performance.now.bind(performance);
  using clock = vi.spyOn(performance, 'now');
  const standing = {
    async sign(digest: Uint8Array) {
      signatures.push(String(digest));
      // No timer has noticed yet how late it is.
      if (signatures.length === 1) clock.mockImplementation(() => now() + 3_600_000);
      return signer.sign(digest);
    },
  };
  const outbox = outboxOver(node.client, { signer: standing });
  await outbox.enqueue('a', transfer);
  await outbox.run();
  expect(new Set(signatures).size).toBeGreaterThan(1);
  expect(await outbox.get('a')).toMatchObject({ status: 'succeeded', earlierTxIDs: [] });
  expect(node.paid.size).toBe(1);
});

describe('a store that forgets an entry', () => {
  const forgetful = (forgets: (key: string) => boolean): OutboxStore => {
    const store = createMemoryStore();
    return {
      ...store,
      get: async (key) => (forgets(key) ? undefined : store.get(key)),
      compareAndSet: async (record) => !forgets(record.key) && store.compareAndSet(record),
    };
  };
  const rejection = { code: 'ARGUMENT_INVALID', context: { argument: 'store' } };

  test('makes enqueue reject rather than enqueue the intent again', async () => {
    const store = forgetful((key) => key === 'entry/a');
    const outbox = outboxOver(payingNode().client, { store });
    await outbox.enqueue('a', transfer);
    await expect(outbox.enqueue('a', transfer)).rejects.toMatchObject(rejection);
  });

  test('ends a run before the transaction is sent', async () => {
    const node = payingNode();
    const outbox = outboxOver(node.client, { store: forgetful((key) => key === 'entry/a') });
    await outbox.enqueue('a', transfer);
    const reason = 'the store has no such entry after version 2';
    await expect(outbox.run()).rejects.toMatchObject({ code: 'STORE_OUTDATED', context: { id: 'a', reason } });
    expect(node.paid.size).toBe(0);
  });
});

describe('a store that reports changes that it does not make', () => {
  test.each([0, 1, 2])('has nothing sent, however often it is run, when it begins after %i changes', async (honest) => {
    const node = payingNode();
    const memory = createMemoryStore();
    let changes = 0;
    const store: OutboxStore = {
      ...memory,
      compareAndSet: async (change) => (++changes > honest ? true : memory.compareAndSet(change)),
    };
    const outbox = outboxOver(node.client, { store });
    const ids = ['a', 'b', 'c'];
    for (const id of ids) await outbox.enqueue(id, transfer);
    for (let run = 0; run < 3; run++) {
      const error: unknown = await outbox.run().catch((thrown: unknown) => thrown);
      if (!isPaymentsError(error, 'STORE_OUTDATED')) throw error;
      expect(ids).toContain(error.context.id);
      expect(error.context.txID).toMatch(/^[0-9a-f]{64}$/);
      expect(error.message).toContain(`transaction ${error.context.txID}`);
    }
    // What was sent is what it kept.
    const kept = await Array.fromAsync(outbox.entries('all'));
    const signed = kept.flatMap(({ txID }) => (txID === undefined ? [] : [txID]));
    expect(signed).toEqual(expect.arrayContaining([...node.paid.keys()]));
    expect(signed.length).toBeLessThanOrEqual(honest);
  });
});

describe('a change that another process made first', () => {
  /** A store in which another process changes an entry right before this one writes its change. */
  function raced(change: (entry: OutboxEntry) => Partial<OutboxEntry> | undefined): OutboxStore {
    const store = createMemoryStore();
    return {
      ...store,
      compareAndSet: async (record) => {
        const stored = await store.get(record.key);
        if (stored !== undefined && record.key.startsWith('entry/') && stored.version === record.version) {
          const entry = JSON.parse(stored.value) as OutboxEntry;
          const changes = change(entry);
          if (changes !== undefined) {
            const value = JSON.stringify({ ...entry, ...changes });
            const listing = changes.status === undefined || changes.status === 'queued' ? 'open' : 'ended';
            await store.compareAndSet({ ...stored, value, listing });
          }
        }
        return store.compareAndSet(record);
      },
    };
  }

  test('is kept, and the transaction that was signed meanwhile is not sent', async () => {
    const node = payingNode();
    const changes: string[] = [];
    const store = raced(({ status }) =>
      status === 'queued' ? { status: 'rejected', problem: { code: 'UNKNOWN', message: 'x' } } : undefined,
    );
    const outbox = outboxOver(node.client, { store, onChange: ({ status }) => void changes.push(status) });
    await outbox.enqueue('a', transfer);
    await outbox.run();
    expect(await outbox.get('a')).toMatchObject({ status: 'rejected' });
    expect(node.paid.size).toBe(0);
    expect(changes).toEqual([]);
  });

  test('is the one that retry starts from', async () => {
    const { client } = payingNode({ build: () => Response.json({ Error: 'contract validate error : no' }) });
    let isRaced = false;
    const store = raced(({ status }) => {
      if (status !== 'rejected' || isRaced) return undefined;
      isRaced = true;
      return { status: 'queued' };
    });
    const outbox = outboxOver(client, { store, maxFailures: 1 });
    await outbox.enqueue('a', transfer);
    await outbox.run();
    const rejected = await outbox.retry('a').catch((error: unknown) => error);
    expect(isPaymentsError(rejected, 'ARGUMENT_INVALID')).toBe(true);
    expect(await outbox.get('a')).toMatchObject({ status: 'queued' });
  });
});
