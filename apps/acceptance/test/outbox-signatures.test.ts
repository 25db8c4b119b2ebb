import { createMemoryStore, isPaymentsError, type OutboxEntry, type OutboxStore } from '@coin/payments';
import { createNodeClient, decodeTransaction, getBalance, http, type Signer } from '@coin/rpc';
import { createKeySigner, type KeySigner } from '@coin/rpc/signer';
// Payments that several people sign: each is paid once, although people are late and processes die.
import { randomFrom } from '@coin/test-kit/random-from';
import { scaled } from '@coin/test-kit/scaled';
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countPayments } from './support/outbox-crashes.ts';
import { openSharedWallet, signedBy, SIGNING_MS } from './support/shared-wallet.ts';

useVirtualTime();

const TWO_OF_THREE = { weights: [1n, 1n, 1n], threshold: 2n };

/** A shared wallet with an outbox of the first person, and one entry that awaits signatures. */
async function openAwaiting(options: Parameters<Awaited<ReturnType<typeof openSharedWallet>>['open']>[1] = {}) {
  const wallet = await openSharedWallet(TWO_OF_THREE);
  const store = createMemoryStore();
  const [ann, ben, eva] = wallet.people as [KeySigner, KeySigner, KeySigner];
  const outbox = wallet.open(store, { signer: ann, ...options });
  await outbox.enqueue('a', wallet.intentOf('a'));
  await outbox.run();
  const entry = async () => (await outbox.get('a')) ?? expect.fail('there is no entry');
  return { ...wallet, store, outbox, ann, ben, eva, entry, queue: wallet.queueOf(store) };
}

/** How often each id is in the blocks, beside the transaction that set the permissions. */
async function countOf(
  { client }: Pick<Awaited<ReturnType<typeof openSharedWallet>>, 'client'>,
  ids: readonly string[],
) {
  const { '': _, ...counts } = await countPayments(client, ids);
  return counts;
}

