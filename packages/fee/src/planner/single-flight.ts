import type { AbortLike, ReadOptions } from './energy-source.ts';

type Read<T> = (options: ReadOptions) => Promise<T>;

/** Makes a read, or joins the one of the same key that is in flight. */
export type ShareFlight = <T>(key: string, read: Read<T>, signal: AbortLike | undefined) => Promise<T>;

/** Settles as `promise` does, or rejects as soon as `signal` aborts. */
function untilAborted<T>(promise: Promise<T>, signal: AbortLike | undefined): Promise<T> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort);
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/**
 * Makes identical reads that are in flight at the same time once.
 *
 * The read carries the signal of whoever asked first; when he aborts, the next in line asks anew.
 */
export function createFlights(): ShareFlight {
  const flights = new Map<string, { answer: Promise<unknown>; signal: AbortLike | undefined }>();
  return async function share<T>(key: string, read: Read<T>, signal: AbortLike | undefined): Promise<T> {
    if (signal?.aborted) throw signal.reason;
    const running = flights.get(key);
    if (running === undefined) {
      const answer = read(signal === undefined ? {} : { signal }).finally(() => flights.delete(key));
      flights.set(key, { answer, signal });
      return untilAborted(answer, signal);
    }
    try {
      return (await untilAborted(running.answer, signal)) as T;
    } catch (error) {
      if (!running.signal?.aborted || signal?.aborted) throw error;
    }
    return share(key, read, signal);
  };
}
