import {
  createMemoryStore,
  createOutbox,
  createOutboxQueue,
  type Outbox,
  type OutboxEntry,
  type OutboxOptions,
  type OutboxStore,
} from '@coin/payments';
import { RpcError, type NodeClient } from '@coin/rpc';
import { createKeySigner } from '@coin/rpc/signer';
// When a run works, waits and ends, and what it asks its store and its node for.
import { abortAfter, useVirtualTime } from '@coin/test-kit/virtual-time';
import { withEpoch } from '@coin/test-kit/with-epoch';
import { describe, expect, test, vi } from 'vitest';
import { errorCodeOf } from '../support/outcome.ts';
import { payingNode, signer, transfer, type PayingNodeScript } from '../support/paying-node.ts';

useVirtualTime();

const COIN = 1_000_000;
const MINUTE_MS = 60_000;
/** A poll that comes too late for what a test waits for. */
const LATE_POLL = { pollMs: 60 * MINUTE_MS };

const pass = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

function outboxOver(store: OutboxStore, options: Partial<OutboxOptions> = {}, script: PayingNodeScript = {}) {
  const node = payingNode(script);
  return { node, outbox: createOutbox({ store, client: node.client, signer, ...options }) };
}

/** A run that waits for entries. */
async function startWaiting(outbox: Outbox) {
  const stop = new AbortController();
  const running = outbox.run({ signal: stop.signal, whenIdle: 'wait' });
  await pass(10);
  return async () => {
    stop.abort();
    await running;
  };
}

const statusOf = async (outbox: Pick<Outbox, 'get'>, id: string) => (await outbox.get(id))?.status;

describe('a run does not wait for its next poll', () => {
  test('to begin, to fill places that are free again, or to continue a group', async () => {
    const { node, outbox } = outboxOver(createMemoryStore(), { ...LATE_POLL, concurrency: 2 });
    for (const id of ['a', 'b', 'c', 'd', 'e']) await outbox.enqueue(id, transfer);
    for (const id of ['f', 'g']) await outbox.enqueue(id, transfer, { group: 'g' });
    const started = Date.now();
    await outbox.run();
    expect(node.paid.size).toBe(7);
    expect(Date.now() - started).toBeLessThan(MINUTE_MS);
  });

  test('to continue a group while it has free places', async () => {
    const { node, outbox } = outboxOver(createMemoryStore(), LATE_POLL);
    for (const id of ['a', 'b', 'c']) await outbox.enqueue(id, transfer, { group: 'g' });
    const started = Date.now();
    await outbox.run();
    expect(node.paid.size).toBe(3);
    expect(Date.now() - started).toBeLessThan(MINUTE_MS);
  });

  test('to pay what its own outbox enqueues or retries', async () => {
    const store = createMemoryStore();
    const queue = createOutboxQueue({ store });
    await queue.enqueue('retried', transfer);
    await queue.cancel('retried');
    const { outbox } = outboxOver(store, LATE_POLL);
    const stop = await startWaiting(outbox);
    await outbox.enqueue('a', transfer);
    await pass(MINUTE_MS);
    expect(await statusOf(outbox, 'a')).toBe('succeeded');
    await outbox.retry('retried');
    await pass(MINUTE_MS);
    expect(await statusOf(outbox, 'retried')).toBe('succeeded');
    await stop();
  });

  test('to pay what another process enqueues, if the store tells', async () => {
    const memory = createMemoryStore();
    const wakers: (() => void)[] = [];
    const store: OutboxStore = {
      ...memory,
      async listen(wake) {
        wakers.push(wake);
        return async () => void wakers.splice(wakers.indexOf(wake), 1);
      },
    };
    const { outbox } = outboxOver(store, LATE_POLL);
    const stop = await startWaiting(outbox);
    await createOutboxQueue({ store: memory }).enqueue('a', transfer);
    await pass(MINUTE_MS);
    expect(await statusOf(outbox, 'a')).toBe('queued');
    expect(wakers).toHaveLength(1);
    wakers[0]?.();
    await pass(MINUTE_MS);
    expect(await statusOf(outbox, 'a')).toBe('succeeded');
    await stop();
    expect(wakers).toEqual([]);
  });

  test.each([
    ['its signer has no key of', {}],
    ['is not among its owners', { owners: [transfer.owner] }],
  ])('and claims nothing when another process enqueues for an account that %s', async (_, runOptions) => {
    const other = transfer.to;
    const memory = createMemoryStore();
    const wakers: ((owner?: string) => void)[] = [];
    let claims = 0;
    const store: OutboxStore = {
      ...memory,
      claim: (...args) => (claims++, memory.claim(...args)),
      listen: async (wake) => (wakers.push(wake), async () => {}),
    };
    await createOutboxQueue({ store: memory }).enqueue('of another', { ...transfer, owner: other, to: transfer.owner });
    const { outbox } = outboxOver(store, LATE_POLL);
    const stop = new AbortController();
    const running = outbox.run({ signal: stop.signal, whenIdle: 'wait', ...runOptions });
    const claimsAfter = async (...owner: [string?]) => {
      const before = claims;
      wakers[0]?.(...owner);
      await pass(10);
      return claims - before;
    };
    await pass(MINUTE_MS);
    expect([await claimsAfter(other), await claimsAfter(transfer.owner), await claimsAfter()]).toEqual([0, 1, 1]);
    expect(await statusOf(outbox, 'of another')).toBe('queued');
    stop.abort();
    await running;
  });

  test('to claim what it may sign for another account', async () => {
    const keys = [{ address: signer.address, weight: 1 }];
    const account = { owner_permission: { permission_name: 'owner', threshold: 1, keys } };
    const memory = createMemoryStore();
    const owners: unknown[] = [];
    const store: OutboxStore = { ...memory, claim: (claim) => (owners.push(claim.owners), memory.claim(claim)) };
    const other = { ...transfer, owner: transfer.to, to: transfer.owner };
    await createOutboxQueue({ store }).enqueue('of another', other);
    const { outbox } = outboxOver(store, LATE_POLL, { account });
    const stop = await startWaiting(outbox);
    expect(owners.at(-1)).toEqual([transfer.owner, transfer.to]);
    await stop();
  });

  test('to pay what another process enqueued until the poll', async () => {
    const store = createMemoryStore();
    const { outbox } = outboxOver(store, { pollMs: 5000 });
    const stop = await startWaiting(outbox);
    await createOutboxQueue({ store }).enqueue('a', transfer);
    await pass(5000);
    expect(await statusOf(outbox, 'a')).toBe('succeeded');
    await stop();
  });
});

