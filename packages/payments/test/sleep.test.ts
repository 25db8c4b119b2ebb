import { useVirtualTime } from '@coin/test-kit/virtual-time';
import { describe, expect, test, vi } from 'vitest';
import { abortLater, sleep, unlessAborted } from '../src/sleep.ts';

useVirtualTime();

const pass = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** A signal, and how many listeners it has. */
function countListeners() {
  const controller = new AbortController();
  const { signal } = controller;
  let listeners = 0;
  const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)];
  signal.addEventListener = (...args: Parameters<typeof add>) => {
    listeners++;
    add(...args);
  };
  signal.removeEventListener = (...args: Parameters<typeof remove>) => {
    listeners--;
    remove(...args);
  };
  return { controller, signal, listeners: () => listeners };
}

test('a pause that ends leaves no timer and no listener behind', async () => {
  const { signal, listeners } = countListeners();
  const started = Date.now();
  await sleep(5000, signal);
  expect(Date.now() - started).toBe(5000);
  expect([vi.getTimerCount(), listeners()]).toEqual([0, 0]);
});

test('a pause ends with the reason of its signal, and leaves no timer behind', async () => {
  const { controller, signal } = countListeners();
  const started = Date.now();
  const paused = sleep(5000, signal).catch((error: unknown) => error);
  await pass(100);
  controller.abort('enough');
  expect(await paused).toBe('enough');
  expect([vi.getTimerCount(), Date.now() - started]).toEqual([0, 100]);
});

test('a pause whose signal has aborted never begins', async () => {
  const paused = sleep(5000, AbortSignal.abort('enough'));
  await expect(paused).rejects.toBe('enough');
  expect(vi.getTimerCount()).toBe(0);
});

test('a result that comes leaves no listener behind', async () => {
  const { signal, listeners } = countListeners();
  expect(await unlessAborted(Promise.resolve(7), signal)).toBe(7);
  await expect(unlessAborted(Promise.reject(new Error('full')), signal)).rejects.toThrow('full');
  await pass(1);
  expect(listeners()).toBe(0);
});

test('a result that never comes is given up with the reason of the signal', async () => {
  const { controller, signal } = countListeners();
  const never = new Promise(() => {});
  const awaited = unlessAborted(never, signal);
  controller.abort('enough');
  await expect(awaited).rejects.toBe('enough');
  await expect(unlessAborted(never, signal)).rejects.toBe('enough');
});

describe('a signal that aborts later than another one', () => {
  test.each(['before', 'after'])('aborts in time, with its reason, if that aborts %s it is created', async (moment) => {
    const { controller, signal } = countListeners();
    if (moment === 'before') controller.abort('enough');
    const later = abortLater(signal, 5000).signal;
    if (moment === 'after') controller.abort('enough');
    await pass(4999);
    expect(later.aborted).toBe(false);
    await pass(1);
    expect([later.aborted, later.reason]).toEqual([true, 'enough']);
  });

  test.each(['before', 'after'])('never aborts if it is released %s that aborts', async (moment) => {
    const { controller, signal, listeners } = countListeners();
    const later = abortLater(signal, 5000);
    if (moment === 'after') controller.abort();
    later.release();
    if (moment === 'before') controller.abort();
    expect([vi.getTimerCount(), listeners()]).toEqual([0, 0]);
    await pass(6000);
    expect(later.signal.aborted).toBe(false);
  });
});
