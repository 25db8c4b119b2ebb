import { createNodeClient, getNowBlock, waitForTransaction } from '@coin/rpc';
import { createListenedSignal } from '@coin/test-kit/listened-signal';
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import { describe, expect, test, vi } from 'vitest';
import { clientWithAnswers } from '../support/client-with-answers.ts';

useVirtualTime();

const { clock } = createNodeClient({ transport: 'http://node.example' });
describe('the system’s clock', () => {
  test.each([0, 0.5, 5, 86_400_000])('sleeps for %d ms', async (ms) => {
    const started = Date.now();
    await clock.sleep(ms);
    expect(Date.now() - started).toBe(Math.trunc(ms));
  });

  test.each([-1, -Infinity, Number.NaN, '5', 5n, undefined, null, {}])('rejects the time %o', async (ms) => {
    await expect(clock.sleep(ms as never)).rejects.toMatchObject({
      code: 'ARGUMENT_INVALID',
      context: { argument: 'ms', expected: 'a time in milliseconds from 0' },
    });
  });

  test('keeps no listener after a sleep, and no timer after an abort', async () => {
    const whole = createListenedSignal();
    await clock.sleep(5, { signal: whole.signal });
    expect(whole.listeners.size).toBe(0);
    const cut = createListenedSignal();
    const sleep = clock.sleep(5, { signal: cut.signal });
    cut.abort();
    await expect(sleep).rejects.toThrow('enough');
    expect(cut.listeners.size).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });
});

test.each([{}, { signal: new AbortController().signal }])(
  'a clock that fails to sleep ends a wait with its own error',
  async (options) => {
    const failure = new Error('no timer');
    const failing = { now: () => 5, sleep: () => Promise.reject(failure) };
    const { client } = clientWithAnswers(() => Response.json({}), { clock: failing });
    await expect(waitForTransaction(client, { txID: 'ab'.repeat(32) }, options)).rejects.toBe(failure);
  },
);

test.each([true, false])('a wait that its signal aborts says so, if its clock rejects then: %s', async (rejects) => {
  const controller = new AbortController();
  const { client } = clientWithAnswers(() => Response.json({}), {
    clock: {
      now: () => 5,
      async sleep() {
        controller.abort(new Error('enough'));
        if (rejects) throw new Error('stopped');
      },
    },
  });
  const wait = waitForTransaction(client, { txID: 'ab'.repeat(32) }, { signal: controller.signal });
  await expect(wait).rejects.toMatchObject({
    code: 'ABORTED',
    context: { path: `waiting for ${'ab'.repeat(32)}` },
    cause: new Error('enough'),
  });
});

test('a call leaves no timer and no listener behind', async () => {
  const { client } = clientWithAnswers('chain.getnowblock');
  const { signal, listeners } = createListenedSignal();
  await getNowBlock(client, { signal });
  expect(vi.getTimerCount()).toBe(0);
  expect(listeners.size).toBe(0);
});
