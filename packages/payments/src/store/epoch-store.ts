import { type OutboxStore } from './outbox-store.ts';

/** The epoch of a store's server: '' if the store has none. */
export const readEpoch = async <T>(store: OutboxStore<T>): Promise<string> => (await store.epoch?.()) ?? '';

/**
 * Limits a store to one epoch of its server, if it has any: it changes nothing in another one. Then `requireEpoch`
 * throws, which is called after each change that was not made.
 */
export function limitToEpoch<T>(
  store: OutboxStore<T>,
  { epoch, requireEpoch }: { readonly epoch: string; readonly requireEpoch: () => Promise<void> },
): OutboxStore<T> {
  if (!store.epoch) return store;
  const orRequire = (isMade: boolean) => isMade || requireEpoch().then(() => false);
  return {
    ...store,
    createIfAbsent: (record, options) => store.createIfAbsent(record, { ...options, epoch }).then(orRequire),
    compareAndSet: (change) => store.compareAndSet(change, { epoch }).then(orRequire),
    claim: (claim) => store.claim(claim, { epoch }),
    // An idle run has no other change.
    renew: (claims) => store.renew(claims, { epoch }).then(requireEpoch),
  };
}
