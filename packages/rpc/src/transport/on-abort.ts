import { type AbortSignalLike } from '@coin/units';

/** Calls back when a signal aborts, immediately if it has already. Returns a function that stops listening. */
export function onAbort(signal: AbortSignalLike | undefined, callback: (reason: unknown) => void): () => void {
  const abort = () => callback(signal?.reason);
  if (signal?.aborted === true) abort();
  else signal?.addEventListener('abort', abort, { once: true });
  return () => signal?.removeEventListener('abort', abort);
}
