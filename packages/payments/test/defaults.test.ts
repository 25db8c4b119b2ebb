import { DatabaseSync } from 'node:sqlite';
import { createOutbox, createMemoryStore, type Outbox, type OutboxOptions } from '@coin/payments';
import { createPostgresStore } from '@coin/payments/postgres';
import { createSqliteStore } from '@coin/payments/sqlite';
import { describeDefaults } from '@coin/test-kit/defaults';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { payingNode, signer, transfer } from './support/paying-node.ts';
import { simulateChain } from './support/simulated-chain.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** The result of a promise, while timers fire one after another as soon as nothing else is left to do. */
async function withTimers<T>(promise: Promise<T>): Promise<T> {
  const state = { isSettled: false };
  const settled = promise.finally(() => (state.isSettled = true));
  settled.catch(() => {});
  await vi.advanceTimersByTimeAsync(0);
  while (!state.isSettled) await vi.advanceTimersToNextTimerAsync();
  return settled;
}

interface OutboxScript {
  options: Partial<OutboxOptions>;
  node?: ReturnType<typeof payingNode>;
  entries?: number;
  amount?: bigint;
  store?: ReturnType<typeof createMemoryStore>;
}

/** An outbox with queued entries, and its run, which a signal ends. */
async function outboxWith({
  options,
  node = payingNode(),
  entries = 1,
  amount = 1_000_000n,
  store = createMemoryStore(),
}: OutboxScript) {
  const outbox = createOutbox({ store, client: node.client, signer, ...options });
  for (let index = 0; index < entries; index++) await outbox.enqueue(`${index}`, { ...transfer, amount });
  const end = new AbortController();
  const run = (runOptions: Parameters<Outbox['run']>[0] = {}) => outbox.run({ signal: end.signal, ...runOptions });
  return { outbox, store, run, stop: () => end.abort() };
}

/** Runs an outbox until a condition holds, timer by timer. */
async function runUntil(run: Promise<void>, holds: () => boolean, stop: () => void): Promise<void> {
  await vi.advanceTimersByTimeAsync(0);
  while (!holds()) await vi.advanceTimersToNextTimerAsync();
  stop();
  await withTimers(run);
}

/** A node, and when it was asked to build, in milliseconds from now. */
function buildTimes() {
  const started = Date.now();
  const times: number[] = [];
  const node = payingNode({
    build: () => {
      times.push(Date.now() - started);
      return undefined;
    },
  });
  return { times, node };
}

describeDefaults(`${import.meta.dirname}/..`, {
  'OutboxOptions.concurrency': {
    async observe(options, stated: number) {
      let building = 0;
      const node = payingNode();
      const genesis = {
        json: simulateChain().answer('/wallet/getblockbynum', { num: 0 }, 0),
        endpoint: '',
        source: {},
      };
      const request: typeof node.client.request = async (path, ...rest) => {
        if (path.endsWith('block') || path.endsWith('bynum')) return genesis;
        if (path.startsWith('/wallet/get')) return node.client.request(path, ...rest);
        building++;
        return new Promise<never>(() => {});
      };
      const client = { ...node.client, request };
      const { run, stop } = await outboxWith({ options: { ...options, client }, entries: stated + 2 });
      void run();
      await vi.advanceTimersByTimeAsync(0);
      stop();
      return building;
    },
  },
  'OutboxOptions.maxFailures': {
    async observe(options) {
      const { outbox, run } = await outboxWith({ options, amount: 2n });
      await withTimers(run());
      return outbox.get('0');
    },
  },
  'OutboxOptions.retryDelayMs': {
    async observe(options) {
      vi.spyOn(Math, 'random').mockReturnValue(0.5);
      const { times, node } = buildTimes();
      const { run } = await outboxWith({ options: { maxFailures: 4, ...options }, node, amount: 2n });
      await withTimers(run());
      return times;
    },
  },
  'OutboxOptions.pollMs': {
    async observe(options) {
      const { times, node } = buildTimes();
      const { run, stop, store } = await outboxWith({ options, node, entries: 0 });
      const running = run({ whenIdle: 'wait' });
      await vi.advanceTimersByTimeAsync(0);
      await outboxWith({ options: {}, store });
      await runUntil(running, () => times.length > 0, stop);
      return times[0];
    },
  },
  'OutboxOptions.leaseMs': {
    async observe(options) {
      const { times, node } = buildTimes();
      const memory = createMemoryStore();
      const dying = new AbortController();
      // A process that is killed with its claim: it neither renews it nor gives it back.
      const ofDead = {
        ...memory,
        renew: () => new Promise<never>(() => {}),
        claim: async (claim: Parameters<typeof memory.claim>[0]) => {
          const claimed = await memory.claim(claim);
          dying.abort();
          return claimed;
        },
      };
      const dead = await outboxWith({ options, node, store: ofDead });
      void dead.run({ signal: dying.signal }).catch(() => {});
      await vi.advanceTimersByTimeAsync(0);
      const { run, stop } = await outboxWith({ options: { pollMs: 10 }, node, store: memory, entries: 0 });
      await runUntil(run(), () => times.length > 0, stop);
      return times[0];
    },
  },
  'createOutbox.longest pause after a failure': async (stated: number) => {
    vi.spyOn(Math, 'random').mockReturnValue(1);
    const { times, node } = buildTimes();
    const { run } = await outboxWith({ options: { maxFailures: 12 }, node, amount: 2n });
    await withTimers(run());
    expect(Math.max(...times.slice(1).map((time, index) => time - (times[index] ?? 0)))).toBe(stated);
  },
  'EnqueueOptions.priority': {
    async observe(options) {
      const { outbox } = await outboxWith({ options: {}, entries: 0 });
      return outbox.enqueue('a', transfer, options);
    },
  },
  'RunOptions.whenIdle': {
    other: 'wait',
    async observe(options) {
      const { run, stop } = await outboxWith({ options: {}, entries: 0 });
      let hasEnded = false;
      const running = run(options).then(() => (hasEnded = true));
      await vi.advanceTimersByTimeAsync(10_000);
      const observed = hasEnded;
      stop();
      await withTimers(running);
      return observed;
    },
  },
  'createSqliteStore.table': {
    other: 'payments',
    observe(options) {
      const database = new DatabaseSync(':memory:');
      createSqliteStore(database, options);
      return database.prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").all();
    },
  },
  'PostgresStoreOptions.schema': {
    other: 'payments',
    async observe(options) {
      const statements: string[] = [];
      const query = async (text: string) => (statements.push(text), { rows: [] });
      const client = { query, on() {}, removeListener() {}, release() {} };
      await createPostgresStore({ pool: { query, connect: async () => client }, ...options }).get('a');
      return statements;
    },
  },
});
