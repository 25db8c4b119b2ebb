// A store that comes back older, is slow, is full, or has another clock: each id is paid once, or stopped.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { randomFrom } from '@coin/examples/random-from';
import { scaled } from '@coin/examples/scaled';
import { useVirtualTime } from '@coin/examples/virtual-time';
import { createMockNode } from '@coin/mock-node';
import { createMemoryStore, createOutbox, type Outbox, type OutboxOptions, type OutboxStore } from '@coin/payments';
import { createSqliteStore } from '@coin/payments/sqlite';
import { createNodeClient, sendTransaction, updateAccountPermissions } from '@coin/rpc';
import { createKeySigner } from '@coin/rpc/signer';
import * as fc from 'fast-check';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { countPayments } from './support/outbox-crashes.ts';

useVirtualTime();

const folder = mkdtempSync(join(tmpdir(), 'older-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Whose key signs: the key of the account that pays, or another one that a permission of the account names. */
type KeyOf = 'account' | 'permission';

/** A node that makes a block whenever a process waits, and processes that pay over it. */
async function startNetwork(keyOf: KeyOf = 'account') {
  const node = createMockNode({ mining: { kind: 'manual' }, solidityLag: 3 });
  const [{ privateKey, address: owner }, { address: to }, machine] = node.accounts;
  const clock = {
    now: node.now,
    async sleep(ms: number) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      node.advanceTime(ms);
      node.mine(1);
    },
  };
  const client = createNodeClient({ transport: node, clock, maxLifeMs: 90_000 });
  const own = createKeySigner(privateKey);
  const signer = keyOf === 'account' ? own : createKeySigner(machine.privateKey);
  if (keyOf === 'permission') {
    const ownerPermission = { threshold: 1n, keys: [{ address: machine.address, weight: 1n }] };
    const activePermissions = [{ ...ownerPermission, name: 'active', operations: ['TransferContract'] as const }];
    const transaction = updateAccountPermissions(client, { owner, ownerPermission, activePermissions });
    await sendTransaction(client, { transaction, signer: own });
  }
  const startProcess = (store: OutboxStore, options: Partial<OutboxOptions> = {}) => {
    const outbox = createOutbox({ store, client, signer, concurrency: 2, ...options });
    const enqueue = async (ids: readonly string[]) => {
      for (const id of ids) await outbox.enqueue(id, { kind: 'transfer', owner, to, amount: 7n, memo: id });
    };
    return { outbox, enqueue };
  };
  return { node, client, startProcess };
}

let files = 0;

/** A database that comes back as it was at an earlier time; its server says so if it is one. */
function openRestorable({ isServer }: { isServer: boolean }) {
  let database = new DatabaseSync(':memory:');
  let current = createSqliteStore(database);
  let copy: string | undefined;
  let restores = 0;
  let changes = 0;
  const at = new Map<number, () => void>();
  const changing = async <T>(run: () => Promise<T>): Promise<T> => {
    at.get(++changes)?.();
    return run();
  };
  const store: OutboxStore = {
    get: (...args) => current.get(...args),
    list: (range) => current.list(range),
    history: (key) => current.history(key),
    count: () => current.count(),
    renew: (claims) => current.renew(claims),
    createIfAbsent: (...args) => changing(() => current.createIfAbsent(...args)),
    compareAndSet: (change) => changing(() => current.compareAndSet(change)),
    claim: (claim) => changing(() => current.claim(claim)),
    ...(isServer && { epoch: async () => `${restores}` }),
  };
  return {
    store,
    /** Calls a function right before the n-th change from now. */
    before: (change: number, run: () => void) => void at.set(changes + change, run),
    backUp: (): void => {
      copy = join(folder, `${files++}.db`);
      database.exec(`VACUUM INTO '${copy}'`);
    },
    restore: (): void => {
      if (copy === undefined) return;
      database = new DatabaseSync(copy);
      current = createSqliteStore(database);
      copy = undefined;
      restores++;
    },
  };
}

const IDS = ['a', 'b', 'c', 'd'];

/** That each id is paid once, and that entries of which the store forgot it say which transaction paid them. */
async function expectPaidOnce(
  { client }: Awaited<ReturnType<typeof startNetwork>>,
  store: OutboxStore,
): Promise<number> {
  // The change of the permissions has no memo.
  const { '': _, ...paid } = await countPayments(client, IDS);
  expect(paid).toEqual(Object.fromEntries(IDS.map((id) => [id, 1])));
  const outbox = createOutbox({
    store,
    client,
    signer: { sign: () => Promise.reject(new Error('nothing is signed')) },
  });
  const entries = await Array.fromAsync(outbox.entries('all'));
  const stopped = entries.filter(({ status }) => status !== 'succeeded');
  for (const { status, problem, twinTxID = '' } of stopped) {
    expect([status, problem?.code]).toEqual(['rejected', 'STORE_OUTDATED']);
    expect(problem?.message).toContain(twinTxID);
    expect(twinTxID).toMatch(/^[0-9a-f]{64}$/);
  }
  return stopped.length;
}

/** Runs until all has ended; a run that an older store ended is continued, as a service does. */
async function runToEnd(outbox: Outbox): Promise<void> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const error: unknown = await outbox.run().then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    if (error === undefined) return;
    expect(error).toMatchObject({ code: 'STORE_OUTDATED' });
  }
  expect.fail('it never ended');
}

