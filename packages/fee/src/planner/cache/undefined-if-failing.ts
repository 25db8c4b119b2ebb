import { type AbortSignalLike } from '@coin/units';

/** The result of a read that the caller can do without: undefined if it fails, unless it was aborted. */
export async function undefinedIfFailing<T>(
  read: () => T | Promise<T>,
  signal?: AbortSignalLike,
): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (signal?.aborted) throw error;
    return undefined;
  }
}
