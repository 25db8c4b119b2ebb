// Planning
export { createFeePlanner, type FeePlanner, type FeePlannerOptions, type PlanOptions } from './create-fee-planner.ts';
export type { FeeMethod, FeePlan, FeeWarning } from './fee-plan.ts';

// What earlier calls used
export { createEnergyHistory, type EnergyHistory, type EnergyStats, type RecordedCall } from './energy-history.ts';

// What the planner depends on
export type {
  AbortLike,
  Address,
  ContractCall,
  ContractEnergyState,
  EnergyRules,
  EnergySource,
  PayerResources,
  ReadOptions,
  ScheduledRules,
  Simulation,
} from './energy-source.ts';
export type { Clock } from './clock.ts';
export type { PlanStore } from './plan-store.ts';
