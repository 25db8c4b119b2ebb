import {
  createMemoryStore,
  createOutbox,
  createOutboxQueue,
  type OutboxEntry,
  type OutboxOptions,
  type OutboxStore,
} from '@coin/payments';
import { decodeTransaction, RpcError, type NodeClient } from '@coin/rpc';
import { createKeySigner, signingPayload } from '@coin/rpc/signer';
// Which coin a run keeps for payments under way, its own and those of other processes.
import { abortAfter, useVirtualTime } from '@coin/test-kit/virtual-time';
import { describe, expect, test, vi } from 'vitest';
import { payingNode, signer, transfer, type PayingNodeScript } from '../support/paying-node.ts';

useVirtualTime();

const COIN = 1_000_000;
const MINUTE_MS = 60_000;

const pass = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Processes that pay from one account with so many coins. */
function openWallet(coins: number, script: PayingNodeScript = {}, defaults: Partial<OutboxOptions> = {}) {
  const node: ReturnType<typeof payingNode> = payingNode({
    balance: () => coins * COIN - COIN * node.paid.size,
    ...script,
  });
  const memory = createMemoryStore();
  const queue = createOutboxQueue({ store: memory });
  const changes: string[] = [];
  const onChange = ({ id, status }: OutboxEntry) => void changes.push(`${id} ${status}`);
  const open = (options: Partial<OutboxOptions> = {}) =>
    createOutbox({ store: memory, client: node.client, signer, onChange, ...defaults, ...options });
  const statusOf = async (id: string) => (await queue.get(id))?.status;
  /** Has a run of another process end as soon as an entry is signed, and before it is sent. */
  async function leaveSigned(id: string) {
    const stop = new AbortController();
    await queue.enqueue(id, transfer);
    await open({ onChange: ({ status }) => void (status === 'signed' && stop.abort()) }).run({ signal: stop.signal });
    expect(await statusOf(id)).toBe('signed');
    expect(node.paid.size).toBe(0);
  }
  /**
   * Has a run of another process work on one entry, which is signed and not sent before the function is called. Then
   * the run ends, and leaves other entries to others.
   */
  async function standBeforeSending(id: string, options: Partial<OutboxOptions> = {}) {
    const isSending = Promise.withResolvers<void>();
    const mayGo = Promise.withResolvers<void>();
    const client: NodeClient = {
      ...node.client,
      async request(path, ...rest) {
        if (path.endsWith('/broadcasttransaction')) await (isSending.resolve(), mayGo.promise);
        return node.client.request(path, ...rest);
      },
    };
    const stop = new AbortController();
    const onlyThis = (entry: OutboxEntry) => {
      onChange(entry);
      if (entry.id === id && entry.status === 'succeeded') stop.abort();
    };
    await queue.enqueue(id, transfer);
    const running = open({ ...options, client, onChange: onlyThis }).run({ signal: stop.signal });
    await isSending.promise;
    return async () => {
      mayGo.resolve();
      await running;
    };
  }
  return { node, memory, queue, open, changes, statusOf, leaveSigned, standBeforeSending };
}

