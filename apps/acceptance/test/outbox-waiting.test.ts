// A wallet that runs empty and is filled again: each id is paid once, and none fails.
import { DatabaseSync } from 'node:sqlite';
import { createMockNode } from '@coin/mock-node';
import { createOutbox, type OutboxEntry, type OutboxOptions, type OutboxStore } from '@coin/payments';
import { createSqliteStore } from '@coin/payments/sqlite';
import { createNodeClient, createTransaction, getBalance, sendTransaction, signTransaction } from '@coin/rpc';
import { createKeySigner } from '@coin/rpc/signer';
import { randomFrom } from '@coin/test-kit/random-from';
import { scaled } from '@coin/test-kit/scaled';
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMiningClock } from './support/mining-clock.ts';
import { countPayments } from './support/outbox-crashes.ts';

useVirtualTime();

const COIN = 1_000_000n;

/** A network with a rich account, and a hot wallet that has nothing; a block is made whenever a process waits. */
function startNetwork() {
  const node = createMockNode({ mining: { kind: 'manual' }, solidityLag: 3 });
  const [rich, hot, { address: to }] = node.accounts;
  const clock = createMiningClock(node);
  const client = createNodeClient({ transport: node, clock });
  const send = async (from: { address: string; privateKey: string }, recipient: string, amount: bigint) => {
    const built = await createTransaction(client, { owner: from.address, to: recipient, amount });
    await sendTransaction(client, { transaction: await signTransaction(built, createKeySigner(from.privateKey)) });
    node.mine(1);
  };
  const openOutbox = (store: OutboxStore, options: Partial<OutboxOptions> = {}) =>
    createOutbox({ store, client, signer: createKeySigner(hot.privateKey), pollMs: 100, ...options });
  return {
    node,
    client,
    hot,
    to,
    openOutbox,
    /** Leaves the hot wallet with so much coin. */
    async empty(left: bigint) {
      const balance = await getBalance(client, { address: hot.address });
      await send(hot, rich.address, balance - left);
    },
    fill: (amount: bigint) => send(rich, hot.address, amount),
  };
}

test('a wallet that runs empty has its entries wait, through crashes of several processes, and pays each once', () =>
  fc.assert(
    fc.asyncProperty(
      fc.nat(),
      fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 3, maxLength: 8 }),
      fc.array(fc.integer({ min: 3, max: 60 }), { minLength: 1, maxLength: 4 }),
      async (seed, amounts, crashes) => {
        const network = startNetwork();
        await network.empty(3n * COIN);
        const random = randomFrom(seed);
        const database = new DatabaseSync(':memory:');
        const store = createSqliteStore(database);
        const statuses = new Set<string>();
        const onChange = ({ status }: OutboxEntry) => void statuses.add(status);
        const queue = network.openOutbox(store);
        const ids = amounts.map((_, index) => `payment ${index}`);
        for (const [index, amount] of amounts.entries()) {
          const intent = {
            kind: 'transfer',
            owner: network.hot.address,
            to: network.to,
            memo: ids[index] ?? '',
          } as const;
          await queue.enqueue(ids[index] ?? '', { ...intent, amount: BigInt(amount) * COIN });
        }
        /** Two processes; one of them dies with a change of the store. */
        const runBoth = async (dyingAt: number) => {
          const death = new AbortController();
          let changes = 0;
          const dying: OutboxStore = {
            ...store,
            compareAndSet: async (change) => {
              if (++changes < dyingAt) return store.compareAndSet(change);
              const isStored = random() < 0.5;
              if (isStored && !death.signal.aborted) await store.compareAndSet(change);
              death.abort();
              throw new Error('the process is dead');
            },
            // What is dead renews nothing.
            renew: async (claims) => (death.signal.aborted ? undefined : store.renew(claims)),
          };
          const leaseMs = 2000;
          await Promise.all([
            network
              .openOutbox(dying, { leaseMs, onChange })
              .run({ signal: death.signal })
              .catch(() => {}),
            network.openOutbox(store, { leaseMs, onChange }).run(),
          ]);
        };
        for (const dyingAt of crashes) {
          await runBoth(dyingAt);
          await network.fill(BigInt(1 + Math.floor(random() * 4)) * COIN);
        }
        const before = await queue.summary();
        expect(before.counts).toMatchObject({ failed: 0, rejected: 0 });
        // Each needs its amount, a fee for its memo and one for its bytes.
        await network.fill(100n * COIN);
        await network.openOutbox(store, { onChange }).run();
        expect(await countPayments(network.client, ids)).toEqual(
          expect.objectContaining(Object.fromEntries(ids.map((id) => [id, 1]))),
        );
        expect((await queue.summary()).counts).toMatchObject({ succeeded: ids.length });
        expect(statuses).not.toContain('failed');
        expect(statuses).not.toContain('rejected');
      },
    ),
    { numRuns: scaled(3) },
  ));

test('a waiting entry reports exactly the coin that the network takes', async () => {
  const network = startNetwork();
  await network.empty(COIN);
  const store = createSqliteStore(new DatabaseSync(':memory:'));
  const outbox = network.openOutbox(store);
  const intent = { kind: 'transfer', owner: network.hot.address, to: network.to, amount: 2n * COIN } as const;
  // Too many bytes for the free bandwidth of the account.
  await outbox.enqueue('a', { ...intent, memo: 'x'.repeat(6000) });
  await outbox.run();
  const [waiting] = (await outbox.summary()).fundsNeeded;
  if (waiting === undefined) expect.fail('it does not wait');
  const { needed, available } = waiting;
  expect(available).toBe(COIN);
  await network.fill(needed - available - 1n);
  await outbox.run();
  // Before it is built, the size of a transaction is known to within some bytes.
  const still = (await outbox.summary()).fundsNeeded[0];
  expect(still?.available).toBe(needed - 1n);
  await network.fill((still?.needed ?? 0n) - needed + 1n);
  await outbox.run();
  const exact = (await outbox.summary()).fundsNeeded[0];
  if (exact !== undefined) {
    await network.fill(exact.needed - exact.available);
    await outbox.run();
  }
  const paid = await outbox.get('a');
  expect(paid).toMatchObject({ status: 'succeeded' });
  expect(await getBalance(network.client, { address: network.hot.address })).toBe(0n);
});
