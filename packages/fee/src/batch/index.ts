export { createBatchPlanner, type BatchOptions, type BatchPlanner } from './create-batch-planner.ts';
export type { BatchTransaction, BatchPlan, BatchWarning, CoinTransfer, TransferPlan } from './batch-plan.ts';
