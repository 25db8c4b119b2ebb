import {
  type AbortSignalLike,
  type AccountFunds,
  type Address,
  type ContractCall,
  type ContractEnergyState,
  type DeployerShare,
  type EnergyRules,
  type EnergySource,
  type Simulation,
} from '@coin/units';
import { toJson } from './cache/bigint-json.ts';
import { type CycleCache } from './cache/cycle-cache.ts';
import { type ShareRead } from './cache/share-reads.ts';
import { canExplainPenalty, type ContractFactors } from './contract-factors.ts';
import { type CodeThatRan, type CodeTraits, codeTraits } from './estimate/code-traits.ts';
import { type EnergyHistory } from './estimate/energy-history.ts';
import { type SearchEnergy } from './estimate/energy-search.ts';
import {
  type Estimate,
  estimateFromHistory,
  estimateFromSimulation,
  isEstimateUnavailable,
} from './estimate/estimate.ts';
import { tokenReceiver } from './planned-call.ts';

/** A contract's terms for the energy that its deployer pays. */
export interface DeployerTerms extends Omit<DeployerShare, 'energy'> {
  readonly deployer: Address;
}

/** Reads the facts that a plan is made from. */
export interface PlanFacts {
  /** The call's energy, from a simulation; or from history if no estimate is available. */
  readonly estimate: (call: ContractCall) => Promise<Estimate>;
  /** The resources left to an account; undefined if the source does not report them. */
  readonly funds: (address: Address) => Promise<AccountFunds | undefined>;
  /** The contract's deployer and the terms of its share; undefined if it pays nothing, or if this cannot be read. */
  readonly deployer: (call: ContractCall) => Promise<DeployerTerms | undefined>;
  /** Whether there is an account at the address; undefined if the source does not report it. */
  readonly accountExists: (address: Address) => Promise<boolean | undefined>;
  /** Whether the receiver of a token holds none of it; undefined for other calls, and if this cannot be read. */
  readonly isNewHolder: (call: ContractCall) => Promise<boolean | undefined>;
  /** The factors of the contracts that run, each read once per maintenance cycle. */
  readonly factors: (estimate: Estimate) => Promise<ContractFactors>;
}

/** The reads of one plan, which `signal` aborts; `share` combines them with the same reads of other plans. */
export function createPlanFacts(options: {
  source: EnergySource;
  cycle: CycleCache;
  rules: EnergyRules;
  history: EnergyHistory | undefined;
  /** Absent if the plan does not want to know whether the call depends on the energy it is given. */
  search: SearchEnergy | undefined;
  share: ShareRead;
  signal: AbortSignalLike | undefined;
}): PlanFacts {
  const { source, cycle, rules, history, search, share, signal } = options;

  /** A contract's state, or undefined if it cannot be read. */
  async function readState(address: Address, read = cycle.contract): Promise<ContractEnergyState | undefined> {
    try {
      return await read(address, rules);
    } catch (error) {
      if (signal?.aborted) throw error;
      return undefined;
    }
  }

  async function estimate(call: ContractCall): Promise<Estimate> {
    let simulation: Simulation;
    try {
      simulation = await share(`simulate ${toJson(call)}`, () => source.simulate(call));
    } catch (error) {
      const stats = isEstimateUnavailable(error) ? history?.get(call) : undefined;
      if (stats === undefined) throw error;
      const traits = await readTraits(call, stats);
      return { ...estimateFromHistory(stats), ...estimateTraits(traits), ...(traits.mayObserve && MAY_DEPEND) };
    }
    const traits = await readTraits(call, simulation);
    const estimate = { ...estimateFromSimulation(call, simulation), ...estimateTraits(traits) };
    if (!traits.mayObserve || simulation.kind === 'search') return estimate;
    const { isObserved } = traits;
    return { ...estimate, ...(await search?.(call, { simulation, isObserved, rules, share, signal })) };
  }

  /** The traits of the executed code that affect the limit. */
  async function readTraits(call: ContractCall, ran: CodeThatRan): Promise<CodeTraits> {
    const isCounted = call.contract === undefined || ran.hiddenValueCalls === 0;
    if (search === undefined && isCounted) return NOT_READ;
    return codeTraits(call, ran, await Promise.all(ran.touched.map((address) => readState(address))));
  }

  async function funds(address: Address): Promise<AccountFunds | undefined> {
    const read = source.funds?.bind(source);
    return read && share(`funds ${address}`, () => read(address));
  }

  async function deployer({ owner, contract }: ContractCall): Promise<DeployerTerms | undefined> {
    if (contract === undefined) return undefined;
    const state = await readState(contract);
    const { deployer, callerPercent = 100, deployerEnergyLimit = 0n } = state ?? {};
    if (deployer === undefined || deployer === owner || callerPercent === 100) return undefined;
    return { deployer, callerPercent, deployerEnergyLimit };
  }

  async function accountExists(address: Address): Promise<boolean | undefined> {
    const read = source.accountExists?.bind(source);
    return read && share(`exists ${address}`, () => read(address));
  }

  async function isNewHolder(call: ContractCall): Promise<boolean | undefined> {
    const { token, receiver } = tokenReceiver(call) ?? {};
    const read = source.tokenBalance?.bind(source);
    if (read === undefined || token === undefined || receiver === undefined) return undefined;
    try {
      return (await share(`balance ${token} ${receiver}`, () => read(token, receiver))) === 0n;
    } catch (error) {
      if (signal?.aborted) throw error;
      return undefined;
    }
  }

  async function factors(estimate: Estimate): Promise<ContractFactors> {
    const { touched } = estimate;
    if (touched === undefined) return assumeUnreadable([]);
    for (const read of [cycle.contract, cycle.refreshContract]) {
      const answers = await Promise.all(touched.map((address) => readState(address, read)));
      const states = answers.filter((state) => state !== undefined);
      if (states.length < touched.length) {
        return assumeUnreadable(touched.filter((_, index) => answers[index] === undefined));
      }
      if (canExplainPenalty(states, estimate)) return { states };
    }
    return assumeUnreadable(touched);
  }

  return { estimate, funds, deployer, accountExists, isNewHolder, factors };
}

/** History does not show whether an energy is enough. */
const MAY_DEPEND: Pick<Estimate, 'mayDependOnEnergy'> = { mayDependOnEnergy: {} };

/** The traits of code that a plan does not read. */
const NOT_READ: CodeTraits = {
  mayCallWithValue: true,
  mayObserve: false,
  isObserved: false,
  fixesInnerEnergy: false,
  readsResources: false,
};

const estimateTraits = ({ mayCallWithValue, fixesInnerEnergy, readsResources }: CodeTraits): Partial<Estimate> => ({
  ...(!mayCallWithValue && { valueCalls: 0 }),
  ...(fixesInnerEnergy && { fixesInnerEnergy }),
  ...(readsResources && { readsResources }),
});

const assumeUnreadable = (unreadable: readonly Address[]): ContractFactors => ({ states: [], unreadable });
