import { createTextChecks } from '@coin/errors';
import { type Clock, type EnergyRules } from '@coin/units';
import { argumentInvalid, integerArgument, MILLISECONDS, rejectUnknown } from '../argument-checks.ts';
import { createCycleCache } from './cache/cycle-cache.ts';
import { createMemoryStore } from './cache/plan-store.ts';
import { createSharedReads, type ShareRead } from './cache/share-reads.ts';
import { createEnergySearch } from './estimate/energy-search.ts';
import { type FeeMethod } from './fee-plan.ts';
import { createPlanFacts, type PlanFacts } from './plan-facts.ts';
import { type FeePlannerOptions, PLANNER_OPTIONS, type PlanOptions } from './planner-options.ts';

const { stringArgument, wordArgument } = createTextChecks(argumentInvalid);

/** By default a transaction expires a minute after it is built. */
const DEFAULT_HORIZON_MS = 60_000;

const SYSTEM_CLOCK = { now: () => Date.now() };

/** The options of a plan, the network's parameters, and the functions that read the rest. */
export interface StartedPlan {
  readonly facts: PlanFacts;
  readonly rules: EnergyRules;
  readonly clock: Pick<Clock, 'now'>;
  readonly method: FeeMethod | 'auto';
  readonly horizonMs: number;
  readonly marginBps: bigint;
}

/** Starts a plan: checks its options, and reads the network's parameters. */
export type StartPlan = (planOptions: PlanOptions) => Promise<StartedPlan>;

/** Returns the function that starts the plans of one planner, which share what they read. */
export function createPlanStart(options: FeePlannerOptions): StartPlan {
  rejectUnknown(options, PLANNER_OPTIONS);
  const { source, history, cache = createMemoryStore(), clock = SYSTEM_CLOCK } = options;
  if (options.cache !== undefined && (source.genesisId === undefined || options.network !== undefined))
    stringArgument('network', options.network);
  const shareReads = createSharedReads();
  const searchEnergy = createEnergySearch(source, clock);
  let network: string | undefined;

  return async (planOptions) => {
    const {
      method = 'auto',
      horizonMs = DEFAULT_HORIZON_MS,
      marginBps = 0n,
      estimate = 'auto',
      signal,
    } = { ...options, ...planOptions };
    integerArgument('horizonMs', horizonMs, MILLISECONDS);
    wordArgument('method', method, ['auto', 'estimate', 'energy-factor', 'across-cycle', 'max-factor']);
    wordArgument('estimate', estimate, ['auto', 'simulation']);
    const share = shareReads(signal);
    network ??= await readNetworkName(options, share);
    const cycle = createCycleCache({ source, cache, clock, share, network });
    // First, so an estimate of an earlier cycle is never combined with the parameters of a later one.
    const rules = await cycle.rules();
    const search = estimate === 'auto' ? searchEnergy : undefined;
    const facts = createPlanFacts({ source, cycle, rules, history, search, share, signal });
    return { facts, rules, clock, method, horizonMs, marginBps };
  };
}

/**
 * The network's name in the keys of a cache. It has the genesis id if the source reports it, so a source with a wrong
 * URL does not share entries under a right name.
 */
async function readNetworkName({ source, cache, network }: FeePlannerOptions, share: ShareRead): Promise<string> {
  if (cache === undefined) return 'memory';
  const read = source.genesisId?.bind(source);
  if (read === undefined) return stringArgument('network', network);
  const genesisId = stringArgument('network', await share('genesis', read));
  return network === undefined ? genesisId : `${network}/${genesisId}`;
}
