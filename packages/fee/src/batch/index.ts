export { createBatchPlanner, type BatchOptions, type BatchPlanner } from './create-batch-planner.ts';
export type { BatchCall, BatchPlan, BatchWarning, CoinTransfer, TransferPlan } from './batch-plan.ts';

// What its planner is created with, as in the entry of the planner
export type { EnergySource } from '../planner/source/energy-source.ts';
export type { FeePlannerOptions } from '../planner/planner-options.ts';
