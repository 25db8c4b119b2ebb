import {
  createMemoryStore,
  createOutbox,
  type Outbox,
  type OutboxEntry,
  type OutboxOptions,
  type OutboxStore,
} from '@coin/payments';
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import { describe, expect, test } from 'vitest';
import { call, payingNode, signer, transfer } from '../support/paying-node.ts';
import { simulateChain } from '../support/simulated-chain.ts';

useVirtualTime();

const COIN = 1_000_000;

/** An outbox over a wallet that holds so many coins, from which each payment takes what it pays. */
function walletOf(coins: number, options: Partial<OutboxOptions> = {}, script: Parameters<typeof payingNode>[0] = {}) {
  let received = coins * COIN;
  const node = payingNode({ balance: () => received - node.paid.size * COIN, ...script });
  const changes: string[] = [];
  const onChange = ({ id, status }: OutboxEntry) => void changes.push(`${id} ${status}`);
  const store = createMemoryStore();
  const outbox = createOutbox({ store, client: node.client, signer, onChange, ...options });
  const receive = (more: number) => void (received += more * COIN);
  return { node, store, outbox, changes, receive };
}

const statusesOf = async (outbox: Outbox) =>
  Object.fromEntries((await Array.fromAsync(outbox.entries('all'))).map(({ id, status }) => [id, status]));

