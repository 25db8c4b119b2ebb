import { type AbortSignalLike } from '@coin/units';
import { readArgument, serviceArgument } from '../encoding/arguments.ts';

/** Throws `ARGUMENT_INVALID` for anything but an `AbortSignal`, or an object of its shape. */
export function signalOption(signal: AbortSignalLike): void {
  for (const method of ['addEventListener', 'removeEventListener'])
    serviceArgument('signal', signal, { method, expected: 'an AbortSignal' });
}

/** Calls back when a signal aborts, immediately if it has already. Returns a function that stops listening. */
export function onAbort(signal: AbortSignalLike | undefined, callback: (reason: unknown) => void): () => void {
  if (signal === undefined) return () => {};
  const stop = () => signal.removeEventListener('abort', abort);
  const abort = () => {
    stop();
    callback(signal.reason);
  };
  readArgument('signal', signal, () =>
    signal.aborted ? callback(signal.reason) : signal.addEventListener('abort', abort),
  );
  return stop;
}

/**
 * Runs work that may take so long at most, and settles as it does. Rejects when the time is up or the caller's signal
 * aborts, even if the work ignores the signal that it is given.
 */
export function withinTime<T>(
  { ms, signal }: { readonly ms: number; readonly signal: AbortSignalLike | undefined },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const controller = new AbortController();
    const own = controller.signal;
    let stopListening = () => {};
    const finish =
      <A>(settle: (value: A) => void) =>
      (value: A): void => {
        clearTimeout(timer);
        stopListening();
        settle(value);
      };
    const end = (reason?: unknown): void => {
      controller.abort(reason);
      finish(reject)(own.reason);
    };
    const timer = setTimeout(end, ms);
    stopListening = onAbort(signal, end);
    if (!own.aborted) work(own).then(finish(resolve), finish(reject));
  });
}
