import { useVirtualTime } from '@coin/examples/virtual-time';
import { expect, test, vi } from 'vitest';
import { sleep } from '../src/sleep.ts';

useVirtualTime();

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
  await new Promise((resolve) => setTimeout(resolve, 100));
  controller.abort('enough');
  expect(await paused).toBe('enough');
  expect([vi.getTimerCount(), Date.now() - started]).toEqual([0, 100]);
});

test('a pause whose signal has aborted never begins', async () => {
  const paused = sleep(5000, AbortSignal.abort('enough'));
  await expect(paused).rejects.toBe('enough');
  expect(vi.getTimerCount()).toBe(0);
});
