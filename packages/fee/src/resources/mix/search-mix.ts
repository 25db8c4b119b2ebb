import { max } from '../../bigint-math.ts';
import { readAccount, readNetwork, type ResourceField } from '../account-state.ts';
import { createFactorTimeline } from '../factor-timeline.ts';
import { COIN } from '../limits.ts';
import { loadCost } from '../load-cost.ts';
import { countLoad, type CountedLoad, readLoad, type ResourceMix } from '../load.ts';
import { usedAt } from '../recovery.ts';
import { compareAllMixes } from './compare-all-mixes.ts';
import { createFlow } from './flow.ts';
import {
  breakEvenBps,
  type Candidate,
  cheapest,
  findCoins,
  type MixProblem,
  listPeriods,
  resourceNames,
  computeStakeCost,
} from './mix-problem.ts';
import { type CheapestMix, type CurvePoint, type MixCost } from './mix.ts';
import { computeBurned, searchFlow, type FlowSearch } from './search-flow.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** The most charges of transactions for which a search compares all mixes. */
const EXACT_CHARGES = 40_000;
/** The fewest steps of a flow, unless they would be shorter than a minute. */
const FLOW_STEPS = 1_500;

/** The average room in a limit, in transactions: bandwidth pays for a whole transaction or not at all. */
const GRAINS = { energy: 0.5, bandwidth: 1 };
/** The most transactions for which the stakes around a flow's best stake are compared to the unit. */
const REFINED_TRANSACTIONS = 2_000;
/** These stakes, in percent of the best one. */
const REFINED_STAKES = [94n, 97n, 99n, 101n, 102n, 103n, 105n, 108n, 112n];

const sumOf = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0);

/** The cheapest two stakes whose sum does not exceed the limit. */
function choosePair(
  energies: readonly Candidate[],
  bandwidths: readonly Candidate[],
  maxCoins: bigint | undefined,
): readonly [Candidate, Candidate] {
  let best: readonly [Candidate, Candidate] | undefined;
  for (const energy of energies) {
    const fitting =
      maxCoins === undefined ? bandwidths : bandwidths.filter(({ coins }) => coins + energy.coins <= maxCoins);
    const bandwidth = cheapest(fitting);
    if (bandwidth === undefined) continue;
    if (best === undefined || energy.total + bandwidth.total < best[0].total + best[1].total)
      best = [energy, bandwidth];
  }
  if (best === undefined) throw new Error('no stake at all is always a candidate');
  return best;
}

/** Compares the stakes around two candidates to the unit. Each run gives the cost of both resources. */
function refinePair(
  [energy, bandwidth]: readonly [Candidate, Candidate],
  problem: MixProblem,
  counted: CountedLoad,
): readonly [Candidate, Candidate] {
  const load = { kinds: problem.load.kinds, transactions: readLoad(problem.load) };
  const rentals = [...energy.rentals, ...bandwidth.rentals];
  const candidates = [100n, ...REFINED_STAKES].map((percent) => {
    const [energyCoins, bandwidthCoins] = [energy.coins, bandwidth.coins].map((coins) => (coins * percent) / 100n);
    const stakes = { energyStake: (energyCoins ?? 0n) * COIN, bandwidthStake: (bandwidthCoins ?? 0n) * COIN };
    const { burned } = loadCost({ ...problem, load, mix: { ...stakes, rentals } });
    const withBurned = (candidate: Candidate, coins: bigint, amount: bigint): Candidate => {
      const stakeCost = computeStakeCost(coins, problem, counted);
      return { ...candidate, coins, burned: amount, stakeCost, total: amount + candidate.rent + stakeCost };
    };
    return [
      withBurned(energy, energyCoins ?? 0n, burned.energy),
      withBurned(bandwidth, bandwidthCoins ?? 0n, burned.bandwidth + burned.accountCreation),
    ] as const;
  });
  return [
    cheapest(candidates.map(([first]) => first)) ?? energy,
    cheapest(candidates.map(([, second]) => second)) ?? bandwidth,
  ];
}

function createCurve(candidates: readonly Candidate[], counted: CountedLoad): readonly CurvePoint[] {
  const none = candidates[0]?.total ?? 0n;
  return candidates.map(({ coins, total, stakeCost }) => ({
    stake: coins * COIN,
    total,
    ...(coins > 0n && { breakEvenBps: breakEvenBps(coins, max(0n, none - (total - stakeCost)), counted) }),
  }));
}

/** The widest step that is fine enough for the load and for every offer. */
function stepFor({ offers }: MixProblem, { durationMs }: CountedLoad): number {
  const shortest = offers.reduce((least, offer) => Math.min(least, offer.durationMs), durationMs);
  const isFine = (minutes: number) =>
    minutes * MINUTE_MS * FLOW_STEPS <= durationMs && minutes * MINUTE_MS * 4 <= shortest;
  return MINUTE_MS * ([60, 30, 20, 15, 10, 6, 5, 3, 2].find(isFine) ?? 1);
}

