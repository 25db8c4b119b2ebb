import { argumentInvalid } from '../errors.ts';
import { MILLISECONDS, requireQuantity } from '../require-quantity.ts';
import { guardStore } from './cache/guard-store.ts';
import { createMemoryStore } from './cache/plan-store.ts';
import { createSingleFlight } from './cache/single-flight.ts';
import { createPlanFacts } from './plan-facts.ts';
import { type LimitOptions } from './plan-inputs.ts';
import { type FeePlannerOptions, type PlanOptions } from './planner-options.ts';
import { createEnergySearch, NO_SEARCH } from './search/energy-search.ts';
import { requireClock, systemClock } from './source/clock.ts';
import { requireSignal, watchSource } from './source/watch-source.ts';

/** By default a transaction expires a minute after it is built. */
const DEFAULT_HORIZON_MS = 60_000;

/** The start of a plan: its options, the network's parameters, and the functions that read the rest. */
export type PlanStart = (planOptions: PlanOptions) => Promise<LimitOptions>;

/** How the plans of one planner begin, which share what they read. */
export function createPlanStart(options: FeePlannerOptions): PlanStart {
  const source = watchSource(options.source);
  const { clock = systemClock } = options;
  requireClock(clock);
  const cache = options.cache === undefined ? createMemoryStore() : guardStore(options.cache, clock);
  const singleFlight = createSingleFlight();
  const search = createEnergySearch(source, clock);
  let network = knownNetwork({ ...options, source });

  return async (planOptions) => {
    const {
      method = 'auto',
      horizonMs = DEFAULT_HORIZON_MS,
      marginBps = 0n,
      estimate = 'auto',
      signal,
    } = { ...options, ...planOptions };
    requireQuantity('horizonMs', horizonMs, MILLISECONDS);
    requireOneOf('method', method, ['auto', 'estimate', 'energy-factor', 'across-cycle', 'max-factor']);
    requireOneOf('estimate', estimate, ['auto', 'simulation']);
    if (signal !== undefined) requireSignal(signal);
    const dedupe = singleFlight(signal);
    network ??= networkOf(options, await dedupe('genesis', async (readOptions) => source.genesisId?.(readOptions)));
    const facts = createPlanFacts({
      ...options,
      source,
      cache,
      clock,
      network,
      search: estimate === 'auto' ? search : NO_SEARCH,
      dedupe,
      signal,
    });
    // First, so an estimate of an earlier cycle is never combined with the parameters of a later one.
    return { facts, rules: await facts.rules(), clock, method, horizonMs, marginBps };
  };
}

function requireOneOf<T extends string>(argument: string, value: T, allowed: readonly T[]): void {
  if (!allowed.includes(value)) throw argumentInvalid(argument, value, `one of '${allowed.join("', '")}'`);
}

/** The network's name in the cache, or undefined if the source has to be asked. */
function knownNetwork({ source, cache, network }: FeePlannerOptions): string | undefined {
  if (cache === undefined) return network ?? 'memory';
  if (source.genesisId === undefined) return requireName(network);
  if (network !== undefined) requireName(network);
  return undefined;
}

/** With the genesis id, a source with a wrong URL cannot share entries under a right name. */
const networkOf = ({ network }: FeePlannerOptions, genesisId: string | undefined): string =>
  network === undefined ? requireName(genesisId) : `${network}/${requireName(genesisId)}`;

/** Without a name, the entries of two networks would be the same. */
function requireName(network: string | undefined): string {
  if (typeof network === 'string' && network !== '') return network;
  throw argumentInvalid('network', network, 'a non-empty string');
}
