import {
  createMemoryStore,
  createOutbox,
  createOutboxQueue,
  type OutboxEntry,
  type OutboxOptions,
} from '@coin/payments';
import { decodeTransaction, type NodeClient, type Signer } from '@coin/rpc';
import { createKeySigner, createWalletSigner, signingPayload, type KeySigner } from '@coin/rpc/signer';
// An account whose payments need the signatures of two people.
import { abortAfter, useVirtualTime } from '@coin/test-kit/virtual-time';
import { describe, expect, test } from 'vitest';
import { payingNode, signer as ann, transfer, type PayingNodeScript } from '../support/paying-node.ts';
import { simulateChain } from '../support/simulated-chain.ts';

useVirtualTime();

const ben = createKeySigner('01'.repeat(32));
const eva = createKeySigner('02'.repeat(32));

/** A signature by a person for the transaction of an entry. */
const signedBy = (person: KeySigner, { transaction = '' }: OutboxEntry) => ({
  signature: person.sign(signingPayload(decodeTransaction(transaction)).digest),
  address: person.address,
});

const pass = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** An outbox of the first of three people, two of whom sign each payment. */
function openShared({
  threshold = 2,
  script = {},
  ...options
}: Partial<OutboxOptions> & { threshold?: number; script?: PayingNodeScript } = {}) {
  const keys = [ann, ben, eva].map(({ address }) => ({ address, weight: 1 }));
  const node = payingNode({ account: { owner_permission: { permission_name: 'owner', threshold, keys } }, ...script });
  const store = createMemoryStore();
  const open = (given: Partial<OutboxOptions> = {}) =>
    createOutbox({ store, client: node.client, signer: ann, ...options, ...given });
  const outbox = open();
  const entry = async (id = 'a') => (await outbox.get(id)) ?? expect.fail(`there is no ${id}`);
  const enqueue = async (id = 'a') => {
    await outbox.enqueue(id, transfer);
    await outbox.run();
    return entry(id);
  };
  const sentBodies = () => node.requests.filter(({ path }) => path === '/wallet/broadcasttransaction').length;
  return { node, store, open, outbox, entry, enqueue, sentBodies, queue: createOutboxQueue({ store }) };
}

describe('signers', () => {
  test('are asked once each, whether or not they say whose key they have', async () => {
    let asked = 0;
    const nameless: Signer = { sign: (digest) => (asked++, ann.sign(digest)) };
    const { enqueue, outbox, entry } = openShared({ signer: nameless });
    const awaiting = await enqueue();
    expect(awaiting).toMatchObject({ status: 'awaiting-signatures', waitsFor: { weight: 1n, missingWeight: 1n } });
    await outbox.run();
    expect(await entry()).toEqual(awaiting);
    expect(asked).toBeGreaterThan(0);
  });

  test('are not asked when the others suffice, have signed, or have no key of the account', async () => {
    const asked: string[] = [];
    const noting = (person: KeySigner): Signer => ({
      ...person,
      sign: (digest: Uint8Array) => (asked.push(person.address), person.sign(digest)),
    });
    const stranger = createKeySigner('03'.repeat(32));
    const { enqueue, open, entry, node } = openShared();
    expect((await enqueue()).status).toBe('awaiting-signatures');
    await open({ signer: [stranger, ann, ben, eva].map(noting) }).run();
    expect(await entry()).toMatchObject({ status: 'succeeded' });
    expect(asked).toEqual([ben.address]);
    expect(node.paid.size).toBe(1);
  });

  test('that reject are asked no more in a run, and are asked again by the next', async () => {
    let asked = 0;
    const rejecting = {
      address: ann.address,
      sign() {
        asked++;
        throw new Error('not today');
      },
    };
    const { enqueue, outbox, entry } = openShared({ signer: rejecting });
    const rejected = await enqueue();
    expect(rejected).toMatchObject({
      status: 'awaiting-signatures',
      waitsFor: { weight: 0n, signed: [] },
      problem: { code: 'SIGNATURE_INVALID', message: expect.stringContaining('the signer failed') },
    });
    const before = asked;
    await outbox.run({ signal: abortAfter(300_000), whenIdle: 'wait' });
    expect(asked).toBe(before + 1);
    expect((await entry()).problem).toEqual(rejected.problem);
  });

  test.each([
    [1, 1],
    [1, 2],
  ])('leave the entry to others if they are a wallet that refuses, of weight %i beside %i', async (own, others) => {
    const keys = [ann, ben].map(({ address }, index) => ({ address, weight: index === 0 ? own : others }));
    const account = { owner_permission: { permission_name: 'owner', threshold: 2, keys } };
    const wallet = { sign: () => Promise.reject(Object.assign(new Error(), { code: 4001 })) };
    const signer = createWalletSigner(wallet, { address: ann.address });
    const { enqueue } = openShared({ signer, script: { account } });
    expect(await enqueue()).toMatchObject({ status: 'awaiting-signatures', problem: { code: 'REJECTED_BY_USER' } });
  });

  test('are not asked once the transaction has expired', async () => {
    const asked: number[] = [];
    const { enqueue, open, node, entry } = openShared();
    const { waitsFor, txID } = await enqueue();
    await node.clock.sleep((waitsFor?.until ?? 0) - node.clock.now());
    const late = {
      address: ben.address,
      sign: (digest: Uint8Array) => (asked.push(node.clock.now()), ben.sign(digest)),
    };
    await open({ signer: late }).run();
    expect(await entry()).toMatchObject({ status: 'awaiting-signatures', earlierTxIDs: [txID], failures: 1 });
    // For the next transaction alone.
    expect(asked).toHaveLength(1);
  });
});