describe('the coin of a transaction', () => {
  test('that a run takes over is kept once', async () => {
    const { queue, open, changes, leaveSigned } = openWallet(2.6);
    await leaveSigned('a');
    await queue.enqueue('b', transfer);
    await open().run();
    expect(changes).toEqual(['b signed', 'a succeeded', 'b succeeded']);
  });

  test('is free while its entry waits for the coin of another, which would otherwise wait for it', async () => {
    // Enough for both until they are built, because transactions are a few bytes longer than was estimated.
    const balance = (): number => 2_520_000 - 1_267_000 * node.paid.size;
    const { node, queue, open, changes } = openWallet(0, { balance, freeBandwidth: 0 });
    for (const id of ['a', 'b']) await queue.enqueue(id, transfer);
    await open().run({ signal: abortAfter(MINUTE_MS) });
    expect(changes).toEqual(['b signed', 'b succeeded', 'a waiting-for-funds']);
  });

  test('that another process signed since the run began, and left, is kept', async () => {
    let coins = 1.6;
    const { memory, queue, open, changes, leaveSigned } = openWallet(0, { balance: () => coins * COIN });
    let isLeft = false;
    const late: OutboxStore = { ...memory, claim: async (claim) => (isLeft ? memory.claim(claim) : []) };
    const stop = new AbortController();
    const onChange = ({ id, status }: OutboxEntry) => {
      changes.push(`${id} ${status}`);
      if (status === 'succeeded') coins = 0.6;
    };
    const running = open({ store: late, onChange }).run({ signal: stop.signal, whenIdle: 'wait' });
    await pass(1000);
    await leaveSigned('a');
    await queue.enqueue('b', transfer);
    isLeft = true;
    await pass(MINUTE_MS);
    stop.abort();
    await running;
    expect(changes).toEqual(['a succeeded', 'b waiting-for-funds']);
  });

  test('that cannot be sent yet is kept between the attempts', async () => {
    const { node, queue, open, changes } = openWallet(1.3);
    let failures = 0;
    const client: NodeClient = {
      ...node.client,
      async request(path, ...rest) {
        if (path.endsWith('/gettransactioninfobyid') && failures++ < 3)
          throw new RpcError('NETWORK_FAILED', { path, reason: 'refused' });
        return node.client.request(path, ...rest);
      },
    };
    for (const id of ['a', 'b']) await queue.enqueue(id, transfer);
    await open({ client, retryDelayMs: MINUTE_MS }).run();
    expect(failures).toBeGreaterThan(3);
    expect(changes).toEqual(['a signed', 'a signed', 'a succeeded', 'b waiting-for-funds']);
  });

  test('of another process is free once that process has settled it', async () => {
    const { queue, open, statusOf, standBeforeSending } = openWallet(2.2);
    const go = await standBeforeSending('a');
    await queue.enqueue('b', transfer);
    const running = open().run({ signal: abortAfter(10 * MINUTE_MS) });
    await pass(MINUTE_MS);
    const waiting = await queue.get('b');
    expect(waiting?.status).toBe('waiting-for-funds');
    expect(waiting?.waitsFor).toMatchObject({ kind: 'funds', needed: 1_000_000n, available: 933_000n, behind: 'a' });
    await go();
    await running;
    expect(await statusOf('a')).toBe('succeeded');
    expect(await statusOf('b')).toBe('succeeded');
  });

  test('that expires is free immediately', async () => {
    const lost = new Set<string>();
    const broadcast = (txid: string) => {
      if (lost.size === 0) lost.add(txid);
      return lost.has(txid) ? { result: true, txid } : undefined;
    };
    const opened: ReturnType<typeof openWallet> = openWallet(0, {
      balance: () => 1.3 * COIN - COIN * opened.node.paid.size,
      broadcast,
    });
    await opened.queue.enqueue('a', transfer);
    const started = Date.now();
    await opened.open().run();
    expect(await opened.queue.get('a')).toMatchObject({ status: 'succeeded', earlierTxIDs: [...lost] });
    // It is known without reading the account again, which is done after three seconds.
    expect(Date.now() - started).toBeLessThan(3000);
  });

  test('is free as soon as its entry is cancelled', async () => {
    const { queue, open, changes } = openWallet(1.3);
    const cancelling = {
      address: signer.address,
      async sign(digest: Uint8Array) {
        if ((await queue.get('a'))?.status === 'queued') await queue.cancel('a');
        return signer.sign(digest);
      },
    };
    for (const id of ['a', 'b']) await queue.enqueue(id, transfer);
    await open({ signer: cancelling }).run({ signal: abortAfter(10 * MINUTE_MS) });
    expect(changes).toEqual(['b signed', 'b succeeded']);
  });

  test('that is built again is free for an entry whose turn has come', async () => {
    const { memory, queue, open, statusOf } = openWallet(1.3);
    let hasTwin = false;
    const store: OutboxStore = {
      ...memory,
      async createIfAbsent(record, options) {
        // The first transaction that is built belongs to another entry.
        const isTaken = !hasTwin && record.key.startsWith('transaction/');
        hasTwin ||= isTaken;
        return !isTaken && memory.createIfAbsent(record, options);
      },
    };
    for (const id of ['a', 'b']) await queue.enqueue(id, transfer);
    await open({ store }).run({ signal: abortAfter(10 * MINUTE_MS) });
    expect(hasTwin).toBe(true);
    expect(new Set([await statusOf('a'), await statusOf('b')])).toEqual(new Set(['succeeded', 'waiting-for-funds']));
  });
});

test('the budget of a transaction that belongs to another entry is released, although its entry then waits', async () => {
  let coins = 1.3;
  const { node, memory, queue, open, statusOf } = openWallet(0, { balance: () => coins * COIN });
  let isTaken = false;
  const store: OutboxStore = {
    ...memory,
    async createIfAbsent(record, options) {
      if (!record.key.startsWith('transaction/')) return memory.createIfAbsent(record, options);
      isTaken = true;
      coins = 0;
      return false;
    },
  };
  await queue.enqueue('a', transfer);
  await open({ store, maxFeesPerDay: 5_000_000n }).run({ signal: abortAfter(MINUTE_MS) });
  expect([isTaken, await statusOf('a')]).toEqual([true, 'waiting-for-funds']);
  const day = new Date(node.client.clock.now()).toISOString().slice(0, 10);
  const fees = await memory.get(`fees/${transfer.owner}/${day}`);
  expect(JSON.parse(fees?.value ?? '')).toEqual({ settled: '0', reserved: {} });
});

