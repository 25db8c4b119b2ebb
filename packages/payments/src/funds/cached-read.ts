import { type Clock } from '@coin/units';

/**
 * Returns a function that reads a value once for all callers at the same time. It reads again when the value is older
 * than `maxAgeMs` by the client's clock or by the clock of this process, because one of them may stand still.
 */
export function createCachedRead<T>(clock: Clock, maxAgeMs: number, read: () => Promise<T>): () => Promise<T> {
  let latest: { readonly value: Promise<T>; readonly isFresh: () => boolean } | undefined;
  return async () => {
    if (latest?.isFresh() === true) return latest.value;
    const readAt = [clock.now(), performance.now()] as const;
    const isFresh = (): boolean =>
      [clock.now() - readAt[0], performance.now() - readAt[1]].every((age) => age >= 0 && age < maxAgeMs);
    const current = { value: read(), isFresh };
    latest = current;
    current.value.catch(() => {
      if (latest === current) latest = undefined;
    });
    return current.value;
  };
}
