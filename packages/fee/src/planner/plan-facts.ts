import type { DeployerShare } from '../expected-fee.ts';
import { toJson } from './bigint-json.ts';
import type { Clock } from './clock.ts';
import { canExplainPenalty, type ContractFactors } from './contract-factors.ts';
import { createCycleCache } from './cycle-cache.ts';
import type { EnergyHistory } from './energy-history.ts';
import type { AbortLike, Address, ContractCall, EnergyRules, EnergySource, PayerResources } from './energy-source.ts';
import { type Estimate, estimateFromHistory, estimateFromSimulation, isEstimateUnavailable } from './estimate.ts';
import type { PlanStore } from './plan-store.ts';
import { createSingleFlight } from './single-flight.ts';
import { validatePayer } from './validate-answers.ts';

type Signal = AbortLike | undefined;

/** What a plan is made from, read from the network; identical reads in flight are made once. */
export interface PlanFacts {
  /** The network's parameters, read once per maintenance cycle. */
  rules: (signal: Signal) => Promise<EnergyRules>;
  /** The call's energy, from a simulation; or from history if no estimate is available. */
  estimate: (call: ContractCall, signal: Signal) => Promise<Estimate>;
  /** What an account has left; undefined if the source does not tell. */
  payer: (address: Address, signal: Signal) => Promise<PayerResources | undefined>;
  /** What the contract's deployer pays; undefined if nothing, or if it cannot be read. */
  deployer: (call: ContractCall, rules: EnergyRules, signal: Signal) => Promise<DeployerShare | undefined>;
  /** The factors of the contracts that run, each read once per maintenance cycle. */
  factors: (estimate: Estimate, rules: EnergyRules, signal: Signal) => Promise<ContractFactors>;
}

export function createPlanFacts(options: {
  source: EnergySource;
  store: PlanStore;
  clock: Clock;
  network: string;
  history: EnergyHistory | undefined;
}): PlanFacts {
  const { source, history } = options;
  const dedupe = createSingleFlight();
  const cache = createCycleCache({ ...options, dedupe });

  async function estimate(call: ContractCall, signal: Signal): Promise<Estimate> {
    try {
      const simulation = await dedupe(`simulate ${toJson(call)}`, (options) => source.simulate(call, options), signal);
      return estimateFromSimulation(call, simulation);
    } catch (error) {
      const stats = isEstimateUnavailable(error) ? history?.get(call) : undefined;
      if (stats === undefined) throw error;
      return estimateFromHistory(stats);
    }
  }

  async function payer(address: Address, signal: Signal): Promise<PayerResources | undefined> {
    if (source.payer === undefined) return undefined;
    const read = source.payer.bind(source);
    return validatePayer(await dedupe(`payer ${address}`, (options) => read(address, options), signal));
  }

  async function deployer(call: ContractCall, rules: EnergyRules, signal: Signal): Promise<DeployerShare | undefined> {
    if (call.contract === undefined) return undefined;
    const state = await undefinedUnlessAborted(cache.contract(call.contract, rules, signal), signal);
    const { origin, callerPercent = 100, originEnergyLimit = 0n } = state ?? {};
    if (origin === undefined || origin === call.owner || callerPercent === 100) return undefined;
    const resources = await payer(origin, signal);
    return resources && { callerPercent, originEnergyLimit, energy: resources.energy };
  }

  async function factors(estimate: Estimate, rules: EnergyRules, signal: Signal): Promise<ContractFactors> {
    const { touched } = estimate;
    if (touched === undefined) return { states: [], unreadable: [] };
    for (const read of [cache.contract, cache.refreshContract]) {
      const answers = await Promise.all(
        touched.map((address) => undefinedUnlessAborted(read(address, rules, signal), signal)),
      );
      const states = answers.filter((state) => state !== undefined);
      const unreadable = touched.filter((_, index) => answers[index] === undefined);
      if (unreadable.length > 0) return { states: [], unreadable };
      if (canExplainPenalty(states, estimate)) return { states };
    }
    return { states: [], unreadable: touched };
  }

  return { rules: cache.rules, estimate, payer, deployer, factors };
}

/** For reads that a plan can do without: undefined if the read fails and was not aborted. */
async function undefinedUnlessAborted<T>(read: Promise<T>, signal: Signal): Promise<T | undefined> {
  try {
    return await read;
  } catch (error) {
    if (signal?.aborted) throw error;
    return undefined;
  }
}
