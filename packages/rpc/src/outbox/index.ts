export { createOutbox, type Outbox, type OutboxOptions, type RunOptions } from './create-outbox.ts';
export type { CallIntent, OutboxIntent, PlanFeeLimit, PlannedCall, TransferIntent } from './intent.ts';
export type { OutboxEntry, OutboxState } from './outbox-entry.ts';
export type { ListRange, NewRecord, OutboxStore, RecordListing, StoredRecord } from './outbox-store.ts';
export { memoryStore } from './memory-store.ts';
export { isPaymentsError, PaymentsError } from './errors.ts';
export type { AnyPaymentsError, PaymentsErrorCode, PaymentsErrorContexts } from './errors.ts';
