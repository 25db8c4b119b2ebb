export type { ListRange, NewRecord, OutboxStore, RecordListing, StoredRecord } from './outbox-store.ts';
export { memoryStore } from './memory-store.ts';