describe('an entry whose owner has too little coin', () => {
  test('waits, reports the missing coin, and is paid by a run once there is enough', async () => {
    const { node, outbox, changes, receive } = walletOf(1);
    await outbox.enqueue('a', transfer);
    await outbox.enqueue('b', transfer);
    await outbox.run();
    expect(await statusesOf(outbox)).toEqual({ a: 'succeeded', b: 'waiting-for-funds' });
    const { owner } = transfer;
    const funds = { needed: transfer.amount, available: 0n };
    const waitsFor = { kind: 'funds', ...funds, since: expect.any(Number) };
    expect(await outbox.get('b')).toMatchObject({ waitsFor, failures: 0 });
    expect((await outbox.summary()).counts).toMatchObject({ 'waiting-for-funds': 1, succeeded: 1 });
    expect((await outbox.summary()).fundsNeeded).toEqual([{ owner, ...funds }]);
    expect((await outbox.history('b')).at(-1)).toEqual({
      at: expect.any(Number),
      status: 'waiting-for-funds',
      waitsFor,
    });
    expect(node.paid.size).toBe(1);
    receive(1);
    await outbox.run();
    expect(await statusesOf(outbox)).toEqual({ a: 'succeeded', b: 'succeeded' });
    expect(await outbox.get('b')).not.toHaveProperty('waitsFor');
    expect((await outbox.summary()).fundsNeeded).toEqual([]);
    expect(node.paid.size).toBe(2);
    expect(changes.filter((change) => change.startsWith('b'))).toEqual([
      'b waiting-for-funds',
      'b signed',
      'b succeeded',
    ]);
  });

  test('is one event, however long it waits, and is paid by the run that found it waiting', async () => {
    const { node, outbox, receive } = walletOf(0);
    const stop = new AbortController();
    await outbox.enqueue('a', transfer);
    const running = outbox.run({ signal: stop.signal, whenIdle: 'wait' });
    await new Promise((resolve) => setTimeout(resolve, 600_000));
    expect((await outbox.history('a')).map(({ status }) => status)).toEqual(['queued', 'waiting-for-funds']);
    receive(1);
    await new Promise((resolve) => setTimeout(resolve, 60_000));
    stop.abort();
    await running;
    expect(await statusesOf(outbox)).toEqual({ a: 'succeeded' });
    expect(node.paid.size).toBe(1);
    // A transaction that is built has an id that the store keeps forever.
    expect(node.requests.filter(({ path }) => path === '/wallet/createtransaction')).toHaveLength(1);
  });

  test('waits for its fees too, unless its bandwidth covers them', async () => {
    const poor = walletOf(1, {}, { freeBandwidth: 266 });
    await poor.outbox.enqueue('a', transfer);
    await poor.outbox.run();
    const needed = transfer.amount + 267_000n;
    expect(await poor.outbox.get('a')).toMatchObject({ waitsFor: { kind: 'funds', needed, available: 1_000_000n } });
    poor.receive(0.267);
    await poor.outbox.run();
    const covered = walletOf(1, {}, { freeBandwidth: 267 });
    await covered.outbox.enqueue('a', transfer);
    await covered.outbox.run();
    for (const { outbox } of [poor, covered]) expect(await statusesOf(outbox)).toEqual({ a: 'succeeded' });
  });

  test.each([call, { ...call, callValue: 1_000_000n }, { ...call, memo: 'x' }])(
    'waits for the fee limit that a call will get, and asks for it once: %o',
    async (intent) => {
      const given = walletOf(0.1, {}, { freeBandwidth: 0 });
      await given.outbox.enqueue('a', { ...intent, feeLimit: 5_000_000n });
      await given.outbox.run();
      const { fundsNeeded } = await given.outbox.summary();
      let planned = 0;
      const planFeeLimit = async () => (planned++, 5_000_000n);
      const { outbox } = walletOf(0.1, { planFeeLimit }, { freeBandwidth: 0 });
      await outbox.enqueue('a', intent);
      for (let run = 0; run < 3; run++) {
        await outbox.run();
        expect((await outbox.summary()).fundsNeeded).toEqual(fundsNeeded);
      }
      expect(planned).toBe(1);
    },
  );

  test('waits for the least that a call needs until its planner answers', async () => {
    let answers = false;
    const planFeeLimit = async () => (answers ? 5_000_000n : Promise.reject(new Error('no node')));
    const { outbox } = walletOf(0.1, { planFeeLimit }, { freeBandwidth: 0 });
    await outbox.enqueue('a', call);
    for (const needed of [323_000n, 5_323_000n]) {
      await outbox.run();
      const entry = { status: 'waiting-for-funds', failures: 0, waitsFor: { needed } };
      expect(await outbox.get('a')).toMatchObject(entry);
      answers = true;
    }
    expect((await outbox.history('a')).map(({ status }) => status)).toEqual(['queued', 'waiting-for-funds']);
  });

  test('waits for tokens, and then for the coin of its fee limit, if it moves tokens', async () => {
    let units = 0n;
    const chain = simulateChain();
    const answer: typeof chain.answer = (path, body, headTime) =>
      path.endsWith('/triggerconstantcontract')
        ? { result: { result: true }, energy_used: 1, constant_result: [units.toString(16).padStart(64, '0')] }
        : chain.answer(path, body, headTime);
    const script = { freeBandwidth: 0, chain: { ...chain, answer } };
    const { outbox, receive } = walletOf(9, { planFeeLimit: async () => 5_000_000n }, script);
    const { owner, contract: token } = call;
    const amount = 10n ** 12n;
    await outbox.enqueue('a', { kind: 'transfer-token', owner, to: token, token, amount });
    await outbox.run();
    expect(await outbox.get('a')).toMatchObject({ waitsFor: { token, needed: amount, available: 0n } });
    units = amount;
    receive(-8.9);
    await outbox.run();
    expect(await outbox.get('a')).toMatchObject({ waitsFor: { needed: 5_327_000n, available: 100_000n } });
    expect((await outbox.get('a'))?.waitsFor).not.toHaveProperty('token');
  });

  test('waits for the fee limit of a call, and for its bytes without free bandwidth', async () => {
    const { node, outbox, receive } = walletOf(5);
    await outbox.enqueue('a', { ...call, feeLimit: 5_000_000n });
    await outbox.run();
    expect(await outbox.get('a')).toMatchObject({ waitsFor: { kind: 'funds', needed: 5_323_000n } });
    // A byte of memo, and its fee.
    await outbox.enqueue('b', { ...call, feeLimit: 5_000_000n, memo: 'x' }, { priority: 1 });
    await outbox.run();
    expect(await outbox.get('b')).toMatchObject({ waitsFor: { kind: 'funds', needed: 6_324_000n } });
    await outbox.cancel('b');
    receive(0.323);
    await outbox.run();
    expect(node.requests.some(({ path }) => path === '/wallet/triggersmartcontract')).toBe(true);
  });

  test('makes later entries wait behind it, except for entries of a higher priority', async () => {
    const { node, outbox, receive } = walletOf(3);
    await outbox.enqueue('large', { ...transfer, amount: 5_000_000n });
    await outbox.enqueue('small', transfer);
    await outbox.enqueue('important', transfer, { priority: 1 });
    await outbox.run();
    expect(await statusesOf(outbox)).toEqual({
      important: 'succeeded',
      large: 'waiting-for-funds',
      small: 'waiting-for-funds',
    });
    expect(await outbox.get('small')).toMatchObject({ waitsFor: { behind: 'large' } });
    expect((await outbox.summary()).fundsNeeded).toMatchObject([{ needed: 6_000_000n }]);
    expect(node.paid.size).toBe(1);
    receive(4);
    await outbox.run();
    // The node builds one transfer whatever it is asked to, so the large one is not paid.
    expect(await statusesOf(outbox)).toMatchObject({ large: 'rejected', small: 'succeeded' });
  });

  test('ends as cancelled if it is cancelled while that is found', async () => {
    const store = createMemoryStore();
    const cancelling: OutboxStore = {
      ...store,
      async compareAndSet(change) {
        if (change.status === 'waiting-for-funds') await outbox.cancel('a');
        return store.compareAndSet(change);
      },
    };
    const problems: unknown[] = [];
    const { outbox } = walletOf(0, { store: cancelling, onProblem: (problem) => void problems.push(problem) });
    await outbox.enqueue('a', transfer);
    await outbox.run();
    expect(await outbox.get('a')).toMatchObject({ status: 'cancelled' });
    expect(problems).toEqual([]);
  });

  test('does not have entries of other owners wait', async () => {
    const other = 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8';
    const { outbox, node } = walletOf(0, {}, { balance: (address) => (address === other ? 0 : 5 * COIN) });
    await outbox.enqueue('a', { ...transfer, owner: other, to: transfer.owner });
    await outbox.enqueue('b', transfer);
    await outbox.run({ owners: [other, transfer.owner] });
    expect(await statusesOf(outbox)).toEqual({ a: 'waiting-for-funds', b: 'succeeded' });
    expect(node.paid.size).toBe(1);
  });
});

