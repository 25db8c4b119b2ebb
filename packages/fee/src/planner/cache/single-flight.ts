import { type AbortSignalLike, type ReadOptions } from '@coin/units';

type Read<T> = (options: ReadOptions) => Promise<T>;

/** Starts a read, or joins the one of the same key that is in flight. */
export type Dedupe = <T>(key: string, read: Read<T>) => Promise<T>;

/** Settles like `promise`, or rejects as soon as `signal` aborts. */
function untilAborted<T>(promise: Promise<T>, signal: AbortSignalLike | undefined): Promise<T> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const leave = () => signal.removeEventListener('abort', abort);
    const abort = () => {
      leave();
      reject(signal.reason);
    };
    signal.addEventListener('abort', abort);
    // The read may have aborted it before it returned its promise.
    if (signal.aborted) abort();
    promise.then(resolve, reject).finally(leave);
  });
}

/**
 * Combines identical reads that are in flight at the same time into one.
 *
 * Each caller has its own signal. The read carries the signal of its first caller; when that one aborts, the next
 * caller in line reads again.
 */
export function createSingleFlight(): (signal: AbortSignalLike | undefined) => Dedupe {
  const flights = new Map<string, { answer: Promise<unknown>; signal: AbortSignalLike | undefined }>();
  return (signal) =>
    async function dedupe<T>(key: string, read: Read<T>): Promise<T> {
      if (signal?.aborted) throw signal.reason;
      const flight = flights.get(key);
      if (flight === undefined) {
        const answer = read(signal === undefined ? {} : { signal }).finally(() => flights.delete(key));
        flights.set(key, { answer, signal });
        return untilAborted(answer, signal);
      }
      try {
        // A key stands for one read, so its answer is of that read's type.
        return (await untilAborted(flight.answer, signal)) as T;
      } catch (error) {
        if (!flight.signal?.aborted) throw error;
      }
      return dedupe(key, read);
    };
}
