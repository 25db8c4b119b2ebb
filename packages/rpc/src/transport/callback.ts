import { reasonOf, RpcError } from '../errors.ts';

/**
 * Runs a function of the caller's and waits for it. What it throws ends the call as `CALLBACK_FAILED`: it is no
 * failure of an endpoint, also where it throws on an error that it was given.
 */
export async function runCallback(
  { callback, path, signal }: { callback: string; path: string; signal?: AbortSignal | undefined },
  run: () => unknown,
): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (signal?.aborted === true) throw error;
    throw new RpcError('CALLBACK_FAILED', { path, callback, reason: reasonOf(error) }, { cause: error });
  }
}