describe('a store that comes back older', () => {
  /** Pays, backs up at a change, stops at a later one, and pays again over the copy. */
  async function payOverCopy({
    isServer,
    backUpAt,
    stopAfter,
    keyOf = 'account',
    runsFirst = false,
  }: {
    isServer: boolean;
    backUpAt: number;
    stopAfter: number;
    keyOf?: KeyOf;
    /** Whether a run over the copy ends before the payments are enqueued again. */
    runsFirst?: boolean;
  }) {
    const network = await startNetwork(keyOf);
    const { store, before, backUp, restore } = openRestorable({ isServer });
    const stop = new AbortController();
    const { outbox, enqueue } = network.startProcess(store);
    // A first run, which every store of a service has had.
    await outbox.run();
    before(backUpAt, backUp);
    before(backUpAt + stopAfter, () => stop.abort());
    await enqueue(IDS);
    await outbox.run({ signal: stop.signal });
    // Without a server that tells, a person waits until what was forgotten has expired.
    if (!isServer) {
      network.node.advanceTime(200_000);
      network.node.mine(5);
    }
    restore();
    const second = network.startProcess(store);
    if (runsFirst) await runToEnd(second.outbox);
    await second.enqueue(IDS);
    await runToEnd(second.outbox);
    return expectPaidOnce(network, store);
  }

  test.each([true, false])(
    'pays each id once, or names the transaction that paid it (server that reports: %s)',
    async (isServer) => {
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 1, max: 25 }),
          fc.integer({ min: 1, max: 25 }),
          fc.constantFrom<KeyOf>('account', 'permission'),
          fc.boolean(),
          async (backUpAt, stopAfter, keyOf, runsFirst) => {
            await payOverCopy({ isServer, backUpAt, stopAfter, keyOf, runsFirst });
          },
        ),
        { numRuns: scaled(6) },
      );
    },
  );

  test.each([true, false])(
    'stops entries that were paid after the copy was made (server that reports: %s)',
    async (isServer) => {
      // The copy has the four entries and nothing else.
      expect(await payOverCopy({ isServer, backUpAt: 5, stopAfter: 1000 })).toBe(4);
    },
  );

  test.each(['account', 'permission'] as const)(
    'stops entries of which the copy has neither the id nor the account, signed by the key of the %s',
    async (keyOf) => {
      for (const isServer of [true, false])
        expect(await payOverCopy({ isServer, backUpAt: 1, stopAfter: 1000, keyOf, runsFirst: true })).toBe(4);
    },
  );

  test('pays an entry that was stopped when a person retries it', async () => {
    const network = await startNetwork();
    const { store, before, backUp, restore } = openRestorable({ isServer: true });
    const { outbox, enqueue } = network.startProcess(store);
    await outbox.run();
    before(2, backUp);
    await enqueue(['a']);
    await outbox.run();
    restore();
    await enqueue(['a']);
    await runToEnd(outbox);
    const stopped = await outbox.get('a');
    expect(stopped).toMatchObject({ status: 'rejected', problem: { code: 'STORE_OUTDATED' } });
    await outbox.retry('a');
    await outbox.run();
    const paid = await outbox.get('a');
    expect(paid).toMatchObject({ status: 'succeeded', ignoredTxIDs: [stopped?.twinTxID] });
    expect(await countPayments(network.client, [])).toEqual({ a: 2 });
  });

  test('stops an entry that it forgot while a run had nothing to do for minutes', async () => {
    const network = await startNetwork();
    const { store, backUp, restore } = openRestorable({ isServer: true });
    // The run moves its mark several times before it renews its claims.
    const { outbox, enqueue } = network.startProcess(store, { leaseMs: 600_000 });
    const seconds = (count: number) => new Promise((resolve) => setTimeout(resolve, count * 1000));
    const untilEnded = async () => {
      while ((await outbox.summary()).oldestAgeMs !== undefined) await seconds(1);
    };
    await outbox.run();
    backUp();
    await enqueue(['a']);
    const stop = new AbortController();
    const running = outbox.run({ whenIdle: 'wait', signal: stop.signal });
    await untilEnded();
    restore();
    for (let minute = 0; minute < 5; minute++) {
      network.node.advanceTime(60_000);
      network.node.mine(1);
      await seconds(60);
    }
    await enqueue(['a']);
    await untilEnded();
    stop.abort();
    await running;
    expect(await outbox.get('a')).toMatchObject({ status: 'rejected', problem: { code: 'STORE_OUTDATED' } });
    expect(await countPayments(network.client, [])).toEqual({ a: 1 });
  });

  test('while two processes work, each id is paid once or stopped', () =>
    fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 12 }), async (backUpAt, lag) => {
        const network = await startNetwork();
        const { store, before, backUp, restore } = openRestorable({ isServer: true });
        const [first, second] = [network.startProcess(store), network.startProcess(store)];
        await first.outbox.run();
        before(backUpAt, backUp);
        before(backUpAt + lag, restore);
        await first.enqueue(IDS);
        await Promise.all([runToEnd(first.outbox), runToEnd(second.outbox)]);
        await second.enqueue(IDS);
        await runToEnd(second.outbox);
        await expectPaidOnce(network, store);
      }),
      { numRuns: scaled(4) },
    ));
});

