import { type AbortSignalLike } from '@coin/units';
import { RpcError } from '../errors.ts';

/** Calls back when a signal aborts, immediately if it has already. Returns a function that stops listening. */
export function onAbort(signal: AbortSignalLike | undefined, callback: (reason: unknown) => void): () => void {
  const abort = () => callback(signal?.reason);
  if (signal?.aborted === true) abort();
  else signal?.addEventListener('abort', abort, { once: true });
  return () => signal?.removeEventListener('abort', abort);
}

/** @throws `ABORTED` if a signal has aborted. `path`: what the error names. */
export function throwIfAborted(signal: AbortSignalLike | undefined, path: string): void {
  if (signal?.aborted === true) throw new RpcError('ABORTED', { path }, { cause: signal.reason });
}