describe('a signature that is added', () => {
  test('wakes a run, which sends the transaction', async () => {
    const { outbox, entry, node } = openShared({ pollMs: 3_600_000 });
    const stop = new AbortController();
    const running = outbox.run({ signal: stop.signal, whenIdle: 'wait' });
    await outbox.enqueue('a', transfer);
    await pass(1000);
    const awaiting = await entry();
    const since = node.clock.now();
    const signed = await outbox.addSignature('a', signedBy(ben, awaiting));
    expect(signed).toMatchObject({ status: 'signed', waitsFor: { kind: 'block', since } });
    await pass(1000);
    expect(await entry()).toMatchObject({ status: 'succeeded' });
    stop.abort();
    await running;
  });

  test('is counted, and named in the rest that is missing', async () => {
    const changes: string[] = [];
    const onChange = ({ status }: OutboxEntry, previous: OutboxEntry) =>
      void changes.push(`${previous.status} ${status}`);
    const { enqueue, outbox } = openShared({ threshold: 3, onChange });
    const awaiting = await enqueue();
    changes.length = 0;
    const [ofAnn, ofBen, ofEva] = [ann, ben, eva].map(({ address }) => ({ address, weight: 1n }));
    const next = await outbox.addSignature('a', signedBy(ben, awaiting));
    expect(next.waitsFor).toMatchObject({ weight: 2n, missingWeight: 1n, signed: [ofAnn, ofBen], unsigned: [ofEva] });
    expect(await outbox.addSignature('a', signedBy(ben, awaiting))).toEqual(next);
    expect(changes).toEqual(['awaiting-signatures awaiting-signatures']);
    expect((await outbox.addSignature('a', signedBy(eva, awaiting))).status).toBe('signed');
  });

  test('is rejected with who may sign, or why it is wrong', async () => {
    const { enqueue, outbox } = openShared();
    const awaiting = await enqueue();
    const stranger = createKeySigner('03'.repeat(32));
    const rejectionOf = (args: Parameters<typeof outbox.addSignature>[1], id = 'a') =>
      outbox.addSignature(id, args).then(
        () => expect.fail('it was added'),
        (error: unknown) => error,
      );
    expect(await rejectionOf(signedBy(stranger, awaiting))).toMatchObject({
      context: { argument: 'address', expected: `a key that can sign: ${ben.address} or ${eva.address}` },
    });
    const { signature } = signedBy(ben, awaiting);
    expect(await rejectionOf({ signature, address: eva.address })).toMatchObject({
      context: { argument: 'signature', value: '(hidden)' },
      cause: { code: 'SIGNATURE_INVALID' },
    });
    expect(await rejectionOf({ signature, address: ben.address, weight: 1 } as never)).toMatchObject({
      context: { argument: 'weight' },
    });
    await outbox.enqueue('b', transfer);
    const found = async (id: string) =>
      (await rejectionOf(signedBy(ben, awaiting), id)) as { context: { expected: string } };
    expect((await found('b')).context.expected).toMatch(/not queued$/);
    expect((await found('c')).context.expected).toMatch(/not undefined$/);
    await outbox.cancel('a');
    expect((await found('a')).context.expected).toMatch(/not cancelled$/);
  });
});