describe('a payment by two of three people', () => {
  test('says which signatures are missing, and is paid when one of them comes to another process', async () => {
    const wallet = await openAwaiting();
    const { outbox, queue, entry, keys, ann, eva } = wallet;
    const awaiting = await entry();
    const built = decodeTransaction(awaiting.transaction ?? '');
    expect(awaiting).toMatchObject({
      status: 'awaiting-signatures',
      failures: 0,
      txID: built.txID,
      waitsFor: {
        kind: 'signatures',
        until: built.timestamp + SIGNING_MS,
        weight: 1n,
        threshold: 2n,
        missingWeight: 1n,
        signed: [keys[0]],
        unsigned: [keys[1], keys[2]],
      },
    });
    expect((await outbox.summary()).counts).toMatchObject({ 'awaiting-signatures': 1 });
    expect(await countOf(wallet, ['a'])).toEqual({ a: 0 });
    const signed = await queue.addSignature('a', signedBy(eva, awaiting));
    expect(signed).toMatchObject({ status: 'signed', txID: built.txID, waitsFor: { kind: 'block' } });
    // Repeated, as after a lost answer.
    expect(await queue.addSignature('a', signedBy(eva, awaiting))).toEqual(signed);
    expect(await queue.addSignature('a', signedBy(ann, awaiting))).toEqual(signed);
    await outbox.run();
    expect(await entry()).toMatchObject({ status: 'succeeded', txID: built.txID, earlierTxIDs: [] });
    expect(await queue.addSignature('a', signedBy(eva, awaiting))).toMatchObject({ status: 'succeeded' });
    expect((await queue.history('a')).map(({ status }) => status)).toEqual([
      'queued',
      'awaiting-signatures',
      'awaiting-signatures',
      'signed',
      'succeeded',
    ]);
    expect(await countOf(wallet, ['a'])).toEqual({ a: 1 });
  });

  test('is paid in one run when the outbox has enough signers, and by a run of another one', async () => {
    const { outbox, store, ben, eva, entry, open, intentOf } = await openAwaiting();
    await open(store, { signer: eva }).run();
    expect(await entry()).toMatchObject({ status: 'succeeded' });
    await outbox.enqueue('b', intentOf('b'));
    await open(store, { signer: [ben, eva] }).run();
    const paid = await outbox.get('b');
    expect(paid).toMatchObject({ status: 'succeeded' });
    expect(decodeTransaction(paid?.transaction ?? '').signatures).toHaveLength(2);
  });

  test('asks the other signers when one rejects, and says why', async () => {
    let asked = 0;
    const refusing = {
      address: '',
      sign() {
        asked++;
        throw new Error('not today');
      },
    };
    const wallet = await openSharedWallet(TWO_OF_THREE);
    const [ann, ben, eva] = wallet.people as [KeySigner, KeySigner, KeySigner];
    const store = createMemoryStore();
    const outbox = wallet.open(store, { signer: [{ ...refusing, address: ann.address }, ben] });
    await outbox.enqueue('a', wallet.intentOf('a'));
    const stop = new AbortController();
    const running = outbox.run({ signal: stop.signal, whenIdle: 'wait' });
    await new Promise((resolve) => setTimeout(resolve, 300_000));
    const awaiting = (await outbox.get('a')) as OutboxEntry;
    expect(awaiting).toMatchObject({
      status: 'awaiting-signatures',
      problem: { code: 'SIGNATURE_INVALID' },
      waitsFor: { signed: [wallet.keys[1]], unsigned: [wallet.keys[0], wallet.keys[2]] },
    });
    expect(asked).toBe(1);
    await outbox.addSignature('a', signedBy(eva, awaiting));
    await new Promise((resolve) => setTimeout(resolve, 60_000));
    stop.abort();
    await running;
    expect(await outbox.get('a')).toMatchObject({ status: 'succeeded' });
    expect(await outbox.get('a')).not.toHaveProperty('problem');
  });

  test('is built again when its signatures come too late, and not before its expiry is proven', async () => {
    const wallet = await openAwaiting();
    const { node, outbox, entry, ben, eva, pass } = wallet;
    const first = await entry();
    node.advanceTime(SIGNING_MS - 60_000);
    node.mine(1);
    await outbox.run();
    expect(await entry()).toMatchObject({ status: 'awaiting-signatures', txID: first.txID });
    pass(120_000);
    await outbox.run();
    const second = await entry();
    expect(second).toMatchObject({ status: 'awaiting-signatures', earlierTxIDs: [first.txID], failures: 1 });
    expect(second.txID).not.toBe(first.txID);
    // A signature of the expired transaction is none of the new one.
    const context = { argument: 'signature' };
    await expect(outbox.addSignature('a', signedBy(ben, first))).rejects.toMatchObject({ context });
    expect(await entry()).toEqual(second);
    await outbox.addSignature('a', signedBy(eva, second));
    await outbox.run();
    expect(await entry()).toMatchObject({ status: 'succeeded', txID: second.txID });
    expect(await countOf(wallet, ['a'])).toEqual({ a: 1 });
  });

  test('is not built again when its last signature comes after the expiry that nobody has noticed', async () => {
    const wallet = await openAwaiting();
    const { outbox, queue, entry, eva, pass } = wallet;
    const first = await entry();
    pass(SIGNING_MS + 60_000);
    expect(await queue.addSignature('a', signedBy(eva, first))).toMatchObject({ status: 'signed', txID: first.txID });
    await outbox.run();
    const second = await entry();
    expect(second).toMatchObject({ status: 'awaiting-signatures', earlierTxIDs: [first.txID] });
    await queue.addSignature('a', signedBy(eva, second));
    await outbox.run();
    expect(await countOf(wallet, ['a'])).toEqual({ a: 1 });
  });

  test('is held back until there is coin, if another payment has taken it while people signed', async () => {
    const wallet = await openAwaiting();
    const { node, outbox, queue, entry, eva, owner } = wallet;
    const first = await entry();
    node.setBalance(owner, 1_000_000n);
    await queue.addSignature('a', signedBy(eva, first));
    const stop = new AbortController();
    const running = outbox.run({ signal: stop.signal, whenIdle: 'wait' });
    await new Promise((resolve) => setTimeout(resolve, 60_000));
    expect(await entry()).toMatchObject({ status: 'signed', txID: first.txID, isHeld: true });
    expect(await countOf(wallet, ['a'])).toEqual({ a: 0 });
    node.setBalance(owner, 3_000_000n);
    await new Promise((resolve) => setTimeout(resolve, 60_000));
    stop.abort();
    await running;
    expect(await entry()).toMatchObject({ status: 'succeeded', txID: first.txID });
    expect(await entry()).not.toHaveProperty('isHeld');
  });

  test('has succeeded when people have sent it themselves', async () => {
    const wallet = await openAwaiting();
    const { outbox, entry, ben, sendWithout, pass, node } = wallet;
    const first = await entry();
    await sendWithout(first, [ben]);
    node.mine(1);
    // In a block that a fork may still drop.
    await outbox.run();
    expect(await entry()).toMatchObject({ status: 'awaiting-signatures' });
    pass(60_000);
    await outbox.run();
    expect(await entry()).toMatchObject({ status: 'succeeded', txID: first.txID, earlierTxIDs: [] });
    expect(await countOf(wallet, ['a'])).toEqual({ a: 1 });
  });

  test.each([
    ['a cancelled one ends with its transaction', false, 'cancelled'],
    ['one that is cancelled too late is paid', true, 'succeeded'],
  ])('%s', async (_, isSent, status) => {
    const wallet = await openAwaiting();
    const { outbox, queue, entry, eva, sendWithout, pass, open, store } = wallet;
    const first = await entry();
    expect(await queue.cancel('a')).toMatchObject({ status: 'awaiting-signatures', isCancelling: true });
    expect(await queue.cancel('a')).toMatchObject({ isCancelling: true });
    await expect(queue.addSignature('a', signedBy(eva, first))).rejects.toMatchObject({ code: 'ARGUMENT_INVALID' });
    // A signer who could complete it is not asked any more.
    await open(store, { signer: eva }).run();
    expect(await entry()).toMatchObject({ status: 'awaiting-signatures', waitsFor: { weight: 1n } });
    if (isSent) await sendWithout(first, [eva]);
    pass(SIGNING_MS + 60_000);
    await outbox.run();
    expect(await entry()).toMatchObject({ status });
    expect(await countOf(wallet, ['a'])).toEqual({ a: isSent ? 1 : 0 });
    if (isSent) return;
    const again = await outbox.retry('a');
    expect(again).toMatchObject({ status: 'queued', earlierTxIDs: [first.txID] });
    expect(again).not.toHaveProperty('isCancelling');
  });

  test('takes no signature of another key or another transaction, or for another entry', async () => {
    const { outbox, entry, ben, eva, intentOf, node } = await openAwaiting();
    const before = await entry();
    const stranger = createKeySigner(node.accounts[9]?.privateKey ?? '');
    const { signature } = signedBy(ben, before);
    const rejected = async (argument: string, id: string, args: Parameters<typeof outbox.addSignature>[1]) =>
      expect(outbox.addSignature(id, args)).rejects.toMatchObject({ code: 'ARGUMENT_INVALID', context: { argument } });
    await rejected('address', 'a', signedBy(stranger, before));
    await rejected('signature', 'a', { signature, address: eva.address });
    await rejected('signature', 'a', { signature: ben.sign(new Uint8Array(32)), address: ben.address });
    await rejected('signature', 'a', { signature: 'xy', address: ben.address });
    await rejected('address', 'a', { signature, address: 'ben' });
    await rejected('id', 'b', { signature, address: ben.address });
    await outbox.enqueue('b', intentOf('b'));
    await rejected('id', 'b', { signature, address: ben.address });
    expect(await entry()).toEqual(before);
  });
});

