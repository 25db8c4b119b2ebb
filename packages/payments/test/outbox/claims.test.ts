import {
  createMemoryStore,
  createOutbox,
  type OutboxEntry,
  type OutboxOptions,
  type OutboxStore,
} from '@coin/payments';
// Several processes share one store.
import { scaled } from '@coin/test-kit/scaled';
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import * as fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { errorCodeOf } from '../support/outcome.ts';
import { payingNode, signer, transfer } from '../support/paying-node.ts';

useVirtualTime();

/** The default of `leaseMs`. */
const LEASE_MS = 30_000;

/** A process: an outbox over a store of several, and the changes that it made. */
function processOver(node: ReturnType<typeof payingNode>, store: OutboxStore, options: Partial<OutboxOptions> = {}) {
  const changes: string[] = [];
  const onChange = ({ id, status }: OutboxEntry) => void changes.push(`${id} ${status}`);
  return { outbox: createOutbox({ store, client: node.client, signer, onChange, ...options }), changes };
}

test('several processes share the entries, and each is paid once by one of them', () =>
  fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 2, max: 4 }),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 3 }),
      async (count, entries, concurrency) => {
        const node = payingNode();
        const store = createMemoryStore();
        const processes = Array.from({ length: count }, () => processOver(node, store, { concurrency }));
        for (let index = 0; index < entries; index++) await processes[0]?.outbox.enqueue(`${index}`, transfer);
        await Promise.all(processes.map(({ outbox }) => outbox.run()));
        expect(node.paid.size).toBe(entries);
        const changes = processes.flatMap((each) => each.changes);
        expect(changes.toSorted()).toEqual(
          Array.from({ length: entries }, (_, index) => [`${index} signed`, `${index} succeeded`])
            .flat()
            .toSorted(),
        );
      },
    ),
    { numRuns: scaled(10) },
  ));

test('two processes work at the same time', async () => {
  const node = payingNode();
  const store = createMemoryStore();
  const [first, second] = [processOver(node, store, { concurrency: 1 }), processOver(node, store, { concurrency: 1 })];
  for (const id of ['a', 'b', 'c', 'd']) await first.outbox.enqueue(id, transfer);
  await Promise.all([first.outbox.run(), second.outbox.run()]);
  expect(first.changes.length).toBeGreaterThan(0);
  expect(second.changes.length).toBeGreaterThan(0);
});

test('a run waits for the entries that another process has, however long it takes', async () => {
  const node = payingNode();
  const store = createMemoryStore();
  const signing = Promise.withResolvers<void>();
  const slow = {
    async sign(digest: Uint8Array) {
      await signing.promise;
      return signer.sign(digest);
    },
  };
  const first = processOver(node, store, { signer: slow });
  const second = processOver(node, store);
  await first.outbox.enqueue('a', transfer);
  const running = first.outbox.run();
  let hasReturned = false;
  const waiting = second.outbox.run().then(() => (hasReturned = true));
  // Ten leases later the first process still has it, because it renews its claim.
  await new Promise((resolve) => setTimeout(resolve, 10 * LEASE_MS));
  expect(hasReturned).toBe(false);
  signing.resolve();
  await running;
  await waiting;
  expect(second.changes).toEqual([]);
  expect(first.changes).toEqual(['a signed', 'a succeeded']);
});

test('a run that ends gives its entries back immediately', async () => {
  const node = payingNode();
  const store = createMemoryStore();
  const stop = new AbortController();
  const stopping = {
    async sign(): Promise<never> {
      stop.abort();
      throw new Error('the process ends');
    },
  };
  const first = processOver(node, store, { signer: stopping });
  await first.outbox.enqueue('a', transfer);
  await first.outbox.run({ signal: stop.signal });
  const started = Date.now();
  let signedAt = Infinity;
  const second = processOver(node, store, {
    onChange: ({ status }) => void (status === 'signed' && (signedAt = Date.now())),
  });
  await second.outbox.run();
  expect(signedAt - started).toBeLessThan(LEASE_MS / 4);
});

