export { createOutbox, type Outbox, type OutboxOptions, type RunOptions } from './outbox/create-outbox.ts';
export type { CallIntent, Callee, OutboxIntent, PlanFeeLimit, PlannedCall, TransferIntent } from './outbox/intent.ts';
export type { OutboxEntry, OutboxStatus } from './outbox/outbox-entry.ts';
export type { ListRange, NewRecord, OutboxStore, RecordListing, StoredRecord } from './store/outbox-store.ts';
export { createMemoryStore } from './store/memory-store.ts';
export { isPaymentsError, PaymentsError } from './errors.ts';
export type { PaymentsErrorCode, PaymentsErrorContexts } from './errors.ts';
