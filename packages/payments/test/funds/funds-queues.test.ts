import { createMemoryStore } from '@coin/payments';
// The first entry that waits for coin or a token of an account, which later entries wait behind.
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createFundsQueues, queueOf, type Place } from '../../src/funds/funds-queues.ts';

useVirtualTime();
// Time passes only when a test says so.
beforeEach(() => void vi.setTimerTickMode('manual'));

const QUEUE = queueOf('owner');
const place = (id: string, position: number, priority = 0): Place => ({ id, position, priority });
const [early, late] = [place('early', 1), place('late', 2)];

/** Queues of two processes over one store. Entries wait in the queue that `waits` has for them. */
function openQueues() {
  const store = createMemoryStore();
  const waits = new Map<string, string>();
  const open = () =>
    createFundsQueues(store, {
      clock: { now: Date.now, sleep: () => new Promise<never>(() => {}) },
      findQueue: async (id) => waits.get(id),
    });
  const [queues, others] = [open(), open()];
  /** Has an entry wait in a queue. */
  const wait = async (entry: Place, { by = queues, queue = QUEUE } = {}) => {
    waits.set(entry.id, queue);
    await by.join(queue, entry);
  };
  return { queues, others, waits, wait };
}

test('an account has one queue for its coin, and one for each of its tokens, under names that stores keep', () => {
  expect([queueOf('owner'), queueOf('owner', '1000001')]).toEqual(['owner', 'owner/1000001']);
});

describe('an entry', () => {
  test('is behind nothing in an empty queue', async () => {
    expect(await openQueues().queues.findBefore(QUEUE, late)).toBeUndefined();
  });

  test('is behind the first one that waits in its queue, and in no other queue', async () => {
    const { queues, wait } = openQueues();
    await wait(early);
    expect(await queues.findBefore(QUEUE, late)).toEqual(early);
    expect(await queues.findBefore(queueOf('owner', '1000001'), late)).toBeUndefined();
  });

  test('is behind the first one of each queue that it needs', async () => {
    const { queues, wait } = openQueues();
    const [tokenQueue, forToken] = [queueOf('owner', '1000001'), place('for the token', 0)];
    await wait(early);
    await wait(forToken, { queue: tokenQueue });
    expect(await queues.findBefore(QUEUE, late)).toEqual(early);
    expect(await queues.findBefore(tokenQueue, late)).toEqual(forToken);
  });

  test('is not behind itself, or behind a later one', async () => {
    const { queues, wait } = openQueues();
    await wait(late);
    expect(await queues.findBefore(QUEUE, late)).toBeUndefined();
    expect(await queues.findBefore(QUEUE, early)).toBeUndefined();
  });

  test.each([
    ['of a lower priority is behind a later one', 0, 1, true],
    ['of a higher priority is not behind an earlier one', 1, 0, false],
  ])('%s', async (_, mine, theirs, isBehind) => {
    const { queues, wait } = openQueues();
    const first = place('first', isBehind ? 2 : 1, theirs);
    await wait(first);
    expect(await queues.findBefore(QUEUE, place('mine', isBehind ? 1 : 2, mine))).toEqual(isBehind ? first : undefined);
  });

  test('becomes the first of a queue if it comes before the first one, and only then', async () => {
    const { queues, wait } = openQueues();
    const [last, important] = [place('last', 3), place('important', 4, 1)];
    await wait(late);
    await wait(last);
    expect(await queues.findBefore(QUEUE, last)).toEqual(late);
    await wait(early);
    expect(await queues.findBefore(QUEUE, late)).toEqual(early);
    await wait(important);
    expect(await queues.findBefore(QUEUE, early)).toEqual(important);
  });

  test.each([
    ['no longer waits', undefined],
    ['waits in another queue', queueOf('owner', '1000001')],
  ])('is not behind one that %s, and takes its place', async (_, queue) => {
    const { queues, others, waits, wait } = openQueues();
    await wait(early);
    if (queue === undefined) waits.delete('early');
    else waits.set('early', queue);
    expect(await queues.findBefore(QUEUE, late)).toBeUndefined();
    await wait(late);
    expect(await others.findBefore(QUEUE, place('last', 3))).toEqual(late);
  });
});

describe('a queue', () => {
  test('is read once in three seconds, so entries of other processes are seen a little later', async () => {
    const { queues, others, wait } = openQueues();
    expect(await queues.findBefore(QUEUE, late)).toBeUndefined();
    await wait(early, { by: others });
    vi.advanceTimersByTime(2999);
    expect(await queues.findBefore(QUEUE, late)).toBeUndefined();
    vi.advanceTimersByTime(1);
    expect(await queues.findBefore(QUEUE, late)).toEqual(early);
  });

  test('is read again immediately once an entry of this process joins it, and other queues are not', async () => {
    const { queues, others, wait } = openQueues();
    const tokenQueue = queueOf('owner', '1000001');
    for (const queue of [QUEUE, tokenQueue]) expect(await queues.findBefore(queue, late)).toBeUndefined();
    await wait(place('token', 1), { by: others, queue: tokenQueue });
    await wait(early);
    expect(await queues.findBefore(QUEUE, late)).toEqual(early);
    expect(await queues.findBefore(tokenQueue, late)).toBeUndefined();
  });

  test('is read again immediately once it is forgotten', async () => {
    const { queues, others, wait } = openQueues();
    expect(await queues.findBefore(QUEUE, late)).toBeUndefined();
    await wait(early, { by: others });
    queues.forget(QUEUE);
    expect(await queues.findBefore(QUEUE, late)).toEqual(early);
  });
});