test('over a store that is slow, for up to two leases, each id is paid once', () =>
  fc.assert(
    fc.asyncProperty(fc.nat(), async (seed) => {
      const network = await startNetwork();
      const random = randomFrom(seed);
      const memory = createMemoryStore();
      const LEASE_MS = 1000;
      const slowly = async <T>(run: () => Promise<T>): Promise<T> => {
        const isLate = random() < 0.1;
        const result = isLate && random() < 0.5 ? await run() : undefined;
        await new Promise((resolve) => setTimeout(resolve, isLate ? random() * 2 * LEASE_MS : 1));
        return result ?? run();
      };
      const store: OutboxStore = {
        ...memory,
        get: (key) => slowly(() => memory.get(key)),
        claim: (claim) => slowly(() => memory.claim(claim)),
        renew: (claims) => slowly(() => memory.renew(claims)),
        list: (range) => slowly(() => memory.list(range)),
      };
      const processes = [1, 2, 3].map(() => network.startProcess(store, { leaseMs: LEASE_MS, pollMs: 100 }));
      await processes[0]?.enqueue(IDS);
      await Promise.all(processes.map(({ outbox }) => outbox.run()));
      expect(await expectPaidOnce(network, memory)).toBe(0);
    }),
    { numRuns: scaled(5) },
  ));

test('over a full disk, a run ends, and pays each id once when there is space again', () =>
  fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 12 }), async (pages) => {
      const network = await startNetwork();
      const database = new DatabaseSync(join(folder, `${files++}.db`));
      const store = createSqliteStore(database);
      const { outbox, enqueue } = network.startProcess(store);
      await enqueue(IDS);
      const { page_count: used } = database.prepare('PRAGMA page_count').get() as { page_count: number };
      database.exec(`PRAGMA max_page_count = ${used + pages - 1}`);
      const error: unknown = await outbox.run().catch((thrown: unknown) => thrown);
      if (pages === 1)
        expect(error).toMatchObject({ code: 'STORE_FAILED', context: { reason: expect.stringContaining('full') } });
      database.exec('PRAGMA max_page_count = 1000000');
      await outbox.run();
      expect(await expectPaidOnce(network, store)).toBe(0);
      database.close();
    }),
    { numRuns: scaled(5) },
  ));

test('while the clock of a store is set forward and back by minutes, each id is paid once', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: -600, max: 600 }), { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 40 }),
      async (offsets, every) => {
        const network = await startNetwork();
        const shared = createSqliteStore(new DatabaseSync(':memory:'));
        const now = Date.now.bind(Date);
        let operations = 0;
        /** SQLite has no clock: its store reads the machine's before it waits for anything. */
        const at =
          <A extends unknown[], T>(run: (...args: A) => T) =>
          (...args: A): T => {
            const seconds = offsets[Math.min(Math.floor(operations++ / every), offsets.length - 1)] ?? 0;
            const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + seconds * 1000);
            try {
              return run(...args);
            } finally {
              clock.mockRestore();
            }
          };
        const store: OutboxStore = {
          ...shared,
          createIfAbsent: at(shared.createIfAbsent),
          compareAndSet: at(shared.compareAndSet),
          claim: at(shared.claim),
          renew: at(shared.renew),
        };
        const processes = [1, 2, 3].map(() => network.startProcess(store, { leaseMs: 2000 }));
        await processes[0]?.enqueue(IDS);
        await Promise.all(processes.map(({ outbox }) => outbox.run()));
        expect(await expectPaidOnce(network, shared)).toBe(0);
      },
    ),
    { numRuns: scaled(5) },
  ));
