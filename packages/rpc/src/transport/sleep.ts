import { RpcError } from '../errors.ts';
import { MAX_TIMER_MS } from './call-options.ts';

/** Resolves after a time; rejects with `ABORTED` when the signal aborts first. `path`: what the error names. */
export function sleep(milliseconds: number, path: string, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(new RpcError('ABORTED', { path }, { cause: signal?.reason }));
    };
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', abort);
        resolve();
      },
      Math.min(milliseconds, MAX_TIMER_MS),
    );
    if (signal?.aborted === true) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}
