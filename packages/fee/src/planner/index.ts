// Planning
export { createFeePlanner, type FeePlanner } from './create-fee-planner.ts';
export type { PlannedCall, PlannedFields } from './planned-call.ts';
export type { FeePlannerOptions, PlanOptions } from './planner-options.ts';
export type { FeeMethod, FeePlan, FeeWarning, LimitReason } from './fee-plan.ts';

// Energy of earlier calls
export {
  createEnergyHistory,
  type EnergyHistory,
  type EnergyStats,
  type RecordedCall,
} from './estimate/energy-history.ts';

// Interfaces that the planner uses
export type {
  AccountFunds,
  Address,
  ContractCall,
  ContractEnergyState,
  EnergyRules,
  EnergySource,
  Quota,
  ReadOptions,
  ScheduledRules,
  Simulation,
} from '@coin/units';
export type { PlanStore } from './cache/plan-store.ts';
