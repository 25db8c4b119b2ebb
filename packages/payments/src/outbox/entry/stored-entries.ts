import { type OutboxStore, type StoredRecord } from '../../store/outbox-store.ts';
import { entryOf, keyOfEntry, unlessDamaged, type VersionedEntry } from './entry-record.ts';
import { type OutboxEntry } from './outbox-entry.ts';

const PAGE = 100;

/** Reads the entry of an id. */
export async function readEntry<T>(store: OutboxStore<T>, id: string): Promise<VersionedEntry | undefined> {
  const record = await store.get(keyOfEntry(id));
  return record && entryOf(record);
}

/** Reads the entry of an id; undefined if its record is damaged, which stops no other entry. */
export async function findEntry<T>(store: OutboxStore<T>, id: string): Promise<OutboxEntry | undefined> {
  const record = await store.get(keyOfEntry(id));
  return record && unlessDamaged(() => entryOf(record))?.entry;
}

/** Iterates over the records of entries in the order in which they were enqueued. */
export async function* listRecords<T>(
  store: OutboxStore<T>,
  listing: 'open' | 'all',
): AsyncGenerator<StoredRecord, void, void> {
  for (let after = 0; ;) {
    const records = await store.list({ listing, after, limit: PAGE });
    yield* records;
    const last = records.at(-1);
    if (last === undefined) return;
    after = last.position;
  }
}

/** Iterates over entries in the order in which they were enqueued, without those whose records are damaged. */
export async function* listEntries<T>(
  store: OutboxStore<T>,
  listing: 'open' | 'all',
): AsyncGenerator<OutboxEntry, void, void> {
  for await (const record of listRecords(store, listing)) {
    const stored = unlessDamaged(() => entryOf(record));
    if (stored !== undefined) yield stored.entry;
  }
}
