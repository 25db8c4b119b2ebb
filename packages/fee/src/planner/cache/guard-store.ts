import { type Clock } from '@coin/units';
import { type PlanStore } from './plan-store.ts';

/** The time that a store may take to answer, and the pause before one that took longer is asked again. */
const ANSWER_MS = 3_000;
const REST_MS = 30_000;

// Every JavaScript runtime has these timers, though the language does not define them.
declare const setTimeout: (callback: () => void, ms: number) => unknown;
declare const clearTimeout: (timer: unknown) => void;

/**
 * A store whose operations reject if they do not settle within three seconds: a plan must not depend on a cache. After
 * that it rests for half a minute, in which operations reject immediately.
 *
 * The time limit is of the machine's timer, because the planner's clock may stand still.
 */
export function guardStore(store: PlanStore, clock: Pick<Clock, 'now'>): PlanStore {
  let restsUntil = -Infinity;

  function guarded<T>(operation: () => T | PromiseLike<T>): Promise<T> {
    if (clock.now() < restsUntil) return Promise.reject(new Error('The store is resting after it did not answer.'));
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        restsUntil = clock.now() + REST_MS;
        reject(new Error(`The store did not answer within ${ANSWER_MS} ms.`));
      }, ANSWER_MS);
      new Promise<T>((settle) => settle(operation())).then(resolve, reject).finally(() => clearTimeout(timer));
    });
  }

  const createIfAbsent = store.createIfAbsent?.bind(store);
  const remove = store.delete?.bind(store);
  return {
    get: (key) => guarded(() => store.get(key)),
    set: (key, value, ttlMs) => guarded(() => store.set(key, value, ttlMs)),
    ...(createIfAbsent && { createIfAbsent: (key, value, ttlMs) => guarded(() => createIfAbsent(key, value, ttlMs)) }),
    ...(remove && { delete: (key) => guarded(() => remove(key)) }),
  };
}