test('an entry that has too little without the transaction of another process does not name it', async () => {
  const { memory, queue, open, leaveSigned } = openWallet(1);
  await leaveSigned('a');
  await queue.enqueue('b', { ...transfer, amount: 9_000_000n });
  const store: OutboxStore = {
    ...memory,
    claim: async (claim) => (await memory.claim(claim)).filter(({ key }) => key !== 'entry/a'),
  };
  await open({ store }).run({ signal: abortAfter(MINUTE_MS) });
  const { waitsFor } = (await queue.get('b')) ?? expect.fail();
  expect(waitsFor).toMatchObject({ kind: 'funds', needed: 9_000_000n });
  expect(waitsFor).not.toHaveProperty('behind');
});

describe('the coin of a transaction that several people sign', () => {
  const ben = createKeySigner('01'.repeat(32));
  const keys = [signer, ben].map(({ address }) => ({ address, weight: 1 }));
  const account = { owner_permission: { permission_name: 'owner', threshold: 2, keys } };
  const together = { signer: [signer, ben] };

  const openShared = (wallet: { coins: number }) => {
    const opened: ReturnType<typeof openWallet> = openWallet(0, {
      account,
      balance: () => COIN * (wallet.coins - opened.node.paid.size),
    });
    const { queue, open } = opened;
    const sign = async (id: string) => {
      const { transaction = '' } = (await queue.get(id)) ?? {};
      const signature = ben.sign(signingPayload(decodeTransaction(transaction)).digest);
      await queue.addSignature(id, { signature, address: ben.address });
    };
    /** Has an entry await the second signature. */
    const await2 = async (id: string) => {
      await queue.enqueue(id, transfer);
      await open({ maxSigningMs: 60 * MINUTE_MS }).run();
      expect(await opened.statusOf(id)).toBe('awaiting-signatures');
    };
    return { ...opened, sign, await2 };
  };

  test.each(['is held back', 'lacks a signature'])(
    'is not kept while another process has it and it %s',
    async (state) => {
      const wallet = { coins: 5 };
      const { memory, queue, open, sign, await2, statusOf } = openShared(wallet);
      await await2('a');
      wallet.coins = 0;
      if (state === 'is held back') {
        await sign('a');
        await open().run({ signal: abortAfter(MINUTE_MS) });
        expect(await queue.get('a')).toMatchObject({ status: 'signed', isHeld: true });
      }
      const ofOthers: OutboxStore = {
        ...memory,
        claim: async (claim) => (await memory.claim(claim)).filter(({ key }) => key !== 'entry/a'),
        // A transaction of another account was sent.
        count: async () => [...(await memory.count()), { status: 'signed', listing: 'open', count: 1 }],
      };
      wallet.coins = 1;
      await queue.enqueue('b', transfer);
      await open({ ...together, store: ofOthers }).run({ signal: abortAfter(10 * MINUTE_MS) });
      expect(await statusOf('b')).toBe('succeeded');
    },
  );

  test('is awaited until another process has settled what it sent', async () => {
    const wallet = { coins: 5 };
    const { queue, open, sign, await2, statusOf, standBeforeSending } = openShared(wallet);
    await await2('a');
    wallet.coins = 2.25;
    const go = await standBeforeSending('b', { ...together, concurrency: 1 });
    const running = open().run({ signal: abortAfter(10 * MINUTE_MS), whenIdle: 'wait' });
    await sign('a');
    await pass(MINUTE_MS);
    expect(await queue.get('a')).toMatchObject({ status: 'signed', isHeld: true });
    await go();
    await running;
    expect(await statusOf('a')).toBe('succeeded');
  });
});

test('pauses grow while an entry fails, and begin anew when it does not', async () => {
  using random = vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const [building, settling] = ['/wallet/createtransaction', '/wallet/gettransactioninfobyid'];
  const failures: Record<string, number> = { [building]: 4, [settling]: 3 };
  const attempts: [string, number][] = [];
  const { node, queue, open, statusOf } = openWallet(5);
  const client: NodeClient = {
    ...node.client,
    async request(path, ...rest) {
      const { [path]: left } = failures;
      if (left === undefined) return node.client.request(path, ...rest);
      attempts.push([path, Date.now()]);
      failures[path] = left - 1;
      // A node that is unreachable while a transaction is settled is asked again without a pause of the run.
      if (left > 0) throw new RpcError('NETWORK_FAILED', { path, reason: 'refused' }, { retryable: path === building });
      delete failures[path];
      return node.client.request(path, ...rest);
    },
  };
  await queue.enqueue('a', transfer);
  await open({ client, retryDelayMs: 1000 }).run();
  expect(await statusOf('a')).toBe('succeeded');
  expect(random).toHaveBeenCalled();
  const gaps = attempts.map(([name, at], index) => [name, at - (attempts[index - 1]?.[1] ?? at)]);
  expect(gaps).toEqual([
    ...[0, 750, 1500, 3000, 6000].map((gap) => [building, gap]),
    ...[0, 750, 1500, 3000].map((gap) => [settling, gap]),
  ]);
});
