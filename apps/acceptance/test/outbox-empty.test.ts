import { createMemoryStore, type OutboxIntent, type OutboxStore } from '@coin/payments';
import {
  createNodeClient,
  createTransaction,
  broadcastTransaction,
  estimateEnergy,
  getBlocks,
  getNowBlock,
  http,
  signTransaction,
} from '@coin/rpc';
import { createKeySigner, type KeySigner } from '@coin/rpc/signer';
// A wallet that runs empty while calls are under way: a call without its energy would burn its fees for nothing.
import { randomFrom } from '@coin/test-kit/random-from';
import { scaled } from '@coin/test-kit/scaled';
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { openSharedWallet, PERMISSION, signedBy } from './support/shared-wallet.ts';
import { SOLIDITY_LAG } from './support/treasury.ts';

useVirtualTime();

const COIN = 1_000_000n;
const TOKEN = '41c0ffee00000000000000000000000000000000c0';
const TRANSFER_TOPIC = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
/** Writes another slot for each amount, logs a transfer and returns the largest number: each call costs the same. */
const TOKEN_CODE = `6001602435557f${TRANSFER_TOPIC}60006000a160001960005260206000f3`;

const payments = fc.record({
  kind: fc.constantFrom('transfer', 'call', 'transfer-token'),
  /** In hundredths of a coin. */
  amount: fc.integer({ min: 1, max: 300 }),
  memoLength: fc.constantFrom(0, 0, 30, 250),
  isPlanned: fc.boolean(),
});

const plans = fc.record({
  seed: fc.nat(),
  /** The signatures that each payment needs; a person adds the second one later. */
  signatures: fc.constantFrom(1, 2, 2),
  isPersonLate: fc.boolean(),
  /** In hundredths of a coin. */
  balance: fc.integer({ min: 0, max: 2000 }),
  payments: fc.array(payments, { minLength: 5, maxLength: 10 }),
  /** The longest time that a request takes to the node, and its answer back. */
  latencyMs: fc.constantFrom(0, 100, 1000),
  /** How many seconds each process works until it is killed. */
  lives: fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 3 }),
  /** How often a block replaces the latest ones that are not solid. */
  forkShare: fc.constantFrom(0, 0.1, 0.3),
});

type Plan = typeof plans extends fc.Arbitrary<infer T> ? T : never;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Repeats an action until the returned function is called. */
function repeat(everyMs: number, act: () => Promise<void>): () => Promise<void> {
  const end = new AbortController();
  const acting = (async () => {
    while (!end.signal.aborted) {
      await act();
      await pause(everyMs);
    }
  })();
  return async () => {
    end.abort();
    await acting;
  };
}