test('a payment that several people sign waits for the fee of several signatures too', async () => {
  const wallet = await openSharedWallet(TWO_OF_THREE);
  wallet.node.setBalance(wallet.owner, 1_000_004n);
  const outbox = wallet.open(createMemoryStore());
  await outbox.enqueue('a', wallet.intentOf('a'));
  await outbox.run();
  const { status, waitsFor } = (await outbox.get('a')) ?? expect.fail();
  expect(status).toBe('waiting-for-funds');
  expect(waitsFor?.kind === 'funds' && waitsFor.needed).toBeGreaterThanOrEqual(1_000_005n);
});

test('a payment that several people sign takes exactly the coin that its entry waits for', async () => {
  const { node, client, owner, people, open, intentOf } = await openSharedWallet(TWO_OF_THREE);
  const outbox = open(createMemoryStore(), { signer: people });
  // Too many bytes for the free bandwidth of the account.
  await outbox.enqueue('a', intentOf('x'.repeat(1000)));
  node.setBalance(owner, 5n);
  // Once it is built, its size is known exactly.
  for (let run = 0; run < 3; run++) {
    await outbox.run();
    const [{ needed } = { needed: 0n }] = (await outbox.summary()).fundsNeeded;
    if (needed > 0n) node.setBalance(owner, needed);
  }
  expect(await outbox.get('a')).toMatchObject({ status: 'succeeded', earlierTxIDs: [] });
  expect(await getBalance(client, { address: owner })).toBe(0n);
});