test('coin that payments under way can take is not promised to another one', async () => {
  const { node, outbox, changes } = walletOf(2);
  for (const id of ['a', 'b', 'c', 'd']) await outbox.enqueue(id, transfer);
  await outbox.run();
  const statuses = Object.values(await statusesOf(outbox)).toSorted();
  expect(statuses).toEqual(['succeeded', 'succeeded', 'waiting-for-funds', 'waiting-for-funds']);
  // None was signed that could not be paid.
  expect(changes.filter((change) => change.endsWith('signed'))).toHaveLength(2);
  expect(node.paid.size).toBe(2);
});

test('coin that a payment took after its account was read is not promised to another one', async () => {
  const chain = simulateChain();
  // Blocks are solid immediately, so a payment ends while what was read before it is still used.
  const solidChain = { ...chain, infoOf: (txID: string) => chain.infoOf(txID, Number.MAX_SAFE_INTEGER) };
  const { node, outbox, changes } = walletOf(1, { concurrency: 1 }, { chain: solidChain });
  await outbox.enqueue('a', transfer);
  await outbox.enqueue('b', transfer);
  await outbox.run();
  expect(await statusesOf(outbox)).toEqual({ a: 'succeeded', b: 'waiting-for-funds' });
  expect(changes).toEqual(['a signed', 'a succeeded', 'b waiting-for-funds']);
  expect(node.paid.size).toBe(1);
});

test('coin that a transaction of a killed process can take is not promised to another one', async () => {
  const { node, store, outbox } = walletOf(1);
  let isDead = false;
  const dying: OutboxStore = {
    ...store,
    // It dies when it has stored the signed transaction, and its claim runs out only later.
    compareAndSet: async (change) => {
      const isStored = await store.compareAndSet(change);
      isDead = change.status === 'signed';
      if (isDead) throw new Error('the process is dead');
      return isStored;
    },
    renew: async (claims) => (isDead ? undefined : store.renew(claims)),
  };
  await outbox.enqueue('a', transfer);
  await expect(createOutbox({ store: dying, client: node.client, signer }).run()).rejects.toThrow('dead');
  expect(await statusesOf(outbox)).toEqual({ a: 'signed' });
  await outbox.enqueue('b', transfer);
  await outbox.run();
  expect(await statusesOf(outbox)).toEqual({ a: 'succeeded', b: 'waiting-for-funds' });
  expect(node.paid.size).toBe(1);
});