describe('a change that another process makes first', () => {
  /** A queue before whose next change another one is made. */
  function racing(memory: ReturnType<typeof createMemoryStore>, change: () => Promise<unknown>) {
    let isFirst = true;
    return createOutboxQueue({
      store: {
        ...memory,
        async compareAndSet(record) {
          if (isFirst) await ((isFirst = false), change());
          return memory.compareAndSet(record);
        },
      },
    });
  }

  test('is kept beside a signature', async () => {
    const { enqueue, store, queue } = openShared({ threshold: 3 });
    const awaiting = await enqueue();
    const raced = racing(store, () => queue.addSignature('a', signedBy(ben, awaiting)));
    expect(await raced.addSignature('a', signedBy(eva, awaiting))).toMatchObject({ status: 'signed' });
  });

  test('is followed by a cancellation', async () => {
    const { enqueue, store, queue } = openShared({ threshold: 3 });
    const awaiting = await enqueue();
    const raced = racing(store, () => queue.addSignature('a', signedBy(ben, awaiting)));
    const cancelled = await raced.cancel('a');
    expect(cancelled).toMatchObject({ isCancelling: true, waitsFor: { weight: 2n } });
  });
});

test('a call that repeats what was done before changes nothing', async () => {
  const { enqueue, queue, store, outbox } = openShared();
  const awaiting = await enqueue();
  await queue.enqueue('queued', transfer);
  const repeat = async (id: string, act: () => Promise<OutboxEntry>) => {
    const done = await act();
    const { version } = (await store.get(`entry/${id}`)) ?? {};
    expect(await act()).toEqual(done);
    expect(await store.get(`entry/${id}`)).toMatchObject({ version });
    return done;
  };
  await repeat('queued', () => queue.cancel('queued'));
  expect(await repeat('a', () => queue.addSignature('a', signedBy(ben, awaiting)))).toMatchObject({ status: 'signed' });
  expect(await enqueue('b')).toMatchObject({ status: 'awaiting-signatures' });
  expect(await repeat('b', () => outbox.cancel('b'))).toMatchObject({ isCancelling: true });
  for (const act of [queue.cancel, queue.retry, (id: string) => queue.addSignature(id, signedBy(ben, awaiting))])
    await expect(act('unknown')).rejects.toMatchObject({ code: 'ARGUMENT_INVALID', context: { argument: 'id' } });
});

describe('a transaction that people complete and send themselves', () => {
  test.each([
    ['has succeeded', {}, 'succeeded'],
    ['has failed if its block says so', { fee: 7, result: 'FAILED', receipt: { result: 'OUT_OF_ENERGY' } }, 'failed'],
  ])('%s, once its block is solid', async (_, info, status) => {
    const maxSigningMs = 600_000;
    const { enqueue, outbox, node, entry } = openShared({ maxSigningMs, script: { info } });
    const { txID = '', waitsFor, transaction = '' } = await enqueue();
    expect(waitsFor?.until).toBe(decodeTransaction(transaction).timestamp + maxSigningMs);
    node.paid.set(txID, node.clock.now());
    await node.clock.sleep(30_000);
    await outbox.run();
    expect((await entry()).status).toBe('awaiting-signatures');
    await node.clock.sleep(40_000);
    await outbox.run();
    expect(await entry()).toMatchObject({ status, txID, blockNumber: expect.any(Number), earlierTxIDs: [] });
    expect(await entry()).not.toHaveProperty('waitsFor');
  });

  test.each([
    ['counts', {}, 'succeeded'],
    ['counts, even if it failed,', { result: 'FAILED', receipt: { result: 'OUT_OF_ENERGY' } }, 'failed'],
  ])('%s after its expiry and after it was cancelled', async (_, info, status) => {
    const { enqueue, outbox, node, entry } = openShared({ maxSigningMs: 1, script: { info } });
    const { txID = '', waitsFor, transaction = '' } = await enqueue();
    expect(waitsFor?.until).toBe(decodeTransaction(transaction).timestamp + 60_000);
    await outbox.cancel('a');
    node.paid.set(txID, node.clock.now());
    await node.clock.sleep(61_000);
    await outbox.run();
    expect(await entry()).toMatchObject({ status, txID, earlierTxIDs: [] });
  });
});

