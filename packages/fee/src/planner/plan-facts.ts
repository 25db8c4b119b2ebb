import { type DeployerShare } from '../expected-fee.ts';
import { toJson } from './bigint-json.ts';
import { type Clock } from './clock.ts';
import { canExplainPenalty, type ContractFactors } from './contract-factors.ts';
import { createCycleCache } from './cycle-cache.ts';
import { type EnergyHistory } from './energy-history.ts';
import {
  type AbortLike,
  type Address,
  type ContractCall,
  type EnergyRules,
  type EnergySource,
  type PayerResources,
  type Simulation,
} from './energy-source.ts';
import { type Estimate, estimateFromHistory, estimateFromSimulation, isEstimateUnavailable } from './estimate.ts';
import { type PlanStore } from './plan-store.ts';
import { type Dedupe } from './single-flight.ts';
import { undefinedIfFailing } from './undefined-if-failing.ts';
import { validatePayer, validateSimulation } from './validate-answers.ts';

/** What a plan is made from, read from the network. */
export interface PlanFacts {
  /** The network's parameters, read once per maintenance cycle. */
  rules: () => Promise<EnergyRules>;
  /** The call's energy, from a simulation; or from history if no estimate is available. */
  estimate: (call: ContractCall, rules: EnergyRules) => Promise<Estimate>;
  /** What an account has left; undefined if the source does not tell. */
  payer: (address: Address) => Promise<PayerResources | undefined>;
  /** What the contract's deployer pays; undefined if nothing, or if it cannot be read. */
  deployer: (call: ContractCall, rules: EnergyRules) => Promise<DeployerShare | undefined>;
  /** The factors of the contracts that run, each read once per maintenance cycle. */
  factors: (estimate: Estimate, rules: EnergyRules) => Promise<ContractFactors>;
}

/** The reads of one plan, which `signal` aborts; `dedupe` shares them with other plans. */
export function createPlanFacts(options: {
  source: EnergySource;
  cache: PlanStore;
  clock: Clock;
  network: string;
  history?: EnergyHistory;
  dedupe: Dedupe;
  signal: AbortLike | undefined;
}): PlanFacts {
  const { source, history, dedupe, signal } = options;
  const cycle = createCycleCache(options);

  async function estimate(call: ContractCall, rules: EnergyRules): Promise<Estimate> {
    let simulation: Simulation;
    try {
      simulation = await dedupe(`simulate ${toJson(call)}`, (options) => source.simulate(call, options));
    } catch (error) {
      const stats = isEstimateUnavailable(error) ? history?.get(call) : undefined;
      if (stats === undefined) throw error;
      return estimateFromHistory(stats);
    }
    const valid = validateSimulation(simulation);
    const provablyNone = await cannotCallWithValue(call, valid, rules);
    return estimateFromSimulation(call, provablyNone ? { ...valid, hiddenValueCalls: 0 } : valid);
  }

  /** Whether the code of all contracts that ran rules out the inner calls that no trace shows. */
  async function cannotCallWithValue(
    call: ContractCall,
    { touched, hiddenValueCalls = 0 }: Simulation,
    rules: EnergyRules,
  ) {
    if (hiddenValueCalls === 0 || call.contract === undefined || touched.length === 0) return false;
    const states = await Promise.all(
      touched.map((address) => undefinedIfFailing(() => cycle.contract(address, rules), signal)),
    );
    return states.every((state) => state?.mayCallWithValue === false);
  }

  async function payer(address: Address): Promise<PayerResources | undefined> {
    if (source.payer === undefined) return undefined;
    const read = source.payer.bind(source);
    return validatePayer(await dedupe(`payer ${address}`, (options) => read(address, options)));
  }

  async function deployer({ owner, contract }: ContractCall, rules: EnergyRules): Promise<DeployerShare | undefined> {
    if (contract === undefined) return undefined;
    const state = await undefinedIfFailing(() => cycle.contract(contract, rules), signal);
    const { origin, callerPercent = 100, originEnergyLimit = 0n } = state ?? {};
    if (origin === undefined || origin === owner || callerPercent === 100) return undefined;
    const resources = await payer(origin);
    return resources && { callerPercent, originEnergyLimit, energy: resources.energy };
  }

  async function factors(estimate: Estimate, rules: EnergyRules): Promise<ContractFactors> {
    const { touched } = estimate;
    if (touched === undefined) return { states: [], unreadable: [] };
    for (const read of [cycle.contract, cycle.refreshContract]) {
      const answers = await Promise.all(
        touched.map((address) => undefinedIfFailing(() => read(address, rules), signal)),
      );
      const states = answers.filter((state) => state !== undefined);
      const unreadable = touched.filter((_, index) => answers[index] === undefined);
      if (unreadable.length > 0) return { states: [], unreadable };
      if (canExplainPenalty(states, estimate)) return { states };
    }
    return { states: [], unreadable: touched };
  }

  return { rules: cycle.rules, estimate, payer, deployer, factors };
}