test('signatures that come at the same time are all kept', async () => {
  const wallet = await openSharedWallet({ weights: [1n, 1n, 1n], threshold: 3n });
  const [ann, ben, eva] = wallet.people as [KeySigner, KeySigner, KeySigner];
  const store = createMemoryStore();
  const outbox = wallet.open(store, { signer: ann });
  await outbox.enqueue('a', wallet.intentOf('a'));
  await outbox.run();
  const entry = (await outbox.get('a')) ?? expect.fail();
  const queue = wallet.queueOf(store);
  await Promise.all([ben, eva, ben].map((person) => queue.addSignature('a', signedBy(person, entry))));
  expect(await queue.get('a')).toMatchObject({ status: 'signed' });
  await outbox.run();
  expect(await countOf(wallet, ['a'])).toEqual({ a: 1 });
});

test('nobody is asked to sign what the store did not keep', async () => {
  const wallet = await openSharedWallet(TWO_OF_THREE);
  const living = createMemoryStore();
  const store: OutboxStore = {
    ...living,
    compareAndSet: async (change) => change.status === 'awaiting-signatures' || living.compareAndSet(change),
  };
  let asked = 0;
  const address = wallet.people[0]?.address;
  const outbox = wallet.open(store, { signer: { address, sign: () => expect.fail(`asked ${++asked}`) } as Signer });
  await outbox.enqueue('a', wallet.intentOf('a'));
  await expect(outbox.run()).rejects.toMatchObject({ code: 'STORE_OUTDATED', context: { id: 'a' } });
  expect(asked).toBe(0);
});

test('a server that lost its latest changes is waited for as long as signers may take', async () => {
  const wallet = await openAwaiting();
  let history = 1;
  const store: OutboxStore = { ...wallet.store, epoch: async () => `${history}` };
  // Longer than a client lets transactions live without signers.
  const maxSigningMs = 3 * SIGNING_MS;
  const outbox = wallet.open(store, { signer: wallet.ann, maxSigningMs });
  await outbox.run();
  const before = wallet.node.now();
  history++;
  await outbox.run();
  expect(wallet.node.now()).toBeGreaterThanOrEqual(before + maxSigningMs);
});

test.each([
  ['maxSigningMs', 86_340_000],
  ['a minute, as the node decides, if that is later', 1],
])('a transaction for several signers expires after %s', async (_, maxSigningMs) => {
  const { entry } = await openAwaiting({ maxSigningMs });
  const { expiration, timestamp } = decodeTransaction((await entry()).transaction ?? '');
  const lifeMs = expiration - timestamp;
  if (maxSigningMs > 60_000) expect(lifeMs).toBe(maxSigningMs);
  else expect(Math.ceil(lifeMs / 3000)).toBe(20);
});

test('one key of enough weight signs alone, and its transaction expires as the node decides', async () => {
  const wallet = await openSharedWallet({ weights: [1n, 1n, 3n], threshold: 3n });
  const [, ben, boss] = wallet.people as [KeySigner, KeySigner, KeySigner];
  const statuses: string[] = [];
  const outbox = wallet.open(createMemoryStore(), {
    signer: [ben, boss],
    onChange: ({ status }) => void statuses.push(status),
  });
  await outbox.enqueue('a', wallet.intentOf('a'));
  await outbox.run();
  expect(statuses).toEqual(['signed', 'succeeded']);
});

const plans = fc
  .record({
    seed: fc.nat(),
    weights: fc.array(fc.bigInt(1n, 3n), { minLength: 2, maxLength: 4 }),
    share: fc.integer({ min: 1, max: 100 }),
    crashes: fc.array(
      fc.record({
        at: fc.integer({ min: 3, max: 70 }),
        arrives: fc.boolean(),
        meanwhile: fc.constantFrom('nothing', 'blocks', 'the expiration'),
      }),
      { minLength: 2, maxLength: 5 },
    ),
  })
  .map(({ weights, share, ...plan }) => {
    const total = weights.reduce((sum, weight) => sum + weight, 0n);
    const threshold = (total * BigInt(share) + 99n) / 100n;
    return { ...plan, weights, threshold };
  });

