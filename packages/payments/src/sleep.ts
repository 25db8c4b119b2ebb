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

/** Whether work failed because its signal aborted: between requests, or in one. */
export const isAbort = (error: unknown, signal: AbortSignal): boolean =>
  signal.aborted && (error === signal.reason || isRpcError(error, 'ABORTED'));