describe('a transaction that failed after nobody signed it in time', () => {
  /** Has people send an entry's transaction, which fails, and returns how the entry ends. */
  async function sendLate(script: PayingNodeScript) {
    const info = { result: 'FAILED', receipt: { result: 'OUT_OF_ENERGY' } };
    const { enqueue, outbox, node, entry } = openShared({ script: { ...script, info } });
    const { txID = '' } = await enqueue();
    await node.clock.sleep(61_000);
    // One of the last blocks that can have it, which is not solid yet.
    node.paid.set(txID, node.clock.now() - 5000);
    await outbox.run();
    const problems = (await outbox.history('a')).flatMap(({ problem }) => problem?.code ?? []);
    return { ...(await entry()), problems };
  }

  test('is judged by solid blocks alone', async () => {
    const fault = (path: string) => (path === '/wallet/gettransactioninfobyid' ? Response.json({}) : undefined);
    const { status, problems } = await sendLate({ fault });
    expect([status, problems]).toEqual(['failed', ['TRANSACTION_FAILED']]);
  });

  test('is looked up again if the next node to answer is behind', async () => {
    const chain = simulateChain();
    let found = 0;
    const infoOf = (txID: string, headTime: number): object => {
      const info = chain.infoOf(txID, headTime);
      if ('id' in info) found++;
      return found === 2 ? {} : info;
    };
    const { status, problems } = await sendLate({ chain: { ...chain, infoOf } });
    expect([status, problems]).toEqual(['failed', ['TRANSACTION_FAILED', 'TRANSACTION_FAILED']]);
  });
});

test('an entry that is cancelled while it awaits signatures is signed no more, and ends with its transaction', async () => {
  const { enqueue, open, outbox, node, entry } = openShared();
  const { txID } = await enqueue();
  expect(await outbox.cancel('a')).toMatchObject({ status: 'awaiting-signatures', isCancelling: true });
  expect(await outbox.cancel('a')).toMatchObject({ status: 'awaiting-signatures', isCancelling: true });
  await open({ signer: [ann, ben] }).run();
  expect(await entry()).toMatchObject({ status: 'awaiting-signatures', waitsFor: { weight: 1n } });
  await node.clock.sleep(61_000);
  await outbox.run();
  expect(await entry()).toMatchObject({ status: 'cancelled', earlierTxIDs: [txID], failures: 0 });
  expect(await outbox.retry('a')).not.toHaveProperty('isCancelling');
  expect(node.paid.size).toBe(0);
});

test('an entry that awaits signatures keeps its share of a daily budget until it ends', async () => {
  const { enqueue, outbox, node, entry } = openShared({ maxFeesPerDay: 600_000n, maxFailures: 1 });
  expect((await enqueue('a')).status).toBe('awaiting-signatures');
  expect((await enqueue('b')).status).toBe('waiting-for-budget');
  await node.clock.sleep(200_000);
  await outbox.run();
  expect((await entry('a')).status).toBe('rejected');
  await outbox.run();
  expect((await entry('b')).status).toBe('awaiting-signatures');
});

test('a signature that comes while an own signer signs leaves the entry its share of a daily budget', async () => {
  const { outbox, queue, store, entry, open, sentBodies } = openShared({ threshold: 3, maxFeesPerDay: 600_000n });
  const answer = Promise.withResolvers<void>();
  const slow = {
    address: ann.address,
    async sign(digest: Uint8Array) {
      await answer.promise;
      return ann.sign(digest);
    },
  };
  await queue.enqueue('a', transfer);
  const running = open({ signer: slow }).run({ signal: abortAfter(60_000) });
  await pass(1000);
  await queue.addSignature('a', signedBy(ben, await entry()));
  answer.resolve();
  await running;
  await queue.enqueue('b', transfer);
  await outbox.run();
  expect(await entry('b')).toMatchObject({ status: 'waiting-for-budget', waitsFor: { kind: 'daily-fees' } });
  expect(sentBodies()).toBe(0);
  expect(await store.get('entry/a')).toBeDefined();
});

test('an entry that awaits signatures no longer has the problem that it had before', async () => {
  let builds = 0;
  const { enqueue, queue } = openShared({
    script: { build: () => (builds++ === 0 ? new Response('', { status: 503 }) : undefined) },
  });
  expect(await enqueue()).not.toHaveProperty('problem');
  expect((await queue.history('a')).map(({ problem }) => problem?.code)).toEqual([
    undefined,
    expect.any(String),
    undefined,
    undefined,
  ]);
});

