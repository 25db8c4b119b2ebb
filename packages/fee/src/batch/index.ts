export { createBatchPlanner, type BatchOptions, type BatchPlanner } from './create-batch-planner.ts';
export type { BatchCall, BatchPlan, BatchWarning, CoinTransfer, TransferPlan } from './batch-plan.ts';