test('an entry passes to a second process when the first stands still, which writes nothing afterwards', async () => {
  const node = payingNode();
  const store = createMemoryStore();
  const stalled = Promise.withResolvers<void>();
  const standing = Promise.withResolvers<void>();
  /** A process that stands still while it signs, and whose renewals stop with it. */
  const ofFirst: OutboxStore = {
    ...store,
    async renew(claims) {
      await stalled.promise;
      return store.renew(claims);
    },
  };
  const slowSigner = {
    async sign(digest: Uint8Array) {
      standing.resolve();
      await stalled.promise;
      return signer.sign(digest);
    },
  };
  const first = processOver(node, ofFirst, { signer: slowSigner });
  const second = processOver(node, store);
  await second.outbox.enqueue('a', transfer);
  const stop = new AbortController();
  const running = first.outbox.run({ signal: stop.signal });
  await standing.promise;
  await second.outbox.run();
  expect(second.changes).toEqual(['a signed', 'a succeeded']);
  const before = await Array.fromAsync(second.outbox.entries('all'));
  stop.abort();
  stalled.resolve();
  await running;
  expect(first.changes).toEqual([]);
  expect(await Array.fromAsync(second.outbox.entries('all'))).toEqual(before);
  expect(node.paid.size).toBe(1);
});

test('a process whose claims may have run out changes nothing more, before any timer has noticed', async () => {
  const node = payingNode();
  const store = createMemoryStore();
  const now = performance.now.bind(performance);
  const written: number[] = [];
  let late = 0;
  using clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + late);
  const counting: OutboxStore = {
    ...store,
    async compareAndSet(change) {
      written.push(late);
      return store.compareAndSet(change);
    },
  };
  let signatures = 0;
  const standing = {
    async sign(digest: Uint8Array) {
      // The holder uses four fifths of its lease.
      if (signatures++ === 0) late = LEASE_MS * 0.8;
      return signer.sign(digest);
    },
  };
  const { outbox } = processOver(node, counting, { signer: standing });
  await outbox.enqueue('a', transfer);
  await outbox.run();
  expect(clock).toHaveBeenCalled();
  // The first signature was dropped, and the second one belongs to another claim.
  expect(signatures).toBe(2);
  expect(await outbox.get('a')).toMatchObject({ status: 'succeeded', earlierTxIDs: [] });
  expect(node.paid.size).toBe(1);
});

test('entries of a group are never under way in two processes', async () => {
  const node = payingNode();
  const store = createMemoryStore();
  const order: string[] = [];
  const onChange = ({ id, status }: OutboxEntry) => void order.push(`${id} ${status}`);
  const processes = Array.from({ length: 3 }, () => processOver(node, store, { onChange }));
  for (const id of ['a', 'b', 'c', 'd']) await processes[0]?.outbox.enqueue(id, transfer, { group: 'g' });
  await Promise.all(processes.map(({ outbox }) => outbox.run()));
  expect(order).toEqual(['a', 'b', 'c', 'd'].flatMap((id) => [`${id} signed`, `${id} succeeded`]));
});

test.each([
  ['fails to renew', () => Promise.reject(new Error('connection reset'))],
  ['never answers renewals of', () => new Promise<never>(() => {})],
])('a run whose store %s claims loses them, and continues with new ones', async (_, renew) => {
  const node = payingNode();
  const store = createMemoryStore();
  let signatures = 0;
  const failing: OutboxStore = { ...store, renew: (claims) => (signatures < 2 ? renew() : store.renew(claims)) };
  const slow = {
    async sign(digest: Uint8Array) {
      if (signatures++ === 0) await new Promise((resolve) => setTimeout(resolve, 2 * LEASE_MS));
      return signer.sign(digest);
    },
  };
  const { outbox, changes } = processOver(node, failing, { signer: slow });
  await outbox.enqueue('a', transfer);
  expect(await errorCodeOf(outbox.run())).toBe('success');
  expect(signatures).toBe(2);
  expect(changes).toEqual(['a signed', 'a succeeded']);
  expect(node.paid.size).toBe(1);
});

test.each<[string, OutboxStore['renew']]>([
  ['a renewal of its claims', () => new Promise(() => {})],
  ['that it gives its claims back', ({ leaseMs }) => (leaseMs === 0 ? new Promise(() => {}) : Promise.resolve())],
])('a run that is stopped returns before its claims run out if its store never answers %s', async (_, renew) => {
  const { outbox } = processOver(payingNode(), { ...createMemoryStore(), renew });
  const stop = new AbortController();
  const running = outbox.run({ signal: stop.signal, whenIdle: 'wait' });
  await new Promise((resolve) => setTimeout(resolve, LEASE_MS / 2));
  stop.abort();
  const tooLate = new Promise((resolve) => setTimeout(resolve, LEASE_MS, 'too late'));
  expect(await Promise.race([running, tooLate])).toBeUndefined();
});

