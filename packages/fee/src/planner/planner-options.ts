import { type AbortSignalLike, type Clock, type EnergySource } from '@coin/units';
import { type PlanStore } from './cache/plan-store.ts';
import { type EnergyHistory } from './estimate/energy-history.ts';
import { type FeeMethod } from './fee-plan.ts';

/** The options of one plan. They override the options of the planner. */
export interface PlanOptions {
  /** The method; 'auto', the default, picks the tightest one that is safe for the horizon. */
  readonly method?: FeeMethod | 'auto';
  /** The time after planning in which the transaction may land, in milliseconds, at least 0; a minute by default. */
  readonly horizonMs?: number;
  /** Extra energy in basis points, at least 0; 0n by default. */
  readonly marginBps?: bigint;
  /**
   * The way to recognize calls whose success depends on the energy they are given. 'auto', the default, lets the node
   * search (`estimateenergy`) if the code may look at the energy it has left. 'simulation' never does.
   */
  readonly estimate?: 'auto' | 'simulation';
  /** Aborts this plan. Its reads that are under way continue, because other plans may share them. */
  readonly signal?: AbortSignalLike;
}

/** The options of a fee planner. */
export interface FeePlannerOptions extends Omit<PlanOptions, 'signal'> {
  /** Answers questions about the network. */
  readonly source: EnergySource;
  /** Stores factors and parameters; in the memory of this process by default. */
  readonly cache?: PlanStore;
  /**
   * Identifies the network in the keys of `cache`. Required with a cache, unless the source has `genesisId`: the id of
   * the network's first block is then part of every key, with or without a name.
   */
  readonly network?: string;
  /** The energy that earlier calls used; no history by default. */
  readonly history?: EnergyHistory;
  /** The source of time; the system's by default. */
  readonly clock?: Pick<Clock, 'now'>;
}

export const PLAN_OPTIONS = ['method', 'horizonMs', 'marginBps', 'estimate', 'signal'] as const;

export const PLANNER_OPTIONS = [
  'source',
  'cache',
  'network',
  'history',
  'clock',
  'method',
  'horizonMs',
  'marginBps',
  'estimate',
] as const;