test('a run over entries that several people sign ends every request of its node with its signal', async () => {
  const wallet = { coins: 5 };
  const shared = openShared({ script: { balance: () => wallet.coins * 1_000_000 } });
  const { node, queue, entry } = shared;
  const unending: string[] = [];
  const request: NodeClient['request'] = (path, body, options) => {
    if (options?.signal === undefined) unending.push(path);
    return node.client.request(path, body, options);
  };
  const outbox = shared.open({ client: { ...node.client, request } });
  await queue.enqueue('a', transfer);
  const statuses: unknown[] = [];
  const run = async () => {
    await outbox.run({ signal: abortAfter(180_000) });
    const { status, isHeld } = await entry();
    statuses.push(isHeld === true ? 'held' : status);
  };
  await run();
  await queue.addSignature('a', signedBy(ben, await entry()));
  wallet.coins = 0;
  await run();
  await node.clock.sleep(61_000);
  await run();
  wallet.coins = 5;
  await run();
  await node.clock.sleep(61_000);
  await run();
  expect(statuses).toEqual([
    'awaiting-signatures',
    'held',
    'waiting-for-funds',
    'awaiting-signatures',
    'awaiting-signatures',
  ]);
  expect((await entry()).earlierTxIDs).toHaveLength(2);
  expect(unending).toEqual([]);
});

describe('a transaction that lacks coin once people have signed it', () => {
  /** An entry that is held back. */
  async function hold() {
    const wallet = { coins: 5 };
    let sent: OutboxEntry | undefined;
    const shared = openShared({
      script: {
        balance: () => wallet.coins * 1_000_000,
        broadcast: () => void shared.outbox.get('a').then((entry) => (sent = entry)),
      },
    });
    const awaiting = await shared.enqueue();
    wallet.coins = 0;
    await shared.node.clock.sleep(1000);
    await shared.queue.addSignature('a', signedBy(ben, awaiting));
    await shared.outbox.run();
    const waitsFor = { kind: 'funds', available: 0n, until: awaiting.waitsFor?.until };
    expect(await shared.entry()).toMatchObject({ status: 'signed', isHeld: true, waitsFor });
    expect(shared.sentBodies()).toBe(0);
    /** Lets so much time pass, and continues the payment. */
    const runAfter = async (ms: number): Promise<void> => {
      await pass(ms);
      await shared.outbox.run();
    };
    return { ...shared, wallet, awaiting, runAfter, whenSent: () => sent };
  }

  test('is sent when the coin is there, and says so before', async () => {
    const { wallet, runAfter, entry, whenSent, node, awaiting } = await hold();
    wallet.coins = 5;
    await runAfter(3000);
    expect(await entry()).toMatchObject({ status: 'succeeded' });
    expect(await entry()).not.toHaveProperty('isHeld');
    expect(whenSent()).toMatchObject({ waitsFor: { kind: 'block', until: awaiting.waitsFor?.until } });
    expect(whenSent()).not.toHaveProperty('isHeld');
    expect(node.paid.size).toBe(1);
  });

  test('says since when it waits, however often a run looks at it', async () => {
    const { runAfter, entry, node, awaiting } = await hold();
    const { waitsFor } = await entry();
    expect(waitsFor?.since).toBeGreaterThanOrEqual(Number(awaiting.waitsFor?.since) + 1000);
    await node.clock.sleep(1000);
    await runAfter(3000);
    expect((await entry()).waitsFor).toEqual(waitsFor);
  });

  test('is not held any longer when it is in a block', async () => {
    const { runAfter, entry, node, awaiting } = await hold();
    node.paid.set(awaiting.txID ?? '', node.clock.now());
    await node.clock.sleep(3000);
    await runAfter(3000);
    expect(await entry()).toMatchObject({ status: 'succeeded', txID: awaiting.txID });
  });

  test('is built again after its expiry', async () => {
    const { runAfter, entry, node, awaiting } = await hold();
    await node.clock.sleep(60_000);
    await runAfter(3000);
    expect(await entry()).toMatchObject({ status: 'waiting-for-funds', earlierTxIDs: [awaiting.txID] });
    expect(await entry()).not.toHaveProperty('isHeld');
    expect(node.paid.size).toBe(0);
  });
});
