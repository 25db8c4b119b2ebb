import { createMemoryStore, createOutbox, type OutboxStore } from '@coin/payments';
// A store whose calls are never answered: a run that is stopped returns all the same.
import { scaled } from '@coin/test-kit/scaled';
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import * as fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { payingNode, signer, transfer } from '../support/paying-node.ts';

useVirtualTime();

/** The default of `leaseMs`. */
const LEASE_MS = 30_000;
const METHODS = [
  'check',
  'listen',
  'epoch',
  'get',
  'createIfAbsent',
  'compareAndSet',
  'list',
  'claim',
  'renew',
  'count',
] as const satisfies readonly (keyof OutboxStore)[];

type Method = (typeof METHODS)[number];

const pass = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** A store of which one method is silent from its n-th call on. */
function openSilentStore(silent: Method, from: number) {
  const memory: OutboxStore = {
    ...createMemoryStore(),
    check: async () => {},
    listen: async () => async () => {},
    epoch: async () => 'first',
  };
  let calls = 0;
  const silenced = (...args: [never]) =>
    ++calls >= from
      ? new Promise<never>(() => {})
      : (memory[silent] as (...args: [never]) => Promise<unknown>)(...args);
  return { memory, store: { ...memory, [silent]: silenced } as OutboxStore, isSilent: () => calls >= from };
}

describe('a run that is stopped while its store does not answer', () => {
  test.each(METHODS)('returns before its claims run out: %s', (silent) =>
    fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 8 }), async (from) => {
        const node = payingNode();
        const { memory, store } = openSilentStore(silent, from);
        const open = (over: OutboxStore) => createOutbox({ store: over, client: node.client, signer, concurrency: 2 });
        const ids = ['a', 'b', 'c'];
        for (const id of ids) await open(memory).enqueue(id, transfer);
        const stop = new AbortController();
        const running = open(store).run({ signal: stop.signal, whenIdle: 'wait' });
        await pass(2 * LEASE_MS);
        stop.abort();
        const tooLate = pass(LEASE_MS).then(() => 'too late');
        expect(await Promise.race([running, tooLate])).toBeUndefined();
        await tooLate;
        expect(vi.getTimerCount()).toBe(0);

        // What was in progress is continued, and nothing is paid twice.
        await open(memory).run();
        expect(node.paid.size).toBe(ids.length);
      }),
      { numRuns: scaled(2), examples: [[1], [2], [3]] },
    ),
  );

  test('stops listening once a late connection is there', async () => {
    const late = Promise.withResolvers<() => Promise<void>>();
    let stops = 0;
    const store: OutboxStore = { ...createMemoryStore(), listen: () => late.promise };
    const stop = new AbortController();
    const running = createOutbox({ store, client: payingNode().client, signer }).run({ signal: stop.signal });
    stop.abort();
    await running;
    late.resolve(async () => void stops++);
    await pass(1);
    expect(stops).toBe(1);
  });
});
