import { DatabaseSync } from 'node:sqlite';
import {
  callableExports,
  expectOwnErrors,
  missingMethods,
  type Sample,
  type Samples,
} from '@coin/examples/hostile-arguments';
import { useVirtualTime } from '@coin/examples/virtual-time';
import {
  createOutbox,
  createOutboxQueue,
  isPaymentsError,
  createMemoryStore,
  PaymentsError,
  type OutboxStore,
} from '@coin/payments';
import { checkOutboxStore } from '@coin/payments/conformance';
import { createPostgresStore, migrate } from '@coin/payments/postgres';
import { createRedisStore } from '@coin/payments/redis';
import { createSqliteStore } from '@coin/payments/sqlite';
import { expect, test } from 'vitest';
import { clientOf } from './support/client-of.ts';
import { call, signer, transfer } from './support/paying-node.ts';

useVirtualTime();

const { client } = clientOf(() => Response.json({}));
const record = { key: 'k', value: 'v', listing: 'open' };
const postgresClient = { query: async () => ({ rows: [] }), on() {}, removeListener() {}, release() {} };
const pool = { ...postgresClient, connect: async () => postgresClient };
const stores: Readonly<Record<string, () => OutboxStore>> = {
  createPostgresStore: () => createPostgresStore({ pool }),
  createMemoryStore,
  createSqliteStore: () => createSqliteStore(new DatabaseSync(':memory:')),
  createRedisStore: () => createRedisStore({ call: async () => [] }),
};
const storeSamples: Samples = Object.fromEntries(
  Object.entries(stores).flatMap(([name, create]): [string, Sample][] => [
    [`${name}().get`, { run: (key: string) => create().get(key), args: () => ['k'] }],
    [`${name}().createIfAbsent`, { run: (given: never) => create().createIfAbsent(given), args: () => [record] }],
    [
      `${name}().compareAndSet`,
      { run: (given: never) => create().compareAndSet(given), args: () => [{ ...record, version: 1 }] },
    ],
    [
      `${name}().list`,
      { run: (given: never) => create().list(given), args: () => [{ listing: 'all', after: 0, limit: 5 }] },
    ],
    [
      `${name}().claim`,
      { run: (given: never) => create().claim(given), args: () => [{ holder: 'h', limit: 5, leaseMs: 1000 }] },
    ],
    [`${name}().renew`, { run: (given: never) => create().renew(given), args: () => [{ holder: 'h', leaseMs: 1000 }] }],
    [`${name}().history`, { run: (key: string) => create().history(key), args: () => ['k'] }],
    [`${name}().count`, { run: () => create().count(), args: () => [] }],
  ]),
);
const intent = { ...transfer, memo: 'x' };
const callIntent = { ...call, feeLimit: 5n, callValue: 0n };
const { owner, to } = transfer;
const intents = [
  { kind: 'transfer-asset', owner, to, tokenId: '1000001', amount: 5n, memo: 'x' },
  { kind: 'transfer-token', owner, to, token: call.contract, amount: 5n, feeLimit: 5n },
  { kind: 'delegate', owner, receiver: to, amount: 5n, resource: 'ENERGY', lockBlocks: 5 },
  { kind: 'unstake', owner, amount: 5n, resource: 'BANDWIDTH' },
  { kind: 'vote', owner, votes: [{ address: to, count: 5n }] },
  { kind: 'withdraw-reward', owner, permissionId: 2 },
] as const;
const outbox = () => createOutbox({ store: createMemoryStore(), client, signer });

