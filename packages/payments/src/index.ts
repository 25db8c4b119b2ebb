export { createOutbox, type Outbox } from './outbox/create-outbox.ts';
export { createOutboxQueue, type EnqueueOptions, type OutboxQueue } from './outbox/create-outbox-queue.ts';
export type { OutboxOptions } from './outbox/outbox-options.ts';
export type { OnProblem } from './outbox/watch-node.ts';
export type { SignerLookup } from './funds/signing-plan.ts';
export type { RunOptions } from './outbox/run-outbox.ts';
export type { FundsNeeded, OutboxSummary } from './outbox/summarize-entries.ts';
export type {
  AssetTransferIntent,
  CallIntent,
  Callee,
  OutboxIntent,
  PlanFeeLimit,
  PlannedCall,
  StakeIntent,
  TokenTransferIntent,
  TransferIntent,
} from './outbox/intent/outbox-intent.ts';
export type {
  EntryProblem,
  EntryStates,
  EntryTransaction,
  EntryWait,
  OnChange,
  OutboxEntry,
  OutboxEvent,
  OutboxStatus,
} from './outbox/entry/outbox-entry.ts';
export type {
  ChangeOptions,
  ListRange,
  NewRecord,
  OutboxStore,
  RecordChange,
  RecordClaim,
  RecordCount,
  RecordEvent,
  RecordListing,
  StoredRecord,
} from './store/outbox-store.ts';
export { createMemoryStore } from './store/memory-store.ts';
export { watchDeposits, type DepositBatch, type WatchDepositsOptions } from './deposits/watch-deposits.ts';
export { reconcile, type LedgerDifference, type LedgerEntry, type ReconcileOptions } from './deposits/reconcile.ts';
export type { Movement } from './deposits/chain-movements.ts';
export type { AddressLookup } from './deposits/read-batches.ts';
export type { Deposit, DepositEvent, DepositProgress, DepositStatus } from './deposits/deposit.ts';
export type { DepositRecord, DepositStore, WatchRecord } from './deposits/deposit-store.ts';
export { createMemoryDepositStore } from './deposits/memory-deposit-store.ts';
export { isPaymentsError, PaymentsError } from './errors.ts';
export type { PaymentsErrorCode, PaymentsErrorContexts } from './errors.ts';
