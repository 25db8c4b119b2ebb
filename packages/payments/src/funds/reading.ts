import { type Clock } from '@coin/units';

/**
 * Returns a function that reads a value once for all callers at the same time. It reads again when the value is older
 * than `lifeMs` by the client's clock or by the clock of this process, because one of them may stand still.
 */
export function createReading<T>(clock: Clock, lifeMs: number, read: () => Promise<T>): () => Promise<T> {
  let readAt: readonly [number, number] = [0, 0];
  let reading: Promise<T> | undefined;
  return async () => {
    const now = [clock.now(), performance.now()] as const;
    const ages = [now[0] - readAt[0], now[1] - readAt[1]];
    if (reading !== undefined && ages.every((age) => age >= 0 && age < lifeMs)) return reading;
    const current = read();
    [reading, readAt] = [current, now];
    current.catch(() => {
      if (reading === current) reading = undefined;
    });
    return current;
  };
}
