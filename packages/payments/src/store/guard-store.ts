import { reasonOf } from '@coin/errors';
import { isPaymentsError, PaymentsError } from '../errors.ts';
import { type OutboxStore } from './outbox-store.ts';

const METHODS = [
  'get',
  'createIfAbsent',
  'compareAndSet',
  'list',
  'claim',
  'renew',
  'history',
  'count',
  'owners',
  'check',
  'epoch',
  'listen',
] as const satisfies readonly (keyof OutboxStore)[];

type Call = (...args: unknown[]) => Promise<unknown>;

/**
 * Wraps a store to throw its failures as `STORE_FAILED`. It is then unknown which changes were written, and the caller
 * must start again from the stored state.
 */
export function guardMethods<Store extends object>(store: Store, names: readonly (keyof Store & string)[]): Store {
  const calls = store as unknown as Readonly<Record<string, Call | undefined>>;
  const guarded = names
    .filter((method) => calls[method] !== undefined)
    .map((method) => {
      const call: Call = async (...args) => {
        try {
          return await calls[method]?.(...args);
        } catch (cause) {
          if (isPaymentsError(cause)) throw cause;
          throw new PaymentsError('STORE_FAILED', { method, reason: reasonOf(cause) }, { cause });
        }
      };
      return [method, call];
    });
  return Object.fromEntries(guarded) as Store;
}

export const guardStore = <T>(store: OutboxStore<T>): OutboxStore<T> => guardMethods(store, METHODS);
