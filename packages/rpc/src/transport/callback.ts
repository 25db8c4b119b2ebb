import { reasonOf, RpcError } from '../errors.ts';

/**
 * Calls a function that the caller passed and awaits it. If it throws, the call ends with `CALLBACK_FAILED`, because no
 * endpoint failed, even if it rethrows an error that it received.
 */
export async function runCallback(
  { callback, path }: { readonly callback: string; readonly path: string },
  run: () => unknown,
): Promise<void> {
  try {
    await run();
  } catch (error) {
    throw new RpcError('CALLBACK_FAILED', { path, callback, reason: reasonOf(error) }, { cause: error });
  }
}
