import { createConcurrencyLimit, createRateLimit, isRpcError } from '@coin/rpc';
import { createListenedSignal } from '@coin/test-kit/listened-signal';
import { scaled } from '@coin/test-kit/scaled';
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import * as fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { clientWithAnswers } from '../support/client-with-answers.ts';
import { balanceOrError, hang, JUDYS_BALANCE } from '../support/judy.ts';
import { recordedResponse } from '../support/recordings.ts';

useVirtualTime();

test('createConcurrencyLimit allows no more concurrent requests, and lets the next one go after a failure', async () => {
  let inFlight = 0;
  let maxInFlight = 0;
  let answered = 0;
  const { client } = clientWithAnswers(
    async () => {
      maxInFlight = Math.max(maxInFlight, ++inFlight);
      await new Promise((done) => setTimeout(done, 50));
      inFlight--;
      return ++answered % 3 === 0 ? new Response('', { status: 400 }) : recordedResponse('account.visible');
    },
    { limits: [createConcurrencyLimit(3)] },
  );
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => balanceOrError(client)));
  expect(outcomes.filter((outcome) => outcome === JUDYS_BALANCE)).toHaveLength(14);
  expect(outcomes.filter((outcome) => isRpcError(outcome, 'HTTP_STATUS'))).toHaveLength(6);
  expect(maxInFlight).toBe(3);
  expect(inFlight).toBe(0);
});

test('createConcurrencyLimit drops a queued request whose call has ended', async () => {
  const { client } = clientWithAnswers(hang, { limits: [createConcurrencyLimit(1)] });
  const [first, second] = await Promise.all([balanceOrError(client), balanceOrError(client)]);
  expect(first).toMatchObject({ code: 'TIMEOUT' });
  expect(second).toMatchObject({ code: 'TIMEOUT' });
  const free = clientWithAnswers('account.visible', { limits: [createConcurrencyLimit(1)] });
  expect(await balanceOrError(free.client)).toBe(JUDYS_BALANCE);
});

test('createRateLimit keeps the rate after a burst', async () => {
  const { client } = clientWithAnswers('account.visible', { limits: [createRateLimit({ perSecond: 100, burst: 5 })] });
  const started = Date.now();
  const balances = await Promise.all(Array.from({ length: 15 }, () => balanceOrError(client)));
  expect(new Set(balances)).toEqual(new Set([JUDYS_BALANCE]));
  expect(Date.now() - started).toBe(100);
});

test('createRateLimit waits as long as a shared store says', async () => {
  let points = 1;
  const store = {
    consume: async () => {
      if (points-- > 0) return;
      points = 1;
      // rate-limiter-flexible rejects with a result, not with an error.
      // eslint-disable-next-line typescript/only-throw-error
      throw Object.assign(Object.create(null) as object, { msBeforeNext: 2000 });
    },
  };
  const { client } = clientWithAnswers('account.visible', { limits: [createRateLimit({ store, key: 'fleet' })] });
  const started = Date.now();
  await balanceOrError(client);
  await balanceOrError(client);
  expect(Date.now() - started).toBe(2000);
});

test('createRateLimit waits until the call ends if a shared store says forever, and ends the call if the store gives no time', async () => {
  const limitOf = (msBeforeNext: number) => {
    let asked = 0;
    const consume = async () => {
      asked++;
      // eslint-disable-next-line typescript/only-throw-error
      throw { msBeforeNext };
    };
    const { client } = clientWithAnswers('account.visible', {
      limits: [createRateLimit({ store: { consume }, key: 'fleet' })],
    });
    return balanceOrError(client).then((error) => ({ error, asked }));
  };
  for (const forever of [Infinity, 1e308, 2 ** 31])
    expect(await limitOf(forever)).toMatchObject({ error: { code: 'TIMEOUT' }, asked: 1 });
  expect(await limitOf(Number.NaN)).toMatchObject({ error: { code: 'CALLBACK_FAILED' }, asked: 1 });
});

test.each([0, -1, 1.5, Number.NaN])('createConcurrencyLimit(%d) is rejected', (maxConcurrent) => {
  expect(() => createConcurrencyLimit(maxConcurrent)).toThrow(expect.objectContaining({ code: 'ARGUMENT_INVALID' }));
});
test.each([0, -1, Number.NaN, Infinity, '5', 5n])('createRateLimit of %s per second is rejected', (perSecond) => {
  expect(() => createRateLimit({ perSecond: perSecond as number })).toThrow(
    expect.objectContaining({ code: 'ARGUMENT_INVALID' }),
  );
});

test.each([0, 0.5, -1, Number.NaN])('createRateLimit with a burst of %d is rejected', (burst) => {
  expect(() => createRateLimit({ perSecond: 1, burst })).toThrow(
    expect.objectContaining({ code: 'ARGUMENT_INVALID', context: expect.objectContaining({ argument: 'burst' }) }),
  );
});

test('createRateLimit lets a burst go immediately after a pause, and no more', async () => {
  const limit = createRateLimit({ perSecond: 20, burst: 2 });
  const { signal } = new AbortController();
  const waits = async (count: number) => {
    const started = Date.now();
    return Promise.all(
      Array.from({ length: count }, () => Promise.resolve(limit(signal)).then(() => Date.now() - started)),
    );
  };
  expect(await waits(3)).toEqual([0, 0, 50]);
  await new Promise((done) => setTimeout(done, 300));
  expect(await waits(4)).toEqual([0, 0, 50, 100]);
});

