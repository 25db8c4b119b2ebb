import {
  type AbortSignalLike,
  type Clock,
  type DeployerShare,
  type Address,
  type ContractCall,
  type EnergyRules,
  type EnergySource,
  type AccountFunds,
  type Simulation,
} from '@coin/units';
import { toJson } from './cache/bigint-json.ts';
import { createCycleCache } from './cache/cycle-cache.ts';
import { type PlanStore } from './cache/plan-store.ts';
import { type Dedupe } from './cache/single-flight.ts';
import { undefinedIfFailing } from './cache/undefined-if-failing.ts';
import { type CodeThatRan, type CodeTraits, codeTraits } from './code-traits.ts';
import { canExplainPenalty, type ContractFactors } from './contract-factors.ts';
import { type EnergyHistory } from './history/energy-history.ts';
import { type EnergySearch } from './search/energy-search.ts';
import {
  type Estimate,
  estimateFromHistory,
  estimateFromSimulation,
  isEstimateUnavailable,
} from './search/estimate.ts';
import { validateExists, validateFunds, validateSimulation } from './source/validate-answers.ts';

/** A contract's terms for the energy that its deployer pays. */
export interface DeployerTerms extends Omit<DeployerShare, 'energy'> {
  readonly deployer: Address;
}

/** The facts that a plan is made from, read from the network. */
export interface PlanFacts {
  /** The network's parameters, read once per maintenance cycle. */
  readonly rules: () => Promise<EnergyRules>;
  /** The call's energy, from a simulation; or from history if no estimate is available. */
  readonly estimate: (call: ContractCall, rules: EnergyRules) => Promise<Estimate>;
  /** The resources left to an account; undefined if the source does not report them. */
  readonly funds: (address: Address) => Promise<AccountFunds | undefined>;
  /** The contract's deployer and the terms of its share; undefined if it pays nothing, or if this cannot be read. */
  readonly deployer: (call: ContractCall, rules: EnergyRules) => Promise<DeployerTerms | undefined>;
  /** Whether there is an account at the address; undefined if the source does not report it. */
  readonly accountExists: (address: Address) => Promise<boolean | undefined>;
  /** The factors of the contracts that run, each read once per maintenance cycle. */
  readonly factors: (estimate: Estimate, rules: EnergyRules) => Promise<ContractFactors>;
}

/** The reads of one plan, which `signal` aborts; `dedupe` shares them with other plans. */
export function createPlanFacts(options: {
  source: EnergySource;
  cache: PlanStore;
  clock: Clock;
  network: string;
  history?: EnergyHistory;
  search: EnergySearch;
  dedupe: Dedupe;
  signal: AbortSignalLike | undefined;
}): PlanFacts {
  const { source, history, search, dedupe, signal } = options;
  const cycle = createCycleCache(options);

  async function estimate(call: ContractCall, rules: EnergyRules): Promise<Estimate> {
    let simulation: Simulation;
    try {
      simulation = await dedupe(`simulate ${toJson(call)}`, (options) => source.simulate(call, options));
    } catch (error) {
      const stats = isEstimateUnavailable(error) ? history?.get(call) : undefined;
      if (stats === undefined) throw error;
      const traits = await traitsOf(call, stats, rules);
      return { ...estimateFromHistory(stats), ...withoutValueCalls(traits), ...(traits.mayObserve && MAY_DEPEND) };
    }
    const valid = validateSimulation('simulate', simulation);
    const traits = await traitsOf(call, valid, rules);
    const estimate = { ...estimateFromSimulation(call, valid), ...withoutValueCalls(traits) };
    if (!traits.mayObserve || valid.kind === 'search') return estimate;
    const { isObserved } = traits;
    return { ...estimate, ...(await search.run(call, { simulation: valid, isObserved, rules, dedupe, signal })) };
  }

  /** The traits of the executed code that affect the limit. */
  async function traitsOf(call: ContractCall, ran: CodeThatRan, rules: EnergyRules): Promise<CodeTraits> {
    const isCounted = call.contract === undefined || ran.hiddenValueCalls === 0;
    if (!search.isOn && isCounted) return { mayCallWithValue: true, mayObserve: false, isObserved: false };
    const states = await Promise.all(
      ran.touched.map((address) => undefinedIfFailing(() => cycle.contract(address, rules), signal)),
    );
    return codeTraits(call, ran, states);
  }

  async function funds(address: Address): Promise<AccountFunds | undefined> {
    if (source.funds === undefined) return undefined;
    const read = source.funds.bind(source);
    return validateFunds(await dedupe(`funds ${address}`, (options) => read(address, options)));
  }

  async function deployerTerms(
    { owner, contract }: ContractCall,
    rules: EnergyRules,
  ): Promise<DeployerTerms | undefined> {
    if (contract === undefined) return undefined;
    const state = await undefinedIfFailing(() => cycle.contract(contract, rules), signal);
    const { deployer, callerPercent = 100, deployerEnergyLimit = 0n } = state ?? {};
    if (deployer === undefined || deployer === owner || callerPercent === 100) return undefined;
    return { deployer, callerPercent, deployerEnergyLimit };
  }

  async function accountExists(address: Address): Promise<boolean | undefined> {
    if (source.accountExists === undefined) return undefined;
    const read = source.accountExists.bind(source);
    return validateExists(await dedupe(`exists ${address}`, (options) => read(address, options)));
  }

  async function factors(estimate: Estimate, rules: EnergyRules): Promise<ContractFactors> {
    const { touched } = estimate;
    if (touched === undefined) return withUnreadable([]);
    for (const read of [cycle.contract, cycle.refreshContract]) {
      const answers = await Promise.all(
        touched.map((address) => undefinedIfFailing(() => read(address, rules), signal)),
      );
      const states = answers.filter((state) => state !== undefined);
      if (states.length < touched.length) {
        return withUnreadable(touched.filter((_, index) => answers[index] === undefined));
      }
      if (canExplainPenalty(states, estimate)) return { states };
    }
    return withUnreadable(touched);
  }

  return { rules: cycle.rules, estimate, funds, deployer: deployerTerms, accountExists, factors };
}

/** History does not show whether an energy is enough. */
const MAY_DEPEND: Pick<Estimate, 'mayDependOnEnergy'> = { mayDependOnEnergy: {} };

const withoutValueCalls = ({ mayCallWithValue }: CodeTraits) => (mayCallWithValue ? undefined : { valueCalls: 0 });

const withUnreadable = (unreadable: readonly Address[]): ContractFactors => ({ states: [], unreadable });
