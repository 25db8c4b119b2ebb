import { createMemoryStore, createOutbox, type OutboxStore } from '@coin/payments';
import { getBalance } from '@coin/rpc';
import { createKeySigner, type KeySigner } from '@coin/rpc/signer';
// What a run has in progress: payments that cannot be paid yet take no place from payments that can.
import { scaled } from '@coin/test-kit/scaled';
import { abortAfter, useVirtualTime } from '@coin/test-kit/virtual-time';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openSharedWallet, PERMISSION, signedBy } from './support/shared-wallet.ts';
import { SOLIDITY_LAG } from './support/treasury.ts';

useVirtualTime();

const COIN = 1_000_000n;
const MINUTE_MS = 60_000;

/** A wallet that two people share and that another machine pays from, and a rich one. */
async function openWallets() {
  const shared = await openSharedWallet({ weights: [1n, 1n], threshold: 2n });
  const { node, client, owner, people, pass } = shared;
  const [own, { address: to }] = node.accounts;
  const rich = node.accounts.at(-1) ?? own;
  const [ann, ben] = people as [KeySigner, KeySigner];
  const signer = [createKeySigner(rich.privateKey), createKeySigner(own.privateKey)];
  const open = (store: OutboxStore, options: { concurrency: number; signer?: readonly KeySigner[] }) =>
    createOutbox({ store, client, signer, maxSigningMs: 60 * MINUTE_MS, ...options });
  const payment = (from: string, id: string, amount: bigint) =>
    ({ kind: 'transfer', owner: from, to, amount, memo: id }) as const;
  const setBalance = (balance: bigint): void => {
    node.setBalance(owner, balance);
    node.mine(SOLIDITY_LAG + 1);
  };
  const ofShared = (id: string, amount: bigint) => ({ ...payment(owner, id, amount), permissionId: PERMISSION });
  const ofRich = (id: string) => payment(rich.address, id, COIN);
  return { client, pass, owner, own, ann, ben, open, payment, ofShared, ofRich, setBalance };
}

describe('a wallet without coin', () => {
  test.each([1, 3])('does not stop other wallets while %i transactions of it are held back', async (held) => {
    const { ann, ben, open, ofShared, ofRich, setBalance } = await openWallets();
    const store = createMemoryStore();
    const outbox = open(store, { concurrency: held, signer: [ann] });
    for (let index = 0; index < held; index++) await outbox.enqueue(`held-${index}`, ofShared(`held-${index}`, COIN));
    await outbox.run();
    setBalance(1n);
    for (let index = 0; index < held; index++) {
      const entry = await outbox.get(`held-${index}`);
      if (entry !== undefined) await outbox.addSignature(entry.id, signedBy(ben, entry));
    }
    const second = open(store, { concurrency: held });
    await second.enqueue('of another', ofRich('of another'));
    await second.run({ signal: abortAfter(5 * MINUTE_MS) });
    expect((await second.get('of another'))?.status).toBe('succeeded');
    const first = await second.get('held-0');
    expect(first).toMatchObject({ status: 'signed', isHeld: true, waitsFor: { kind: 'funds', available: 1n } });
    const { fundsNeeded, counts } = await second.summary();
    expect(fundsNeeded).toHaveLength(1);
    expect(counts.signed).toBe(held);

    setBalance(100n * COIN);
    await second.run();
    for (let index = 0; index < held; index++) expect((await second.get(`held-${index}`))?.status).toBe('succeeded');
  });

  test('does not have a payment rejected, although each of its transactions expires', async () => {
    const { ann, ben, client, pass, open, ofShared, setBalance } = await openWallets();
    const store = createMemoryStore();
    const outbox = createOutbox({ store, client, signer: [ann], maxFailures: 1, maxSigningMs: 5 * MINUTE_MS });
    const stop = new AbortController();
    await outbox.enqueue('a', ofShared('a', COIN));
    await outbox.run();
    const awaiting = await outbox.get('a');
    setBalance(1n);
    if (awaiting !== undefined) await outbox.addSignature('a', signedBy(ben, awaiting));
    const running = outbox.run({ signal: stop.signal, whenIdle: 'wait' });
    for (let minute = 0; minute < 30; minute++) {
      await new Promise((resolve) => setTimeout(resolve, MINUTE_MS));
      pass(MINUTE_MS);
    }
    stop.abort();
    await running;
    expect(await outbox.get('a')).toMatchObject({
      status: 'waiting-for-funds',
      earlierTxIDs: [awaiting?.txID],
      failures: 0,
    });
    setBalance(10n * COIN);
    await open(store, { concurrency: 1, signer: [ann, ben] }).run();
    expect(await outbox.get('a')).toMatchObject({ status: 'succeeded' });
  });
});

