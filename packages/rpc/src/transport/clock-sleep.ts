import { omitUndefined } from '../encoding/omit-undefined.ts';
import { RpcError } from '../errors.ts';
import { type Clock } from './clock.ts';
import { sleep } from './sleep.ts';

/** Waits by a clock's own timer, or else the system's; rejects with `ABORTED` when the signal aborts first. */
export async function sleepBy(
  clock: Clock,
  { ms, path, signal }: { readonly ms: number; readonly path: string; readonly signal?: AbortSignal | undefined },
): Promise<void> {
  if (clock.sleep === undefined) return sleep(ms, path, signal);
  try {
    await clock.sleep(ms, omitUndefined({ signal }));
  } catch (error) {
    // Its own errors are the caller's; what it throws for the signal is told apart below.
    if (signal?.aborted !== true) throw error;
  }
  if (signal?.aborted === true) throw new RpcError('ABORTED', { path }, { cause: signal.reason });
}
