import { isRpcError } from '@coin/rpc';

/** Resolves after a time; rejects with the signal's reason when it aborts first. */
export function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}

/** Resolves with a result. Rejects with the signal's reason when it aborts first, and then ignores the result. */
export function unlessAborted<T>(result: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    void result.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}

/** A signal that aborts so many milliseconds after another one, with its reason, unless it is released. */
export function abortLater(signal: AbortSignal, milliseconds: number): { signal: AbortSignal; release: () => void } {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const start = () => {
    timer = setTimeout(() => controller.abort(signal.reason), milliseconds);
  };
  if (signal.aborted) start();
  else signal.addEventListener('abort', start, { once: true });
  const release = () => {
    clearTimeout(timer);
    signal.removeEventListener('abort', start);
  };
  return { signal: controller.signal, release };
}

/** Whether work failed because its signal aborted: between requests, or in one. */
export const isAbort = (error: unknown, signal: AbortSignal): boolean =>
  signal.aborted && (error === signal.reason || isRpcError(error, 'ABORTED'));