describe('a run over an entry that waits', () => {
  /** Its budget is too small, which is looked at again after a minute. */
  const poor = { maxFeePerPayment: 1n };

  test('ends as soon as it has looked at the entry', async () => {
    const { outbox } = outboxOver(createMemoryStore(), poor);
    await outbox.enqueue('a', transfer);
    const started = Date.now();
    await outbox.run();
    expect(await statusOf(outbox, 'a')).toBe('waiting-for-budget');
    expect(Date.now() - started).toBeLessThan(MINUTE_MS / 2);
  });

  test('ends when another process has looked at the entry', async () => {
    const memory = createMemoryStore();
    const first = outboxOver(memory, poor).outbox;
    await first.enqueue('a', transfer);
    await first.run();
    const second = outboxOver({ ...memory, claim: async () => [] }, poor).outbox;
    const stop = new AbortController();
    let hasEnded = false;
    const running = second.run({ signal: stop.signal }).then(() => (hasEnded = true));
    await pass(10_000);
    expect(hasEnded).toBe(false);
    await first.run();
    await pass(10_000);
    expect(hasEnded).toBe(true);
    stop.abort();
    await running;
  });

  test.each([{}, { group: 'g' }])(
    'ends once another process has paid an entry (%o), and then names a damaged one',
    async (options) => {
      const store = createMemoryStore();
      const signing = Promise.withResolvers<void>();
      const slow = { sign: async (digest: Uint8Array) => (await signing.promise, signer.sign(digest)) };
      const first = outboxOver(store, { signer: slow, concurrency: 1 }).outbox;
      await first.enqueue('paid', transfer, options);
      const paying = first.run().catch(() => {});
      await pass(10);
      const second = outboxOver(store, poor).outbox;
      for (const id of ['waiting', 'damaged']) await second.enqueue(id, transfer);
      await store.compareAndSet({
        key: 'entry/damaged',
        value: '{',
        listing: 'open',
        version: 1,
        owner: transfer.owner,
      });
      let ended: unknown;
      const running = second.run().catch((error: unknown) => (ended = error));
      await pass(MINUTE_MS / 2);
      expect(await statusOf(second, 'waiting')).toBe('waiting-for-budget');
      expect(ended).toBeUndefined();
      signing.resolve();
      await paying;
      await running;
      expect(ended).toMatchObject({ code: 'RECORD_INVALID', context: { key: 'entry/damaged' } });
      expect(await statusOf(second, 'paid')).toBe('succeeded');
    },
  );

  test('ends once its signer turns out to have another key than it says', async () => {
    const other = createKeySigner('01'.repeat(32));
    const mistaken = { address: signer.address, sign: other.sign };
    const { outbox } = outboxOver(createMemoryStore(), { signer: mistaken });
    await outbox.enqueue('a', transfer);
    const signal = abortAfter(MINUTE_MS);
    await outbox.run({ signal });
    expect(signal.aborted).toBe(false);
    expect(await outbox.get('a')).toMatchObject({
      status: 'queued',
      failures: 0,
      problem: { code: 'SIGNER_MISMATCH' },
    });
  });

  test('ends while its entry is behind one of another account in a group', async () => {
    const { outbox } = outboxOver(createMemoryStore());
    await outbox.enqueue('of another', { ...transfer, owner: transfer.to, to: transfer.owner }, { group: 'g' });
    await outbox.enqueue('a', transfer, { group: 'g' });
    const signal = abortAfter(MINUTE_MS);
    await outbox.run({ signal });
    expect(signal.aborted).toBe(false);
    expect(await statusOf(outbox, 'a')).toBe('queued');
  });

  test('does not end until its node has told whether it may pay from each account', async () => {
    const node = payingNode();
    const problems: string[] = [];
    let isPaid = false;
    let failures = 0;
    const request: NodeClient['request'] = (path, ...rest) => {
      const isOfOther = path.endsWith('/getaccount') && JSON.stringify(rest).includes(transfer.to);
      if (!isOfOther || (isPaid && ++failures > 3)) return node.client.request(path, ...rest);
      return Promise.reject(new RpcError('NETWORK_FAILED', { path, reason: 'refused' }, { retryable: true }));
    };
    const store = createMemoryStore();
    const outbox = createOutbox({
      store,
      client: { ...node.client, request },
      signer,
      onChange: ({ status }) => void (isPaid ||= status === 'succeeded'),
      onProblem: ({ code }) => void problems.push(code),
    });
    await outbox.enqueue('of another', { ...transfer, owner: transfer.to, to: transfer.owner });
    await outbox.enqueue('a', transfer);
    await outbox.run();
    expect(await statusOf(outbox, 'a')).toBe('succeeded');
    expect(failures).toBeGreaterThan(3);
    expect(problems[0]).toBe('NETWORK_FAILED');
  });

  test('continues until it has looked at the entry, however long its node is unreachable', async () => {
    let received = 0;
    let failures = 0;
    const node = payingNode({ balance: () => received });
    const request: NodeClient['request'] = (path, ...rest) => {
      if (received === 0 || !path.endsWith('/getaccount') || failures === 50) return node.client.request(path, ...rest);
      failures++;
      return Promise.reject(new RpcError('NETWORK_FAILED', { path, reason: 'refused' }, { retryable: true }));
    };
    const outbox = createOutbox({ store: createMemoryStore(), client: { ...node.client, request }, signer });
    await outbox.enqueue('a', transfer);
    await outbox.run();
    expect(await statusOf(outbox, 'a')).toBe('waiting-for-funds');
    received = 2 * COIN;
    await outbox.run();
    expect(failures).toBe(50);
    expect(await statusOf(outbox, 'a')).toBe('succeeded');
  });

  test('reads all entries that wait, however many', async () => {
    const store = createMemoryStore();
    const { node, outbox } = outboxOver(store, poor);
    const ids = Array.from({ length: 101 }, (_, index) => `${index}`);
    for (const id of ids) await outbox.enqueue(id, transfer);
    await outbox.run();
    expect((await outbox.summary()).counts['waiting-for-budget']).toBe(ids.length);
    const listed = await Array.fromAsync(outbox.entries());
    expect(listed.map(({ id }) => id)).toEqual(ids);
    await outbox.cancel('100');
    await outbox.retry('100');
    const rich = createOutbox({ store, client: node.client, signer });
    await rich.run();
    expect((await rich.summary()).counts.succeeded).toBe(ids.length);
  });

  test('looks at an entry again once the one before it has its coin', async () => {
    let received = 0;
    const { node, outbox } = outboxOver(createMemoryStore(), {}, { balance: () => received - COIN * node.paid.size });
    await outbox.enqueue('a', transfer);
    await outbox.enqueue('b', transfer);
    await outbox.run();
    expect(await outbox.get('b')).toMatchObject({ waitsFor: { behind: 'a' } });
    received = 2 * COIN;
    await outbox.run();
    expect(await statusOf(outbox, 'a')).toBe('succeeded');
    expect(await statusOf(outbox, 'b')).toBe('succeeded');
  });
});

