import { type AbortSignalLike, type Clock } from '@coin/units';
import { argumentInvalid } from '../encoding/arguments.ts';
import { omitUndefined } from '../encoding/omit-undefined.ts';
import { MAX_TIMER_MS } from './call-options.ts';
import { onAbort, throwIfAborted } from './on-abort.ts';

export const systemClock: Clock = {
  now: () => Date.now(),
  async sleep(ms, { signal } = {}) {
    if (!(typeof ms === 'number' && ms >= 0)) throw argumentInvalid('ms', ms, 'a time in milliseconds from 0');
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(
        () => {
          stopListening();
          resolve();
        },
        Math.min(ms, MAX_TIMER_MS),
      );
      const stopListening = onAbort(signal, (reason) => {
        clearTimeout(timer);
        reject(reason);
      });
    });
  },
};

/** Waits by a clock; rejects with `ABORTED` when the signal aborts first. `path`: what the error names. */
export async function sleepBy(
  clock: Clock,
  { ms, path, signal }: { readonly ms: number; readonly path: string; readonly signal?: AbortSignalLike | undefined },
): Promise<void> {
  try {
    await clock.sleep(ms, omitUndefined({ signal }));
  } catch (error) {
    // The clock's own errors are the caller's. Rejections for the signal are handled below.
    if (signal?.aborted !== true) throw error;
  }
  throwIfAborted(signal, path);
}