describe('a budget', () => {
  const FEE = 300_000;
  const costly = { info: { fee: FEE, receipt: { net_fee: FEE } } };

  test('for a payment has it wait, and say so, until its fees can be no higher', async () => {
    const { store, node, outbox } = walletOf(9, { maxFeePerPayment: 266_999n });
    await outbox.enqueue('a', transfer);
    await outbox.run();
    const waitsFor = {
      kind: 'payment-fee',
      needed: 267_000n,
      available: 266_999n,
      since: expect.any(Number),
    };
    expect(await outbox.get('a')).toMatchObject({ status: 'waiting-for-budget', waitsFor });
    expect(node.paid.size).toBe(0);
    const generous = createOutbox({ store, client: node.client, signer, maxFeePerPayment: 267_000n });
    await generous.run();
    expect(await statusesOf(generous)).toEqual({ a: 'succeeded' });
  });

  test('of a day is used up by burned fees, and starts again the next day', async () => {
    // A payment can burn 267,000 for its bytes at most.
    const { node, outbox } = walletOf(9, { maxFeesPerDay: 700_000n }, costly);
    for (const id of ['a', 'b', 'c', 'd']) await outbox.enqueue(id, transfer);
    await outbox.run();
    const entries = await Array.fromAsync(outbox.entries('all'));
    const waiting = entries.filter(({ status }) => status === 'waiting-for-budget');
    expect(waiting).toHaveLength(2);
    const DAY = 86_400_000;
    const until = Math.ceil(node.clock.now() / DAY) * DAY;
    const waitsFor = { kind: 'daily-fees', needed: 267_000n, until };
    for (const entry of waiting) expect(entry).toMatchObject({ waitsFor });
    expect(node.paid.size).toBe(2);
    // What was burned counts, not what could have been.
    await outbox.run();
    const left = BigInt(700_000 - 2 * FEE);
    for (const { id } of waiting) expect(await outbox.get(id)).toMatchObject({ waitsFor: { available: left } });
    expect(node.paid.size).toBe(2);
    await node.clock.sleep(until - node.clock.now());
    await outbox.run();
    expect(new Set(Object.values(await statusesOf(outbox)))).toEqual(new Set(['succeeded']));
    expect(node.paid.size).toBe(4);
  });

  test('of a day is not used up by transactions that expire', async () => {
    const lost = new Set<string>();
    const broadcast = (txid: string) => {
      if (lost.size < 3) lost.add(txid);
      return lost.has(txid) ? { result: true, txid } : undefined;
    };
    const { outbox } = walletOf(9, { maxFeesPerDay: 300_000n }, { broadcast });
    await outbox.enqueue('a', transfer);
    await outbox.run();
    expect(lost.size).toBe(3);
    expect(await statusesOf(outbox)).toEqual({ a: 'succeeded' });
  });
});

describe('a budget for one payment a day', () => {
  const budget = { maxFeesPerDay: 300_000n };

  test('is free again after a payment was cancelled while it was signed', async () => {
    const { outbox, store, node } = walletOf(9, budget);
    const cancelling = {
      address: signer.address,
      async sign(digest: Uint8Array) {
        await outbox.cancel('a');
        return signer.sign(digest);
      },
    };
    await outbox.enqueue('a', transfer);
    await createOutbox({ store, client: node.client, signer: cancelling, ...budget }).run();
    await outbox.enqueue('b', transfer);
    await outbox.run();
    expect(await statusesOf(outbox)).toEqual({ a: 'cancelled', b: 'succeeded' });
  });

  test('is free again after a transaction expired and its entry was cancelled', async () => {
    const stop = new AbortController();
    const lost = new Set<string>();
    const broadcast = (txid: string) => {
      if (lost.size === 0) lost.add(txid);
      return lost.has(txid) ? { result: true, txid } : undefined;
    };
    const onChange = ({ status }: OutboxEntry) => void (status === 'queued' && stop.abort());
    const { outbox } = walletOf(9, { ...budget, onChange }, { broadcast });
    await outbox.enqueue('a', transfer);
    await outbox.run({ signal: stop.signal });
    expect(await outbox.get('a')).toMatchObject({ status: 'queued', earlierTxIDs: [...lost] });
    await outbox.cancel('a');
    await outbox.enqueue('b', transfer);
    await outbox.run();
    expect(await statusesOf(outbox)).toEqual({ a: 'cancelled', b: 'succeeded' });
  });
});

test('an entry that is signed says until when a block can have it', async () => {
  const { node, outbox } = walletOf(9, {
    onChange: ({ status, waitsFor }) => void (status === 'signed' && seen.push(waitsFor)),
  });
  const seen: unknown[] = [];
  const before = node.clock.now();
  await outbox.enqueue('a', transfer);
  await outbox.run();
  expect(seen).toEqual([{ kind: 'block', since: expect.any(Number), until: before + 60_000 }]);
});