test('a run that is stopped gives its claims back after a renewal that is late, and leaves no timer behind', async () => {
  const store = createMemoryStore();
  const renewals: number[] = [];
  const late: OutboxStore = {
    ...store,
    async renew(claims) {
      await new Promise((resolve) => setTimeout(resolve, 1000));
      renewals.push(claims.leaseMs);
      return store.renew(claims);
    },
  };
  const { outbox } = processOver(payingNode(), late);
  const stop = new AbortController();
  const running = outbox.run({ signal: stop.signal, whenIdle: 'wait' });
  await new Promise((resolve) => setTimeout(resolve, LEASE_MS / 4 + 500));
  stop.abort();
  await running;
  expect(renewals).toEqual([LEASE_MS, 0]);
  expect(vi.getTimerCount()).toBe(0);
});

test('a run that has ended makes no call of its store, even if one is answered late', async () => {
  const store = createMemoryStore();
  const answer = Promise.withResolvers<void>();
  const calls: number[] = [];
  const late: OutboxStore = { ...store, renew: ({ leaseMs }) => (calls.push(leaseMs), answer.promise) };
  const { outbox } = processOver(payingNode(), late);
  const stop = new AbortController();
  const running = outbox.run({ signal: stop.signal, whenIdle: 'wait' });
  await new Promise((resolve) => setTimeout(resolve, LEASE_MS / 2));
  stop.abort();
  await running;
  answer.resolve();
  await new Promise((resolve) => setTimeout(resolve, 1));
  expect(calls).toEqual([LEASE_MS]);
  expect(vi.getTimerCount()).toBe(0);
});

test('a process whose claims may have run out claims nothing more as the same holder', async () => {
  const node = payingNode();
  const store = createMemoryStore();
  const now = performance.now.bind(performance);
  let late = 0;
  using clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + late);
  const claims: string[] = [];
  const noting: OutboxStore = {
    ...store,
    claim: (claim) => {
      claims.push(`${claim.holder} ${late}`);
      return store.claim(claim);
    },
  };
  const { outbox } = processOver(node, noting);
  const stop = new AbortController();
  const running = outbox.run({ signal: stop.signal, whenIdle: 'wait' });
  await new Promise((resolve) => setTimeout(resolve, 500));
  late = LEASE_MS;
  await new Promise((resolve) => setTimeout(resolve, 2000));
  stop.abort();
  await running;
  expect(clock).toHaveBeenCalled();
  const holdersAt = (time: number) =>
    new Set(claims.filter((claim) => claim.endsWith(` ${time}`)).map((claim) => claim.split(' ')[0]));
  expect(holdersAt(0).size).toBe(1);
  expect(holdersAt(LEASE_MS).size).toBe(1);
  expect(holdersAt(0)).not.toEqual(holdersAt(LEASE_MS));
});

test('a run loses its claims a part of a lease after it asked to renew them, however late the answer came', async () => {
  const store = createMemoryStore();
  const asked: number[] = [];
  const firstClaims = new Map<string, number>();
  const late: OutboxStore = {
    ...store,
    async renew(claims) {
      if (asked.push(Date.now()) > 1) return new Promise<never>(() => {});
      await store.renew(claims);
      await new Promise((resolve) => setTimeout(resolve, LEASE_MS / 3));
    },
    claim(claim) {
      if (!firstClaims.has(claim.holder)) firstClaims.set(claim.holder, Date.now());
      return store.claim(claim);
    },
  };
  const { outbox } = processOver(payingNode(), late);
  const stop = new AbortController();
  const running = outbox.run({ signal: stop.signal, whenIdle: 'wait' });
  await new Promise((resolve) => setTimeout(resolve, 1.4 * LEASE_MS));
  stop.abort();
  await running;
  const [, second = Infinity] = firstClaims.values();
  expect(second - (asked[0] ?? 0)).toBeLessThan(LEASE_MS);
});
