import { guardStore, type OutboxStore, type StoredRecord } from './outbox-store.ts';

/**
 * A store in the memory of this process, for tests: what it holds is lost with the process.
 *
 * Source: Decision: tests of an outbox need no database.
 *
 * @example
 * ```ts
 * import { createMemoryStore } from '@coin/payments';
 *
 * const store = createMemoryStore();
 * await store.createIfAbsent({ key: 'a', value: '1', listing: 'open' }); // => true
 * await store.createIfAbsent({ key: 'a', value: '2', listing: 'open' }); // => false
 * ```
 */
export function createMemoryStore(): OutboxStore {
  const records = new Map<string, StoredRecord>();
  return guardStore({
    get: async (key) => records.get(key),
    async createIfAbsent({ key, value, listing }) {
      if (records.has(key)) return false;
      records.set(key, { key, value, listing, version: 1, position: records.size + 1 });
      return true;
    },
    async compareAndSet({ key, value, listing, version }) {
      const record = records.get(key);
      if (record?.version !== version) return false;
      records.set(key, { ...record, value, listing, version: version + 1 });
      return true;
    },
    list: async ({ listing, after, limit }) =>
      // A change of a record leaves its place in the map.
      [...records.values()]
        .filter(
          (record) => record.position > after && (record.listing === 'open' || record.listing === listingOf(listing)),
        )
        .slice(0, limit),
  });
}

/** What a list holds besides open records. */
const listingOf = (listing: 'open' | 'all'): 'open' | 'ended' => (listing === 'all' ? 'ended' : 'open');