test('createRateLimit without a burst spreads requests evenly', async () => {
  const limit = createRateLimit({ perSecond: 2.5 });
  const { signal } = new AbortController();
  const started = Date.now();
  const waits = Array.from({ length: 4 }, async () => {
    await limit(signal);
    return Date.now() - started;
  });
  expect(await Promise.all(waits)).toEqual([0, 400, 800, 1200]);
});

test('createRateLimit sends no more in any second than perSecond or a larger burst, and loses none of its rate', () =>
  fc.assert(
    fc.asyncProperty(
      fc.record(
        {
          perSecond: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.double({ min: 0.5, max: 40, noNaN: true })),
          burst: fc.integer({ min: 1, max: 40 }),
        },
        { requiredKeys: ['perSecond'] },
      ),
      // Pauses between batches of requests in milliseconds, and the number of requests in each.
      fc.array(fc.tuple(fc.integer({ min: 0, max: 3000 }), fc.integer({ min: 1, max: 60 })), {
        minLength: 1,
        maxLength: 5,
      }),
      async (options, batches) => {
        const limit = createRateLimit(options);
        const { signal } = new AbortController();
        const sentAt: number[] = [];
        const started = Date.now();
        for (const [pause, size] of batches) {
          await Promise.all(
            Array.from({ length: size }, () => Promise.resolve(limit(signal)).then(() => sentAt.push(Date.now()))),
          );
          await new Promise((done) => setTimeout(done, pause));
        }
        const most = Math.max(Math.ceil(options.perSecond), options.burst ?? 1);
        for (const [i, at] of sentAt.entries())
          expect((sentAt[i + most] ?? Infinity) - at).toBeGreaterThanOrEqual(1000);
        const total = sentAt.length;
        const paused = batches.reduce((sum, [pause]) => sum + pause, 0);
        // A limit per second delays a fractional rate by less than a second.
        expect((sentAt.at(-1) ?? 0) - started - paused).toBeLessThan((total / options.perSecond) * 1000 + 1000);
      },
    ),
    { numRuns: scaled(30) },
  ));

test('createRateLimit ignores a clock that is set back', async () => {
  const limit = createRateLimit({ perSecond: 10 });
  const { signal } = new AbortController();
  await limit(signal);
  vi.setSystemTime(Date.now() - 3_600_000);
  const started = performance.now();
  await limit(signal);
  expect(performance.now() - started).toBe(100);
});

test('a wait for createRateLimit ends with its signal', async () => {
  const limit = createRateLimit({ perSecond: 0.01, burst: 1 });
  const controller = new AbortController();
  await limit(controller.signal);
  const waiting = limit(controller.signal);
  controller.abort(new Error('enough'));
  const aborted = { code: 'ABORTED', context: { path: 'waiting for the rate limit' }, cause: new Error('enough') };
  await expect(waiting).rejects.toMatchObject(aborted);
  await expect(limit(controller.signal)).rejects.toMatchObject(aborted);
});

test.each([new Error('redis is down'), { msBeforeNext: 'soon' }])(
  'a store that rejects with %o and no time ends the call',
  async (rejection) => {
    const store = { consume: () => Promise.reject(rejection) };
    const { client, requests } = clientWithAnswers('account.visible', {
      limits: [createRateLimit({ store, key: 'x' })],
    });
    expect(await balanceOrError(client)).toMatchObject({ code: 'CALLBACK_FAILED', cause: rejection });
    expect(requests).toEqual([]);
  },
);

test('createConcurrencyLimit gives the slot of a call that left the queue to the next', async () => {
  const limit = createConcurrencyLimit(1);
  const { signal } = new AbortController();
  const leaving = new AbortController();
  const release = await limit(signal);
  const left = limit(leaving.signal);
  const next = limit(signal);
  leaving.abort(new Error('enough'));
  await expect(left).rejects.toThrow('enough');
  await expect(limit(leaving.signal)).rejects.toThrow('enough');
  release?.();
  const releaseNext = await next;
  const order: string[] = [];
  const last = Promise.resolve(limit(signal)).then(() => order.push('last'));
  order.push('release');
  releaseNext?.();
  await last;
  expect(order).toEqual(['release', 'last']);
});

test('createConcurrencyLimit has its slot free again after each request', async () => {
  const limit = createConcurrencyLimit(1);
  const { signal } = new AbortController();
  for (let count = 0; count < 3; count++) {
    const late = new Promise<void>((_, reject) => setTimeout(reject, 1000, new Error('the slot is taken')));
    const release = await Promise.race([limit(signal), late]);
    expect(release).toBeTypeOf('function');
    release?.();
  }
});

test('createConcurrencyLimit leaves no listener on the signal of a request that waited', async () => {
  const limit = createConcurrencyLimit(1);
  const { signal, listeners } = createListenedSignal();
  const release = await limit(signal);
  const next = limit(signal);
  expect(listeners.size).toBe(1);
  release?.();
  await next;
  expect(listeners.size).toBe(0);
});

test('createRateLimit sets no timer for a request that need not wait', () => {
  const limit = createRateLimit({ perSecond: 10, burst: 1 });
  const { signal } = new AbortController();
  void limit(signal);
  expect(vi.getTimerCount()).toBe(0);
  void limit(signal);
  expect(vi.getTimerCount()).toBe(1);
});