describe('an entry that waits is looked at again', () => {
  /** The delays with which entries are stored. */
  function delaysOf(options: Partial<OutboxOptions>, script: PayingNodeScript) {
    const memory = createMemoryStore();
    const delays: (number | undefined)[] = [];
    const compareAndSet: OutboxStore['compareAndSet'] = (change) => {
      delays.push(change.delayMs);
      return memory.compareAndSet(change);
    };
    return { delays, ...outboxOver({ ...memory, compareAndSet }, options, script) };
  }

  test('with the next block if it is the first that waits for coin, and less often behind it', async () => {
    const { node, outbox, delays } = delaysOf({}, { balance: () => 0 });
    await outbox.enqueue('a', transfer);
    await outbox.run();
    expect(delays.at(-1)).toBe(3000);
    await node.clock.sleep(600_000);
    await outbox.run();
    expect(delays.at(-1)).toBe(3000);
    await outbox.enqueue('b', transfer);
    await outbox.run();
    const later: (number | undefined)[] = [];
    for (const seconds of [1, 20, 30, 500]) {
      await node.clock.sleep(seconds * 1000);
      const { length } = delays;
      await outbox.run();
      later.push(Math.max(...delays.slice(length).map((delay) => delay ?? 0)));
    }
    expect(later).toEqual([3000, 21_000, 51_000, 60_000]);
  });

  test('after a pause that grows up to a minute if the entry before it has not succeeded', async () => {
    const { node, outbox, delays } = delaysOf({}, {});
    await outbox.enqueue('a', transfer);
    await outbox.cancel('a');
    await outbox.enqueue('b', transfer, { after: 'a' });
    for (const seconds of [0, 1, 20, 30, 500]) {
      await node.clock.sleep(seconds * 1000);
      await outbox.run();
    }
    expect(delays.filter((delay) => delay !== undefined)).toEqual([3000, 3000, 21_000, 51_000, 60_000]);
  });

  test('after a minute if its fees are too high, or at the end of the day if that is sooner', async () => {
    const { node, outbox, delays } = delaysOf({ maxFeesPerDay: 1n }, {});
    await outbox.enqueue('a', transfer);
    await outbox.run();
    expect(delays.at(-1)).toBe(MINUTE_MS);
    const DAY_MS = 86_400_000;
    const untilMidnight = () => DAY_MS - (node.clock.now() % DAY_MS);
    await node.clock.sleep(untilMidnight() - 20_000);
    await outbox.run();
    expect(delays.at(-1)).toBe(untilMidnight());
  });
});