async function payFromEmptyingWallet({
  seed,
  signatures,
  isPersonLate,
  balance,
  payments: asked,
  lives,
  latencyMs,
  forkShare,
}: Plan) {
  const random = randomFrom(seed);
  const wallet = await openSharedWallet({
    weights: [1n, 1n, 1n],
    threshold: BigInt(signatures),
    operations: ['TransferContract', 'TriggerSmartContract'],
  });
  const { node, client: observer, owner, people, queueOf } = wallet;
  /** A client whose requests take up to two seconds on their way, and never arrive once a process is dead. */
  const clientOf = (death: AbortSignal) =>
    createNodeClient({
      transport: http('http://node', {
        fetch: async (input, init) => {
          await pause(random() * latencyMs);
          if (death.aborted) throw new Error('the process is dead');
          const response = await node.fetch(new Request(input, init));
          await pause(random() * latencyMs);
          return response;
        },
        retry: 0,
      }),
      clock: { now: node.now, sleep: async (ms) => void (await pause(ms)) },
    });
  const [ann, ben] = people as [KeySigner, KeySigner, KeySigner];
  node.placeContract({ address: TOKEN, code: TOKEN_CODE });
  const [, { address: to }] = node.accounts;
  const [rich] = node.accounts.slice(8);
  if (rich === undefined) expect.fail();
  node.setBalance(owner, (BigInt(balance) * COIN) / 100n);
  // Until then, solid blocks show the coin that the account had before.
  node.mine(SOLIDITY_LAG + 1);
  const words = (amount: bigint) => ['0', amount.toString(16)].map((word) => word.padStart(64, '0')).join('');
  const functionSelector = 'transfer(address,uint256)';
  const { energy } = await estimateEnergy(observer, { owner, contract: TOKEN, functionSelector, parameter: words(1n) });
  const feeLimit = 100n * energy;
  const intents = asked.map(({ kind, amount: hundredths, memoLength, isPlanned }, index): OutboxIntent => {
    const amount = (BigInt(hundredths) * COIN) / 100n;
    const limit = isPlanned ? {} : { feeLimit };
    const fields = { owner, permissionId: PERMISSION };
    const number = 1000n + BigInt(index);
    if (kind === 'transfer')
      return { kind, ...fields, to, amount, ...(memoLength > 0 && { memo: 'x'.repeat(memoLength) }) };
    if (kind === 'transfer-token') return { kind, ...fields, token: TOKEN, to, amount: number, ...limit };
    const callValue = amount > COIN ? amount - COIN : 0n;
    return { kind, ...fields, contract: TOKEN, functionSelector, parameter: words(number), callValue, ...limit };
  });

  const store = createMemoryStore();
  const queue = queueOf(store);
  for (const [index, intent] of intents.entries()) await queue.enqueue(`payment ${index}`, intent);
  /** Works until a process is killed. Its claims run out later. */
  async function runFor(isAlive: () => Promise<boolean>) {
    const death = new AbortController();
    const alive =
      <Args extends unknown[], T>(run: (...args: Args) => Promise<T>) =>
      async (...args: Args): Promise<T> => {
        if (death.signal.aborted) throw new Error('the process is dead');
        return run(...args);
      };
    const mortal: OutboxStore = {
      get: alive(store.get),
      list: alive(store.list),
      createIfAbsent: alive(store.createIfAbsent),
      compareAndSet: alive(store.compareAndSet),
      claim: alive(store.claim),
      renew: alive(store.renew),
      history: alive(store.history),
      count: alive(store.count),
    };
    const mine = clientOf(death.signal);
    const running = wallet
      .open(mortal, {
        client: mine,
        signer: isPersonLate ? [ann] : [ann, ben],
        planFeeLimit: async (call) => 100n * (await estimateEnergy(mine, call)).energy,
        leaseMs: 2000,
      })
      .run({ signal: death.signal, whenIdle: 'wait' })
      .catch((error: unknown) => {
        if (!death.signal.aborted) throw error;
      });
    while (await isAlive()) await Promise.race([pause(1000), running]);
    death.abort();
    await running;
  }
  let older: { readonly dump: string; readonly number: number } | undefined;
  let number = 0;
  let isForking = true;
  const stopMining = repeat(3000, async () => {
    const now = node.now() + 3000;
    number++;
    if (older !== undefined && number - older.number >= SOLIDITY_LAG - 1) {
      node.load(older.dump);
      older = undefined;
    } else if (isForking && older === undefined && random() < forkShare) older = { dump: node.dump(), number };
    node.advanceTime(now - node.now());
    node.mine(1);
  });
  const stopSigning = repeat(7000, async () => {
    for await (const entry of queue.entries())
      if (entry.status === 'awaiting-signatures' && random() < 0.7)
        await queue.addSignature(entry.id, signedBy(ben, entry)).catch(() => {});
  });
  const fill = async (amount: bigint) => {
    const transaction = await createTransaction(observer, { owner: rich.address, to: owner, amount });
    await broadcastTransaction(observer, await signTransaction(transaction, createKeySigner(rich.privateKey)));
  };
  const stopFilling = repeat(10_000, async () => {
    if (random() < 0.4) await fill((BigInt(1 + Math.floor(random() * 800)) * COIN) / 100n);
  });
  for (const seconds of [...lives, 60]) {
    let left = seconds;
    await runFor(async () => left-- > 0);
  }
  await stopFilling();
  isForking = false;
  older = undefined;
  await fill(100n * COIN);
  await runFor(async () => (await queue.summary()).oldestAgeMs !== undefined);
  await stopSigning();
  await stopMining();

  const results: string[] = [];
  const { number: head } = await getNowBlock(observer);
  for (let from = 1; from <= head; from += 100)
    for (const { transactions } of await getBlocks(observer, { fromBlock: from, toBlock: Math.min(from + 99, head) }))
      for (const { value, result } of transactions) if (value['owner_address'] === owner) results.push(String(result));
  return { results, entries: await Array.fromAsync(queue.entries('all')) };
}

test('no call fails for lack of coin, however many payments are under way', { timeout: 300_000 }, () =>
  fc.assert(
    fc.asyncProperty(plans, async (plan) => {
      const { results, entries } = await payFromEmptyingWallet(plan);
      expect(entries.map(({ status, problem }) => problem ?? status)).toEqual(plan.payments.map(() => 'succeeded'));
      // The first one set the permissions.
      expect(results).toEqual(Array.from({ length: 1 + plan.payments.length }, () => 'SUCCESS'));
    }),
    { numRuns: scaled(2) },
  ),
);

test('a call does not count on a deposit that a fork can still drop, and a transfer does', async () => {
  const { node, client, owner, people, open } = await openSharedWallet({
    weights: [1n],
    threshold: 1n,
    operations: ['TransferContract', 'TriggerSmartContract'],
  });
  node.placeContract({ address: TOKEN, code: TOKEN_CODE });
  node.setBalance(owner, 0n);
  node.mine(SOLIDITY_LAG + 1);
  const [, { address: to }] = node.accounts;
  const rich = createKeySigner(node.accounts.at(-1)?.privateKey ?? '');
  const deposit = await createTransaction(client, { owner: rich.address, to: owner, amount: 10n * COIN });
  await broadcastTransaction(client, await signTransaction(deposit, rich));
  node.mine(1);
  const outbox = open(createMemoryStore(), { signer: people });
  const fields = { owner, permissionId: PERMISSION };
  const feeLimit = 3n * COIN;
  await outbox.enqueue('call', { kind: 'transfer-token', ...fields, token: TOKEN, to, amount: 1n, feeLimit });
  await outbox.run();
  expect(await outbox.get('call')).toMatchObject({ status: 'waiting-for-funds', waitsFor: { available: 0n } });
  await outbox.enqueue('transfer', { kind: 'transfer', ...fields, to, amount: 1n }, { priority: 1 });
  await outbox.run();
  expect(await outbox.get('transfer')).toMatchObject({ status: 'succeeded' });
  node.mine(SOLIDITY_LAG);
  await outbox.run();
  expect(await outbox.get('call')).toMatchObject({ status: 'succeeded' });
});