const plans = fc.record({
  concurrency: fc.integer({ min: 1, max: 3 }),
  /** Payments that a killed run has signed. */
  signed: fc.integer({ min: 1, max: 3 }),
  /** Payments that are enqueued afterwards. */
  queued: fc.integer({ min: 1, max: 4 }),
  isUrgent: fc.boolean(),
  /** Whether the killed run has sent what it signed. */
  isSent: fc.boolean(),
  /** The coin that the wallet has beside the signed payments, in tenths. */
  rest: fc.integer({ min: 0, max: 60 }),
});

type Plan = typeof plans extends fc.Arbitrary<infer T> ? T : never;

/** Pays after a kill, and returns how many payments still wait although there is enough coin for the first of them. */
async function payAfterKill({ concurrency, signed, queued, isUrgent, isSent, rest }: Plan): Promise<void> {
  const { client, own, open, payment, ofRich, setBalance } = await openWallets();
  const store = createMemoryStore();
  const owner = own.address;
  setBalance(COIN * BigInt(10 * signed) + (COIN * BigInt(rest)) / 10n + 5n * COIN);
  /** Once the process is dead, it neither gives its claims back nor renews them. */
  const death = new AbortController();
  const mortal: OutboxStore = {
    ...store,
    renew: async (claims) => (death.signal.aborted ? undefined : store.renew(claims)),
  };
  const first = open(mortal, { concurrency: signed });
  for (let index = 0; index < signed; index++)
    await first.enqueue(`signed-${index}`, payment(owner, `signed-${index}`, 10n * COIN));
  const statuses = async () => (await Array.fromAsync(first.entries())).map(({ status }) => status);
  const running = first.run({ signal: death.signal, whenIdle: 'wait' });
  while ((await statuses()).some((status) => status !== 'signed'))
    await new Promise((resolve) => setTimeout(resolve, isSent ? 500 : 1));
  death.abort();
  await running;

  const second = open(store, { concurrency });
  const ids = Array.from({ length: queued }, (_, index) => `queued-${index}`);
  const priority = isUrgent ? 1 : 0;
  for (const id of ids) await second.enqueue(id, payment(owner, id, COIN), { priority });
  await second.enqueue('of another', ofRich('of another'));
  const isEnded = await second.run({ signal: abortAfter(20 * MINUTE_MS) }).then(async () => {
    const open = await Array.fromAsync(second.entries());
    return open.every(({ status }) => status === 'waiting-for-funds');
  });
  expect(isEnded).toBe(true);
  expect((await second.get('of another'))?.status).toBe('succeeded');
  for (let index = 0; index < signed; index++) expect((await second.get(`signed-${index}`))?.status).toBe('succeeded');
  const waiting = await second.get('queued-0');
  if (waiting?.status === 'waiting-for-funds') {
    const { needed } = waiting.waitsFor?.kind === 'funds' ? waiting.waitsFor : { needed: 0n };
    expect(await getBalance(client, { address: owner })).toBeLessThan(needed);
  }
}

test('after a kill, a run pays whatever there is coin for, however few entries it works on at the same time', () =>
  fc.assert(fc.asyncProperty(plans, payAfterKill), {
    numRuns: scaled(3),
    examples: [
      [{ concurrency: 1, signed: 2, queued: 2, isUrgent: true, isSent: true, rest: 20 }],
      [{ concurrency: 2, signed: 2, queued: 2, isUrgent: false, isSent: false, rest: 20 }],
    ],
  }));