describe('a run', () => {
  test.each(['get', 'list', 'claim', 'count', 'createIfAbsent', 'compareAndSet', 'listen'] as const)(
    'rejects if %s of its store throws',
    async (method) => {
      const memory = createMemoryStore();
      await createOutboxQueue({ store: memory }).enqueue('a', transfer);
      const fail = async () => {
        throw new Error('disk full');
      };
      const { outbox } = outboxOver({ ...memory, [method]: fail });
      const context = { method, reason: 'disk full' };
      await expect(outbox.run()).rejects.toMatchObject({ code: 'STORE_FAILED', context });
    },
  );

  test('checks the settings of its store first', async () => {
    const store = { ...createMemoryStore(), check: () => Promise.reject(new Error('no connection')) };
    const { node, outbox } = outboxOver(store);
    await expect(outbox.run()).rejects.toMatchObject({ code: 'STORE_FAILED', context: { method: 'check' } });
    expect(node.requests).toEqual([]);
  });

  test('returns when its signal aborts while its node is busy', async () => {
    const { client } = payingNode();
    const busy: NodeClient = {
      ...client,
      request: () => Promise.reject(new RpcError('RATE_LIMITED', { path: '/', status: 429, body: '' })),
    };
    const outbox = createOutbox({ store: createMemoryStore(), client: busy, signer });
    const stop = new AbortController();
    setTimeout(() => stop.abort(), MINUTE_MS);
    expect(await errorCodeOf(outbox.run({ signal: stop.signal }))).toBe('success');
  });

  test('ends as soon as its signal aborts, and listens to it no more', async () => {
    const listeners = new Set<() => void>();
    const signal = {
      aborted: false,
      reason: new Error('enough'),
      addEventListener: (_: string, listener: () => void) => void listeners.add(listener),
      removeEventListener: (_: string, listener: () => void) => void listeners.delete(listener),
    };
    const { outbox } = outboxOver(createMemoryStore(), LATE_POLL);
    const running = outbox.run({ signal, whenIdle: 'wait' });
    await pass(1000);
    expect(listeners.size).toBe(1);
    const aborted = Date.now();
    for (const listener of listeners) listener();
    expect(await errorCodeOf(running)).toBe('success');
    expect(Date.now() - aborted).toBeLessThan(MINUTE_MS);
    expect(listeners.size).toBe(0);
  });

  describe('whose signal has aborted', () => {
    const fail = async () => {
      throw new Error('disk full');
    };

    test('rejects if its store fails nevertheless', async () => {
      const stop = new AbortController();
      const claim = () => (stop.abort(), fail());
      const { outbox } = outboxOver({ ...createMemoryStore(), claim });
      await outbox.enqueue('a', transfer);
      const context = { method: 'claim', reason: 'disk full' };
      await expect(outbox.run({ signal: stop.signal })).rejects.toMatchObject({ code: 'STORE_FAILED', context });
    });

    test('rejects if its store failed before', async () => {
      const memory = createMemoryStore();
      const stop = new AbortController();
      const compareAndSet: OutboxStore['compareAndSet'] = async (change) => {
        if (change.key === 'entry/a') return fail();
        await pass(1000);
        stop.abort();
        return memory.compareAndSet(change);
      };
      const { outbox } = outboxOver({ ...memory, compareAndSet });
      for (const id of ['a', 'b']) await outbox.enqueue(id, transfer);
      await expect(outbox.run({ signal: stop.signal })).rejects.toMatchObject({ code: 'STORE_FAILED' });
      expect(stop.signal.aborted).toBe(true);
    });

    test('rejects if onChange throws nevertheless', async () => {
      const stop = new AbortController();
      const onChange = () => (stop.abort(), fail());
      const { outbox } = outboxOver(createMemoryStore(), { onChange });
      for (const id of ['a', 'b', 'c']) await outbox.enqueue(id, transfer);
      await expect(outbox.run({ signal: stop.signal })).rejects.toMatchObject({ code: 'CALLBACK_FAILED' });
    });

    test('resolves if its node or its signer fails', async () => {
      for (const failing of ['createtransaction', 'broadcasttransaction', 'sign']) {
        const stop = new AbortController();
        const { client } = payingNode();
        const failWith = async (error: Error) => {
          stop.abort();
          throw error;
        };
        const request: NodeClient['request'] = (path, ...rest) =>
          path.endsWith(`/${failing}`)
            ? failWith(new RpcError('NETWORK_FAILED', { path, reason: 'refused' }))
            : client.request(path, ...rest);
        const failingSigner = { address: signer.address, sign: () => failWith(new Error('no key')) };
        const outbox = createOutbox({
          store: createMemoryStore(),
          client: { ...client, request },
          signer: failing === 'sign' ? failingSigner : signer,
        });
        await outbox.enqueue('a', transfer);
        expect(await errorCodeOf(outbox.run({ signal: stop.signal }))).toBe('success');
        expect(stop.signal.aborted).toBe(true);
        expect(await outbox.get('a')).toMatchObject({ failures: 0 });
        expect(await outbox.get('a')).not.toHaveProperty('problem');
      }
    });
  });

  test('works on as many entries at a time as it may, and claims no others', async () => {
    const limits: number[] = [];
    const memory = createMemoryStore();
    const store: OutboxStore = { ...memory, claim: (claim) => (limits.push(claim.limit), memory.claim(claim)) };
    const signed = new Set<string>();
    let most = 0;
    const onChange = async ({ id, status }: OutboxEntry) => {
      if (status === 'signed') signed.add(id);
      else signed.delete(id);
      most = Math.max(most, signed.size);
      // The first entry stays in progress while others end.
      if (id === '0') await new Promise((resolve) => setTimeout(resolve, 10_000));
    };
    const { node, outbox } = outboxOver(store, { concurrency: 2, onChange });
    for (let index = 0; index < 9; index++) await outbox.enqueue(`${index}`, transfer);
    await outbox.run();
    expect(node.paid.size).toBe(9);
    expect(most).toBe(2);
    expect(new Set(limits)).toEqual(new Set([1, 2]));
  });

  test('says what its node answered if that ended it', async () => {
    const { client } = payingNode();
    const request = () =>
      Promise.reject(new RpcError('NODE_ERROR', { path: '/', nodeCode: 'no', nodeMessage: 'disk full' }));
    const outbox = createOutbox({
      store: createMemoryStore(),
      client: { ...client, request },
      signer,
      maxFailures: 1,
    });
    const reason = expect.stringContaining('disk full');
    await expect(outbox.run()).rejects.toMatchObject({ code: 'NODE_FAILED', context: { reason } });
  });

  test('leaves no timer behind', async () => {
    const { outbox } = outboxOver(createMemoryStore());
    await outbox.enqueue('a', transfer);
    await outbox.run();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('ends every request of its node with its signal', async () => {
    const lost = new Set<string>();
    const { client } = payingNode({
      broadcast(txid) {
        if (lost.size === 2) return undefined;
        lost.add(txid);
        return lost.size === 1 ? { result: true, txid } : { code: 'SIGERROR', message: 'no', txid };
      },
    });
    const unending: string[] = [];
    const request: NodeClient['request'] = (path, body, options) => {
      if (options?.signal === undefined) unending.push(path);
      return client.request(path, body, options);
    };
    const outbox = createOutbox({ store: createMemoryStore(), client: { ...client, request }, signer });
    for (const id of ['a', 'b', 'c']) await outbox.enqueue(id, transfer);
    await outbox.run();
    expect((await outbox.summary()).counts).toMatchObject({ succeeded: 2, rejected: 1 });
    expect(unending).toEqual([]);
  });

  test('ends an entry that is rejected without a pause', async () => {
    const { outbox } = outboxOver(createMemoryStore(), { retryDelayMs: MINUTE_MS, maxFailures: 1 });
    // The node builds another amount.
    await outbox.enqueue('a', { ...transfer, amount: 2n });
    const started = Date.now();
    await outbox.run();
    expect(await statusOf(outbox, 'a')).toBe('rejected');
    expect(Date.now() - started).toBeLessThan(MINUTE_MS / 2);
  });

  test('asks a server for its history when it starts, ends or renews its claims, not with each poll or payment', async () => {
    let reads = 0;
    const store: OutboxStore = { ...createMemoryStore(), epoch: async () => (reads++, 'one') };
    const { outbox } = outboxOver(store, { leaseMs: 4 * MINUTE_MS });
    const stop = await startWaiting(outbox);
    expect(reads).toBe(1);
    await outbox.enqueue('a', transfer);
    await pass(3.5 * MINUTE_MS);
    expect(await statusOf(outbox, 'a')).toBe('succeeded');
    expect(reads).toBe(4);
    await stop();
    expect(reads).toBe(5);
  });

  test('works over a store whose wrapper leaves out its epoch', async () => {
    const { epoch: _, ...store } = withEpoch(createMemoryStore(), () => 'one');
    const { outbox } = outboxOver(store);
    await outbox.enqueue('a', transfer);
    await outbox.run();
    expect(await statusOf(outbox, 'a')).toBe('succeeded');
  });

  test.each(['claimed', 'being signed'])(
    'reviews the chain before it signs what was %s when its server got another history',
    async (moment) => {
      const memory = createMemoryStore();
      let history = 1;
      const claimedAt: OutboxStore['claim'] = async (claim) => {
        const claimed = await memory.claim(claim);
        if (claimed.length > 0 && moment === 'claimed') history = 2;
        return claimed;
      };
      const store: OutboxStore = withEpoch({ ...memory, claim: claimedAt }, () => `${history}`);
      const { node, outbox } = outboxOver(store, {
        signer: {
          async sign(digest) {
            if (history === 1) {
              history = 2;
              // Until the claims are renewed.
              await pass(MINUTE_MS);
            } else signedAt.push(node.clock.now());
            return signer.sign(digest);
          },
        },
      });
      const signedAt: number[] = [];
      await outbox.enqueue('a', transfer);
      const before = node.clock.now();
      await outbox.run();
      expect(await outbox.get('a')).toMatchObject({ status: 'succeeded', earlierTxIDs: [] });
      expect(signedAt).toHaveLength(1);
      expect(signedAt[0]).toBeGreaterThanOrEqual(before + 10 * MINUTE_MS);
      expect(node.paid.size).toBe(1);
      // Nothing more is built once the server has refused a change.
      expect(node.requests.filter(({ path }) => path === '/wallet/createtransaction')).toHaveLength(2);
    },
  );

  test('keeps its store current while it waits, so the next run reads no old blocks', async () => {
    const store = createMemoryStore();
    const { node, outbox } = outboxOver(store);
    const stop = await startWaiting(outbox);
    for (let half = 0; half < 20; half++) {
      await node.clock.sleep(30_000);
      await pass(30_000);
    }
    await stop();
    await outbox.run();
    expect(node.requests.filter(({ path }) => path.endsWith('/getblockbylimitnext'))).toEqual([]);
  });

  test('starts again when it loses its claims while it reads what earlier runs sent', async () => {
    const memory = createMemoryStore();
    const end = new AbortController();
    const first = outboxOver(memory, {}, { broadcast: () => (end.abort(), { result: true }) });
    await first.outbox.enqueue('a', transfer);
    await first.outbox.run({ signal: end.signal });
    let slow = true;
    const store: OutboxStore = {
      ...memory,
      async list(range) {
        if (slow) await pass(MINUTE_MS);
        slow = false;
        return memory.list(range);
      },
      // Renewals are late too.
      renew: async (claims) => (slow ? pass(MINUTE_MS) : memory.renew(claims)),
    };
    const second = outboxOver(store);
    expect(await errorCodeOf(second.outbox.run())).toBe('success');
    expect(await statusOf(second.outbox, 'a')).toBe('succeeded');
  });

  test('reads no list of entries before it works if none is signed', async () => {
    const memory = createMemoryStore();
    await createOutboxQueue({ store: memory }).enqueue('a', transfer);
    const calls: string[] = [];
    const store: OutboxStore = {
      ...memory,
      count: async () => [...(await memory.count()), { status: 'signed', listing: 'open', count: 0 }],
      claim: (claim) => (calls.push('claim'), memory.claim(claim)),
      list: (range) => (calls.push('list'), memory.list(range)),
    };
    await outboxOver(store).outbox.run();
    expect(calls[0]).toBe('claim');
  });
});

test('a payment takes six calls of its store beside those of its run', async () => {
  const memory = createMemoryStore();
  await createOutboxQueue({ store: memory }).enqueue('a', transfer);
  // A first run writes what all later runs read.
  await outboxOver({ ...memory, claim: async () => [], list: async () => [] }).outbox.run();
  const calls: string[] = [];
  const noting =
    <A extends [...unknown[]], T>(name: string, call: (...args: A) => T) =>
    (...args: A): T => {
      const [first] = args as readonly unknown[];
      const key = typeof first === 'string' ? first : ((first as { key?: string } | undefined)?.key ?? '');
      calls.push(`${name} ${key.replace(/[\da-f]{64}/, 'ID')}`.trim());
      return call(...args);
    };
  const store = Object.fromEntries(
    Object.entries(memory).map(([name, call]) => [name, noting(name, call as (...args: unknown[]) => unknown)]),
  ) as unknown as OutboxStore;
  await outboxOver(store).outbox.run();
  expect(calls.slice(calls.indexOf('count'))).toEqual([
    'count',
    'owners',
    'claim',
    `get waiting/${transfer.owner}`,
    'get gaps',
    `get unknown/${transfer.owner}`,
    'createIfAbsent transaction/ID',
    'compareAndSet entry/a',
    'get entry/a',
    'compareAndSet entry/a',
    'list',
    'renew',
  ]);
});