/** People and processes that sign the same payments, of which each may die or come too late at any step. */
async function payTogether({
  seed,
  weights,
  threshold,
  crashes,
}: typeof plans extends fc.Arbitrary<infer T> ? T : never) {
  const wallet = await openSharedWallet({ weights, threshold });
  const { node, clock, people } = wallet;
  const random = randomFrom(seed);
  const some = <T>(items: readonly T[]): T[] => items.filter(() => random() < 0.4);
  const ids = [0, 1, 2].map((index) => `payment ${seed}-${index}`);
  const living = createMemoryStore();
  const seen: OutboxEntry[] = [];
  const report = { deaths: 0, late: 0, sentByPeople: 0 };

  /** Runs work over a store and a node until it has ended, or dies with a step. */
  async function runMortal(crash: { at: number; arrives: boolean } | undefined, signers: readonly KeySigner[]) {
    const death = new AbortController();
    let steps = 0;
    const step = async <T>(run: () => Promise<T>): Promise<T> => {
      const isAlive = !death.signal.aborted;
      if (isAlive && ++steps !== crash?.at) return run();
      death.abort();
      if (isAlive && crash?.arrives === true) await run().catch(() => {});
      throw new Error('the process is dead');
    };
    const store: OutboxStore = {
      get: (...args) => step(() => living.get(...args)),
      list: (range) => step(() => living.list(range)),
      createIfAbsent: (...args) => step(() => living.createIfAbsent(...args)),
      compareAndSet: (change) => step(() => living.compareAndSet(change)),
      claim: (claim) => step(() => living.claim(claim)),
      renew: (claims) => step(() => living.renew(claims)),
      history: (key) => step(() => living.history(key)),
      count: () => step(() => living.count()),
    };
    const transport = http('http://node', {
      fetch: (input, init) => step(() => node.fetch(new Request(input, init))),
      retry: 0,
    });
    const client = createNodeClient({ transport, clock });
    const throws = random() < 0.3;
    const signer = signers.map((person, index) => ({
      address: person.address,
      sign: async (digest: Uint8Array) =>
        step(async () => (throws && index === 0 ? expect.fail() : person.sign(digest))),
    }));
    const outbox = wallet.open(store, { client, signer, maxFailures: 100 });
    try {
      for (const id of ids) await outbox.enqueue(id, wallet.intentOf(id));
      await outbox.run({ signal: death.signal });
    } catch (failure) {
      if (!death.signal.aborted) throw failure;
    }
    if (death.signal.aborted) report.deaths++;
  }

  /** Each person adds signatures, of transactions that have expired too, or sends a transaction without the outbox. */
  async function actAsPeople() {
    const queue = wallet.queueOf(living);
    for (const id of ids) {
      const current = await queue.get(id);
      if (current?.status === 'awaiting-signatures') seen.push(current);
      const known = seen.filter((entry) => entry.id === id);
      for (const person of some(people)) {
        const entry = known[Math.floor(random() * known.length)];
        if (entry === undefined) continue;
        const isLate = entry.txID !== current?.txID;
        const outcome = await queue.addSignature(id, signedBy(person, entry)).catch((error: unknown) => error);
        if (isLate && isPaymentsError(outcome, 'ARGUMENT_INVALID')) report.late++;
        else if (outcome instanceof Error && !isPaymentsError(outcome, 'ARGUMENT_INVALID')) throw outcome;
      }
      const last = known.at(-1);
      if (last === undefined || random() > 0.3) continue;
      await wallet.sendWithout(last, people).then(
        () => report.sentByPeople++,
        () => {},
      );
    }
  }

  for (const crash of crashes) {
    await runMortal(crash, some(people));
    await actAsPeople();
    if (crash.meanwhile === 'blocks') node.mine(1 + Math.floor(random() * 5));
    if (crash.meanwhile === 'the expiration') wallet.pass(SIGNING_MS + 60_000);
  }
  const final = wallet.open(living, { signer: people, maxFailures: 100 });
  for (const id of ids) await final.enqueue(id, wallet.intentOf(id));
  await final.run();
  const entries = await Array.fromAsync(final.entries('all'));
  return {
    paid: await countOf(wallet, ids),
    once: Object.fromEntries(ids.map((id) => [id, 1])),
    statuses: entries.map(({ status }) => status),
    expired: entries.reduce((sum, { earlierTxIDs }) => sum + earlierTxIDs.length, 0),
    ...report,
  };
}

test('each payment is paid once, whenever people sign, and at whatever point processes die', { timeout: 300_000 }, () =>
  fc.assert(
    fc.asyncProperty(plans, async (plan) => {
      const { paid, once, statuses, deaths, late, sentByPeople, expired } = await payTogether(plan);
      if (process.env['STATS'] !== undefined)
        process.stderr.write(`STAT ${JSON.stringify({ deaths, late, sentByPeople, expired })}\n`);
      expect(paid).toEqual(once);
      expect(new Set(statuses)).toEqual(new Set(['succeeded']));
    }),
    { numRuns: scaled(4) },
  ),
);