/** A problem as flows. */
interface Searches {
  readonly counted: CountedLoad;
  readonly energy: FlowSearch;
  readonly bandwidth: FlowSearch;
  /** The coin that burns with every mix. */
  readonly fixed: bigint;
}

function createSearches(problem: MixProblem): Searches {
  const { load, network, account: given = {}, contracts, factors } = problem;
  const counted = countLoad(load);
  const rules = readNetwork(network);
  const account = readAccount(given, rules);
  const { prices = {} } = network;
  const timeline = createFactorTimeline(contracts, factors);
  const { fixed, ...flows } = createFlow(load, counted, { stepMs: stepFor(problem, counted), prices, timeline });
  const slot = rules.slotAt(counted.from);

  const searchOf = (field: ResourceField): FlowSearch => ({
    resource: resourceNames[field],
    flow: flows[field],
    network: rules[field],
    account: account[field],
    start: { used: Number(usedAt(account[field].use, slot)), window: DAY_MS },
    grain: (sumOf(flows[field].needs) / Math.max(1, counted.total)) * GRAINS[field],
    periods: listPeriods(field, problem, counted),
    counted,
    problem,
  });
  return { counted, energy: searchOf('energy'), bandwidth: searchOf('bandwidth'), fixed };
}

/** The cost of a mix: to the unit for small loads, otherwise as a flow. */
export function computeMixCost(problem: MixProblem, mix: Required<ResourceMix>): MixCost {
  const searches = createSearches(problem);
  const { counted, fixed } = searches;
  const burned =
    counted.total <= REFINED_TRANSACTIONS
      ? loadCost({ ...problem, mix }).burned.total
      : computeBurned(searches.energy, mix.energyStake, mix.rentals) +
        computeBurned(searches.bandwidth, mix.bandwidthStake, mix.rentals) +
        fixed;
  const stakeCost =
    computeStakeCost(mix.energyStake / COIN, problem, counted) +
    computeStakeCost(mix.bandwidthStake / COIN, problem, counted);
  const rent = mix.rentals.reduce((sum, { price = 0n }) => sum + price, 0n);
  return { burned, rent, stakeCost, total: burned + rent + stakeCost };
}

/** Searches for the cheapest mix: exactly for small loads, otherwise by flows. */
export function searchMix(problem: MixProblem): CheapestMix {
  const { network, maxCoins } = problem;
  const searches = createSearches(problem);
  const { counted, fixed } = searches;
  const rules = readNetwork(network);

  /** The stake that is certainly enough, and the number of charges to compare all mixes up to it. */
  function exactWork(field: ResourceField): { most: number; charges: number } {
    const { periods, flow } = searches[field];
    const perCoin = Number(computeStakeCost(1_000_000n, problem, counted)) / 1_000_000;
    const worth = perCoin > 0 ? sumOf(flow.burns) / perCoin : Infinity;
    const most = Math.min(findCoins(sumOf(flow.needs), rules[field]) + 1, worth + 1, Number(maxCoins ?? Infinity));
    const combinations = periods.reduce((product, { offer }) => product * (offer.lots + 1), 1);
    return { most, charges: (most + 1) * combinations * Math.max(1, counted.total) };
  }
  const work = { energy: exactWork('energy'), bandwidth: exactWork('bandwidth') };
  const isExact = work.energy.charges + work.bandwidth.charges <= EXACT_CHARGES;
  const candidatesOf = (field: ResourceField) =>
    isExact ? compareAllMixes(field, problem, counted, work[field].most) : searchFlow(searches[field]);
  const [energies, bandwidths] = [candidatesOf('energy'), candidatesOf('bandwidth')];
  const pair = choosePair(energies, bandwidths, maxCoins);
  const isRefined = !isExact && counted.total <= REFINED_TRANSACTIONS && maxCoins === undefined;
  const [energy, bandwidth] = isRefined ? refinePair(pair, problem, counted) : pair;
  const mix = {
    energyStake: energy.coins * COIN,
    bandwidthStake: bandwidth.coins * COIN,
    rentals: [...energy.rentals, ...bandwidth.rentals],
  };
  const burnedWith = (given: ResourceMix) => loadCost({ ...problem, mix: given }).burned.total;
  const burned = isExact || isRefined ? burnedWith(mix) : energy.burned + bandwidth.burned + fixed;
  const [rent, stakeCost] = [energy.rent + bandwidth.rent, energy.stakeCost + bandwidth.stakeCost];
  return {
    mix,
    cost: { burned, rent, stakeCost, total: burned + rent + stakeCost },
    burnAll:
      isExact || isRefined
        ? burnedWith({})
        : computeBurned(searches.energy, 0n, []) + computeBurned(searches.bandwidth, 0n, []) + fixed,
    method: isExact ? 'exact' : 'approximate',
    energyCurve: createCurve(energies, counted),
    bandwidthCurve: createCurve(bandwidths, counted),
  };
}
