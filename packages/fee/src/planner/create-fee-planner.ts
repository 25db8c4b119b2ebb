import { requireQuantity } from '../require-quantity.ts';
import { chooseLimit, holdsAcrossMaintenance, needsFactors, preferredMethod } from './choose-limit.ts';
import { type Clock, systemClock } from './clock.ts';
import { composePlan } from './compose-plan.ts';
import type { ContractFactors } from './contract-factors.ts';
import type { EnergyHistory } from './energy-history.ts';
import type { AbortLike, ContractCall, EnergySource } from './energy-source.ts';
import { explainPlan } from './explain-plan.ts';
import type { FeeMethod, FeePlan } from './fee-plan.ts';
import { computeHorizon } from './horizon.ts';
import { createPlanFacts } from './plan-facts.ts';
import { createMemoryStore, type PlanStore } from './plan-store.ts';

/** How a plan is made, where it differs from the planner's own. */
export interface PlanOptions {
  /** The method; 'auto' picks the tightest that is safe for the horizon. */
  method?: FeeMethod | 'auto';
  /** How long after planning the transaction may still land, in milliseconds, at least 0. */
  horizonMs?: number;
  /** Extra energy in basis points, at least 0. */
  marginBps?: bigint;
  /** Ends the reads of this plan alone. */
  signal?: AbortLike;
}

/** What {@link createFeePlanner} takes. */
export interface FeePlannerOptions extends Omit<PlanOptions, 'signal'> {
  /** The network's answers. */
  source: EnergySource;
  /** Where factors and parameters are kept; this process's memory when absent. */
  cache?: PlanStore;
  /** Names the network in the cache's keys, where networks share a cache; '' when absent. */
  network?: string;
  /** What earlier calls used; none when absent. */
  history?: EnergyHistory;
  /** Time; the host's when absent. */
  clock?: Clock;
}

/** Plans fee limits, and explains them. */
export interface FeePlanner {
  /** Finds a fee limit in small units for a call or a deployment. */
  plan: (call: ContractCall, options?: PlanOptions) => Promise<FeePlan>;
  /** A plan in words: what it may cost at most, what it will likely burn, and why. */
  explain: (plan: FeePlan) => string;
}

/** A transaction expires a minute after it was built, unless its builder says otherwise. */
const DEFAULT_HORIZON_MS = 60_000;

/**
 * Makes a planner that finds a call's fee limit in small units: never too low for what may happen within the horizon, and
 * as tight as that allows.
 *
 * `auto` asks for one constant call, whose number is exact at the head block, and not for `estimateenergy`, which searches
 * in steps of one coin and often answers exactly twice the need. Then:
 *
 * - no maintenance within the horizon: `estimate`, since factors can't change;
 * - one or more: `across-cycle`, from the basic energy and the factors of all contracts that ran;
 * - their factors can't be seen: `max-factor`, with a warning;
 * - no estimate to be had, but history: the highest basic energy seen, with `energy-factor`, `across-cycle` or `max-factor`.
 *
 * Inner calls that carry coin or tokens get 2,300 units each on top, which they need for a while and do not use.
 *
 * A maintenance counts as within the horizon up to one block's time beyond it. Parameters are read once a maintenance
 * cycle, a contract's factor once a cycle and only where a plan needs it, identical reads in flight are made once, and a
 * `cache` with `setIfAbsent` makes one process read for all. Entries in the cache that are foreign, broken or too old are
 * ignored; a failing cache only costs reads. A failed simulation rejects; it never becomes a plan.
 *
 * Source: docs/specification.md §8; docs/protocol/contract-calls.md, "estimateenergy algorithm";
 * docs/protocol/dynamic-energy.md. Decision: the limit is clamped at the network's maximum with a warning, since the plan
 * says what is needed.
 *
 * @param options - `source`, what to ask; `cache`, `network`, `history`, `clock`; `method`, 'auto' when absent;
 * `horizonMs`, milliseconds, at least 0, a minute when absent (a transaction's usual life); `marginBps`, basis points, at
 * least 0n, 0n when absent
 * @returns the planner
 * @throws FeeError (of `plan`, as a rejection) `WRONG_TYPE` and `OUT_OF_RANGE`, also for an answer of the source without the
 * numbers it must have; what the source rejects with is passed on
 * @example
 * ```ts
 * import { createFeePlanner, type EnergySource } from '@coin/fee/planner';
 *
 * const source: EnergySource = {
 *   simulate: async () => ({
 *     source: 'triggerconstantcontract',
 *     energy: 37_105n,
 *     penalty: 9_401n,
 *     touched: ['TToken'],
 *   }),
 *   contractState: async () => ({ energyFactor: 3_400n, energyUsage: 0n, updateCycle: 7 }),
 *   energyRules: async () => ({
 *     energyPrice: 100n,
 *     bandwidthPrice: 1_000n,
 *     maxFactor: 34_000n,
 *     increaseFactor: 2_000n,
 *     threshold: 5_000_000_000n,
 *     maxFeeLimit: 15_000_000_000n,
 *     nextMaintenance: 1_795_262_400_000,
 *   }),
 * };
 * const clock = { now: () => 1_795_250_000_000, sleep: async () => {} };
 * const planner = createFeePlanner({ source, clock });
 * const call = {
 *   owner: 'TOwner',
 *   contract: 'TToken',
 *   functionSelector: 'transfer(address,uint256)',
 *   parameter: '00'.repeat(64),
 * };
 *
 * const plan = await planner.plan(call);
 * [plan.feeLimit, plan.method]; // => [3_710_500n, 'estimate']
 *
 * const patient = await planner.plan(call, { horizonMs: 6 * 3_600_000 });
 * [patient.feeLimit, patient.method]; // => [4_454_900n, 'across-cycle']
 * ```
 */
export function createFeePlanner(options: FeePlannerOptions): FeePlanner {
  const { source, cache: store = createMemoryStore(), network = '', history, clock = systemClock } = options;
  const facts = createPlanFacts({ source, store, clock, network, history });

  async function plan(call: ContractCall, planOptions: PlanOptions = {}): Promise<FeePlan> {
    const {
      method: requested = 'auto',
      horizonMs = DEFAULT_HORIZON_MS,
      marginBps = 0n,
      signal,
    } = { ...options, ...planOptions };
    requireQuantity('horizonMs', horizonMs, 'ms', 0);
    // First, so that no estimate of an earlier cycle meets the parameters of a later one.
    const rules = await facts.rules(signal);
    const [estimate, payer] = await Promise.all([facts.estimate(call, signal), facts.payer(call.owner, signal)]);
    const deployer = payer && (await facts.deployer(call, rules, signal));
    const minMaintenances = holdsAcrossMaintenance(requested) ? 1 : 0;
    const horizon = computeHorizon(rules, { now: clock.now(), horizonMs, minMaintenances });
    const preferred = preferredMethod(requested, estimate, horizon);
    const factors: ContractFactors = needsFactors(preferred, estimate)
      ? await facts.factors(estimate, rules, signal)
      : { states: [] };
    const limit = chooseLimit({ preferred, estimate, factors, horizon, marginBps });
    return composePlan({ call, rules, horizon, estimate, factors, limit, payer, deployer, stats: history?.get(call) });
  }

  return { plan, explain: explainPlan };
}
