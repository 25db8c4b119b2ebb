// Outboxes with different keys share a store: each works on what it can sign, and leaves the rest alone.
import { DatabaseSync } from 'node:sqlite';
import { createMockNode } from '@coin/mock-node';
import {
  createMemoryStore,
  createOutbox,
  type OutboxEntry,
  type OutboxOptions,
  type OutboxStore,
} from '@coin/payments';
import { createSqliteStore } from '@coin/payments/sqlite';
import { createNodeClient, sendTransaction, updateAccountPermissions } from '@coin/rpc';
import { createKeySigner, type KeySigner } from '@coin/rpc/signer';
import { scaled } from '@coin/test-kit/scaled';
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createMiningClock } from './support/mining-clock.ts';
import { countPayments } from './support/outbox-crashes.ts';

useVirtualTime();

const pass = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** A network with wallets, and outboxes over one store, of which each notes the entries that it changes. */
function openNetwork(store: OutboxStore = createMemoryStore()) {
  const node = createMockNode({ mining: { kind: 'manual' }, solidityLag: 3 });
  const client = createNodeClient({ transport: node, clock: createMiningClock(node) });
  const [first, second, third, receiver, machine] = node.accounts;
  const [a, b, c, rolled] = [first, second, third, machine].map(({ privateKey }) => createKeySigner(privateKey)) as [
    KeySigner,
    KeySigner,
    KeySigner,
    KeySigner,
  ];
  const to = receiver.address;
  const start = (signer: OutboxOptions['signer'], owners?: readonly string[], whenIdle: 'wait' | 'return' = 'wait') => {
    const stop = new AbortController();
    const touched = new Set<string>();
    const statuses = new Set<string>();
    const problems: string[] = [];
    const onChange = ({ intent, status }: OutboxEntry) => void (touched.add(intent.owner), statuses.add(status));
    const onProblem = ({ code }: { code: string }) => void problems.push(code);
    const outbox = createOutbox({ store, client, signer, concurrency: 2, onChange, onProblem });
    const ended = outbox.run({ signal: stop.signal, whenIdle, ...(owners && { owners }) });
    const end = async () => {
      stop.abort();
      await ended;
    };
    return { outbox, touched, statuses, problems, ended, end };
  };
  const queue = createOutbox({ store, client, signer: [] });
  const enqueue = (id: string, { address: owner }: KeySigner, group?: string) =>
    queue.enqueue(id, { kind: 'transfer', owner, to, amount: 5n, memo: id }, group === undefined ? {} : { group });
  return { node, client, store, a, b, c, rolled, start, enqueue, queue };
}

const stores: readonly [string, () => OutboxStore][] = [
  ['memory', createMemoryStore],
  ['SQLite', () => createSqliteStore(new DatabaseSync(':memory:'))],
  [
    'a store that does not list owners',
    () => {
      const { owners: _, ...store } = createMemoryStore();
      return store;
    },
  ],
];

describe.each(stores)('two services that share %s', (_, createStore) => {
  type Way = 'a key' | 'keys' | 'a lookup' | 'all keys, and its owners';

  test('pay each entry once, each by the service with its key, and take none of the other', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 8 }),
        fc.constantFrom<Way>('a key', 'keys', 'a lookup', 'all keys, and its owners'),
        fc.boolean(),
        async (wallets, way, isGrouped) => {
          const network = openNetwork(createStore());
          const { a, b, c, start, enqueue, queue, client } = network;
          const signerOf = (keys: readonly KeySigner[]): [OutboxOptions['signer'], string[]?] => {
            if (way === 'keys' || (way === 'a key' && keys.length > 1)) return [keys];
            if (way === 'a key') return [keys[0] ?? a];
            if (way === 'a lookup') return [(owner) => keys.find(({ address }) => address === owner)];
            return [[a, b, c], keys.map(({ address }) => address)];
          };
          const ids = wallets.map((wallet, index) => `${wallet} ${index}`);
          for (const [index, id] of ids.entries())
            await enqueue(id, network[wallets[index] as 'a'], isGrouped ? 'group' : undefined);
          const services = [start(...signerOf([a])), start(...signerOf([b, c]))] as const;
          for (let wait = 0; wait < 60 && (await queue.summary()).oldestAgeMs !== undefined; wait++) await pass(5000);
          await Promise.all(services.map(({ end }) => end()));
          expect(await countPayments(client, ids)).toEqual(Object.fromEntries(ids.map((id) => [id, 1])));
          expect([...services[0].touched].filter((owner) => owner !== a.address)).toEqual([]);
          expect([...services[1].touched].filter((owner) => owner === a.address)).toEqual([]);
          expect(services.flatMap(({ statuses }) => [...statuses])).not.toContain('awaiting-signatures');
        },
      ),
      { numRuns: scaled(3) },
    ));

  test('return when what they can sign is done', async () => {
    const { a, b, start, enqueue, queue } = openNetwork(createStore());
    await enqueue('mine', a);
    await enqueue('theirs', b);
    await start(a, undefined, 'return').ended;
    expect(await queue.get('mine')).toMatchObject({ status: 'succeeded' });
    expect(await queue.get('theirs')).toMatchObject({ status: 'queued', failures: 0 });
    expect(await queue.history('theirs')).toHaveLength(1);
  });
});

test('a deployment that adds a wallet leaves its entries to the new processes', async () => {
  const { a, b, start, enqueue, queue } = openNetwork();
  const old = start(a);
  await enqueue('a 1', a);
  await pass(5000);
  const next = start([a, b]);
  for (const [id, wallet] of [
    ['b 1', b],
    ['a 2', a],
    ['b 2', b],
  ] as const)
    await enqueue(id, wallet);
  await pass(300_000);
  await old.end();
  await next.end();
  expect((await queue.summary()).counts).toMatchObject({ succeeded: 4 });
  expect([...old.touched]).toEqual([a.address]);
  expect(old.problems).toEqual([]);
});

test('a key that is rolled leaves the entries of its account to the process with the new key', async () => {
  const { a, rolled, client, start, enqueue, queue } = openNetwork();
  const old = start(a);
  await enqueue('before', a);
  await pass(60_000);
  const keys = { threshold: 1n, keys: [{ address: rolled.address, weight: 1n }] };
  const activePermissions = [{ ...keys, name: 'active', operations: ['TransferContract'] as const }];
  const transaction = updateAccountPermissions(client, { owner: a.address, ownerPermission: keys, activePermissions });
  await sendTransaction(client, { transaction, signer: a });
  await enqueue('after', a);
  await pass(10_000);
  const next = start(rolled);
  await pass(300_000);
  await old.end();
  await next.end();
  expect(await queue.get('after')).toMatchObject({ status: 'succeeded', failures: 0 });
  expect(old.problems).toContain('SIGNER_MISMATCH');
});

test('the wrong key is reported within seconds, and rejects nothing', async () => {
  const { a, b, start, enqueue, queue } = openNetwork();
  for (let index = 0; index < 20; index++) await enqueue(`${index}`, a);
  const wrong = start(b);
  const named = start(b, [a.address]);
  await pass(5000);
  for (const { problems } of [wrong, named]) expect(problems).toEqual(['SIGNER_MISMATCH']);
  await pass(600_000);
  await wrong.end();
  await named.end();
  expect((await queue.summary()).counts).toMatchObject({ queued: 20 });
  await start(a, undefined, 'return').ended;
  expect((await queue.summary()).counts).toMatchObject({ succeeded: 20 });
});
