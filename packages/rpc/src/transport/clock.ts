import { type AbortSignalLike, type Clock } from '@coin/units';
import { argumentInvalid, objectArgument, readArgument, serviceArgument } from '../encoding/arguments.ts';
import { omitUndefined } from '../encoding/omit-undefined.ts';
import { RpcError } from '../errors.ts';
import { MAX_TIMER_MS } from './call-options.ts';
import { onAbort, signalOption } from './on-abort.ts';

export const systemClock: Clock = {
  now: () => Date.now(),
  async sleep(ms, options = {}) {
    if (!(typeof ms === 'number' && ms >= 0)) throw argumentInvalid('ms', ms, 'a time in milliseconds from 0');
    const { signal } = objectArgument('options', options);
    if (signal !== undefined) signalOption(signal);
    await new Promise<void>((resolve, reject) => {
      const end = () => {
        stopListening();
        resolve();
      };
      const timer = setTimeout(end, Math.min(ms, MAX_TIMER_MS));
      const stopListening = onAbort(signal, (reason) => {
        clearTimeout(timer);
        reject(reason);
      });
    });
  },
};

/** A clock that tells the time in milliseconds, and can wait. */
export function clockArgument(clock: Clock): Clock {
  for (const method of ['now', 'sleep'])
    serviceArgument('clock', clock, { method, expected: 'a clock: { now, sleep }' });
  const now = readArgument('clock', clock, () => clock.now()) as unknown;
  if (!Number.isFinite(now)) throw argumentInvalid('clock', clock, 'a clock whose now() returns milliseconds');
  return clock;
}

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
  if (signal?.aborted === true) throw new RpcError('ABORTED', { path }, { cause: signal.reason });
}
