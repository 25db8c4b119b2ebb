import { concurrencyLimit, rateLimit } from '@coin/rpc';
import { expect, test } from 'vitest';
import { clientWithAnswers } from './support/client-with-answers.ts';
import { balanceOrError, hang, JUDYS_BALANCE } from './support/judy.ts';
import { recordedResponse } from './support/recordings.ts';

test('concurrencyLimit allows no more requests at once, and lets the next one go after a failure', async () => {
  let inFlight = 0;
  let maxInFlight = 0;
  const { client } = clientWithAnswers(
    async () => {
      maxInFlight = Math.max(maxInFlight, ++inFlight);
      await new Promise((done) => setTimeout(done, 5));
      inFlight--;
      return Math.random() < 0.3 ? new Response('', { status: 400 }) : recordedResponse('account.visible');
    },
    { limits: [concurrencyLimit(3)] },
  );
  await Promise.all(Array.from({ length: 20 }, () => balanceOrError(client)));
  expect(maxInFlight).toBe(3);
  expect(inFlight).toBe(0);
});

test('concurrencyLimit drops a queued request whose call has ended', async () => {
  const { client } = clientWithAnswers(hang, { limits: [concurrencyLimit(1)], timeoutMs: 40 });
  const [first, second] = await Promise.all([balanceOrError(client), balanceOrError(client)]);
  expect(first).toMatchObject({ code: 'TIMEOUT' });
  expect(second).toMatchObject({ code: 'TIMEOUT' });
  const free = clientWithAnswers('account.visible', { limits: [concurrencyLimit(1)] });
  expect(await balanceOrError(free.client)).toBe(JUDYS_BALANCE);
});

test('rateLimit keeps the rate after a burst', async () => {
  const { client } = clientWithAnswers('account.visible', { limits: [rateLimit({ perSecond: 100, burst: 5 })] });
  const started = Date.now();
  await Promise.all(Array.from({ length: 15 }, () => balanceOrError(client)));
  const elapsed = Date.now() - started;
  expect(elapsed).toBeGreaterThanOrEqual(90);
  expect(elapsed).toBeLessThan(5_000);
});

test('rateLimit waits as long as a shared store says', async () => {
  let points = 1;
  const store = {
    consume: async () => {
      if (points-- > 0) return;
      points = 1;
      // rate-limiter-flexible rejects with a result, not with an error.
      // eslint-disable-next-line typescript/only-throw-error
      throw Object.assign(Object.create(null) as object, { msBeforeNext: 20 });
    },
  };
  const { client } = clientWithAnswers('account.visible', { limits: [rateLimit({ store, key: 'fleet' })] });
  const started = Date.now();
  await balanceOrError(client);
  await balanceOrError(client);
  expect(Date.now() - started).toBeGreaterThanOrEqual(18);
});

test('rateLimit waits until the call ends where a shared store says forever, and ends it where the store gives no time', async () => {
  const limitOf = (msBeforeNext: number) => {
    let asked = 0;
    const consume = async () => {
      asked++;
      // eslint-disable-next-line typescript/only-throw-error
      throw { msBeforeNext };
    };
    const { client } = clientWithAnswers('account.visible', {
      limits: [rateLimit({ store: { consume }, key: 'fleet' })],
      timeoutMs: 40,
    });
    return balanceOrError(client).then((error) => ({ error, asked }));
  };
  for (const forever of [Infinity, 1e308, 2 ** 31])
    expect(await limitOf(forever)).toMatchObject({ error: { code: 'TIMEOUT' }, asked: 1 });
  expect(await limitOf(Number.NaN)).toMatchObject({ error: { code: 'CALLBACK_FAILED' }, asked: 1 });
});

test.each([0, -1, 1.5, Number.NaN])('concurrencyLimit(%d) is rejected', (maxConcurrent) => {
  expect(() => concurrencyLimit(maxConcurrent)).toThrow(expect.objectContaining({ code: 'ARGUMENT_INVALID' }));
});
test.each([0, -1, Number.NaN, Infinity])('rateLimit of %d per second is rejected', (perSecond) => {
  expect(() => rateLimit({ perSecond })).toThrow(expect.objectContaining({ code: 'ARGUMENT_INVALID' }));
});