const samples: Samples = {
  ...storeSamples,
  PaymentsError: { run: () => new PaymentsError('NODE_FAILED', { reason: 'x' }), args: () => [] },
  isPaymentsError: { run: isPaymentsError, args: () => [new Error('x'), 'NODE_FAILED'] },
  createMemoryStore: { run: createMemoryStore, args: () => [] },
  createPostgresStore: { run: createPostgresStore, args: () => [{ pool, schema: 's' }] },
  'createPostgresStore().listen': {
    run: async (wake: never) => (await createPostgresStore({ pool }).listen?.(wake))?.(),
    args: () => [() => {}],
  },
  'createPostgresStore().check': { run: () => createPostgresStore({ pool }).check?.(), args: () => [] },
  'createPostgresStore().epoch': { run: () => createPostgresStore({ pool }).epoch?.(), args: () => [] },
  'createRedisStore().epoch': { run: () => createRedisStore({ call: async () => [] }).epoch?.(), args: () => [] },
  'createRedisStore().check': {
    run: () => createRedisStore({ call: async () => [] }, { settings: 'checked' }).check?.(),
    args: () => [],
  },
  migrate: { run: migrate, args: () => [{ pool, schema: 's' }] },
  createSqliteStore: { run: createSqliteStore, args: () => [new DatabaseSync(':memory:'), { table: 't' }] },
  createRedisStore: {
    run: createRedisStore,
    args: () => [{ call: async () => [] }, { prefix: 'p', settings: 'trusted' }],
  },
  checkOutboxStore: { run: checkOutboxStore, args: () => [createMemoryStore], drawn: false },
  createOutbox: {
    run: createOutbox,
    args: () => [
      {
        store: createMemoryStore(),
        client,
        signer: [signer],
        maxSigningMs: 86_340_000,
        abis: [[{ type: 'error', name: 'Short', inputs: [] }]],
        concurrency: 5,
        maxFailures: 5,
        maxFeePerPayment: 1n,
        maxFeesPerDay: 5n,
        pollMs: 1000,
        leaseMs: 30_000,
      },
    ],
  },
  'createOutbox().enqueue': {
    run: (id: never, given: never, more: never) => outbox().enqueue(id, given, more),
    args: () => ['id', intent, { group: 'g', priority: 1 }],
  },
  'createOutbox().enqueue of a call': {
    run: (given: never) => outbox().enqueue('id', given),
    args: () => [callIntent],
  },
  ...Object.fromEntries(
    intents.map((given): [string, Sample] => [
      `createOutbox().enqueue of ${given.kind}`,
      { run: (each: never) => outbox().enqueue('id', each), args: () => [given] },
    ]),
  ),
  'createOutbox().get': { run: (id: never) => outbox().get(id), args: () => ['id'] },
  'createOutbox().entries': { run: (listing: never) => outbox().entries(listing), args: () => ['all'] },
  'createOutbox().history': { run: (id: never) => outbox().history(id), args: () => ['id'] },
  'createOutbox().summary': { run: () => outbox().summary(), args: () => [] },
  'createOutbox().retry': { run: (id: never) => outbox().retry(id), args: () => ['id'] },
  'createOutbox().cancel': { run: (id: never) => outbox().cancel(id), args: () => ['id'] },
  'createOutbox().addSignature': {
    run: (id: never, args: never) => outbox().addSignature(id, args),
    args: () => ['id', { signature: '00'.repeat(65), address: owner }],
  },
  'createOutboxQueue().addSignature': {
    run: (id: never, args: never) => createOutboxQueue({ store: createMemoryStore() }).addSignature(id, args),
    args: () => ['id', { signature: '00'.repeat(65), address: owner }],
  },
  createOutboxQueue: { run: createOutboxQueue, args: () => [{ store: createMemoryStore() }] },
  ...Object.fromEntries(
    (['get', 'cancel', 'retry', 'history', 'summary', 'entries'] as const).map((method): [string, Sample] => [
      `createOutboxQueue().${method}`,
      { run: (given: never) => createOutboxQueue({ store: createMemoryStore() })[method](given), args: () => ['id'] },
    ]),
  ),
  'createOutboxQueue().enqueue': {
    run: (id: never, given: never, more: never) =>
      createOutboxQueue({ store: createMemoryStore() }).enqueue(id, given, more),
    args: () => ['id', intent, { group: 'g', priority: 1 }],
  },
  'createOutbox().run': {
    // Its node answers nothing that names a network.
    run: (given: never) => createOutbox({ store: createMemoryStore(), client, signer, maxFailures: 1 }).run(given),
    args: () => [{ whenIdle: 'return', signal: new AbortController().signal }],
  },
};

test('every callable export, and every method of its result, has a sample', async () => {
  const exported = await callableExports(new URL('../package.json', import.meta.url).pathname);
  expect(exported.filter((name) => !Object.hasOwn(samples, name))).toEqual([]);
  const names = [
    'createOutbox',
    'createOutboxQueue',
    'createMemoryStore',
    'createSqliteStore',
    'createRedisStore',
    'createPostgresStore',
  ];
  const results = Object.entries(samples).filter(([name]) => names.includes(name));
  expect(await missingMethods(Object.fromEntries(results), samples)).toEqual([]);
});

test.each(Object.entries(samples))(
  'every failure of %s is a PaymentsError, whatever its arguments are',
  (name, sample) => expectOwnErrors(name, sample, isPaymentsError),
);
