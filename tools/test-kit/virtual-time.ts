import { afterEach, beforeEach, vi } from 'vitest';

/**
 * Gives each test of a file virtual time: when nothing else can run, the next timer fires and `Date` and `performance`
 * advance to it. A wait of an hour passes immediately, and a busy machine delays none.
 *
 * Sockets, files and processes run in real time, which virtual time does not wait for.
 */
export function useVirtualTime(options: { readonly now?: number } = {}): void {
  beforeEach(() => {
    vi.useFakeTimers(options);
    vi.setTimerTickMode('nextTimerAsync');
  });
  afterEach(() => void vi.useRealTimers());
}

/** A signal that aborts after a virtual time; `AbortSignal.timeout` counts real time. */
export function abortAfter(ms: number): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(new DOMException('The operation timed out', 'TimeoutError')), ms);
  return controller.signal;
}
