import { type AbortSignalLike } from '@coin/units';

/** Reads the answer of a key, or joins a read of the same key that is under way. */
export type ShareRead = <T>(key: string, read: () => Promise<T>) => Promise<T>;

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
 * Combines identical reads of the plans of one planner.
 *
 * Plans share reads that are under way, and each plan reads the answer of a key once. No read carries a signal, because
 * it may be of several plans: a plan whose signal aborts leaves its reads, and they continue for the others.
 */
export function createSharedReads(): (signal: AbortSignalLike | undefined) => ShareRead {
  const pending = new Map<string, Promise<unknown>>();

  return (signal) => {
    const answers = new Map<string, Promise<unknown>>();
    return async function share<T>(key: string, read: () => Promise<T>): Promise<T> {
      if (signal?.aborted) throw signal.reason;
      let answer = answers.get(key) ?? pending.get(key);
      if (answer === undefined) {
        answer = read().finally(() => pending.delete(key));
        pending.set(key, answer);
      }
      answers.set(key, answer);
      // A read that failed may succeed when it is repeated.
      answer.catch(() => answers.delete(key));
      // A key stands for one read, so its answer is of that read's type.
      return untilAborted(answer as Promise<T>, signal);
    };
  };
}
