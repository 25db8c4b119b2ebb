import { readAccount, readNetwork } from './account-state.ts';
import { exactCandidates } from './exact-candidates.ts';
import { createFactorTimeline } from './factor-timeline.ts';
import { burnedByFlow, flowCandidates, type FlowSearch } from './flow-candidates.ts';
import { flowOf } from './flow.ts';
import { loadCost } from './load-cost.ts';
import { countLoad, type CountedLoad, type ResourceMix } from './load.ts';
import {
  type Candidate,
  cheapest,
  COIN,
  coinsFor,
  type Field,
  type MixProblem,
  periodsOf,
  stakeCostOf,
} from './mix-problem.ts';
import { type CheapestMix, type CurvePoint } from './mix.ts';
import { usedAt } from './recovery.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** How many charges of transactions a search may take in which all mixes are compared. */
const EXACT_CHARGES = 40_000;
/** How fine a flow has to be. */
const FLOW_STEPS = 1_500;

const sumOf = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0);

/** The cheapest two stakes that keep a common limit. */
function cheapestPair(
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

const curveOf = (candidates: readonly Candidate[]): readonly CurvePoint[] =>
  candidates.map(({ coins, total }) => ({ stake: coins * COIN, total }));

/** The widest step that is fine enough for the load and for every offer. */
function stepFor({ offers }: MixProblem, { durationMs }: CountedLoad): number {
  const shortest = offers.reduce((least, offer) => Math.min(least, offer.durationMs), durationMs);
  const isFine = (minutes: number) =>
    minutes * MINUTE_MS * FLOW_STEPS <= durationMs && minutes * MINUTE_MS * 4 <= shortest;
  return MINUTE_MS * ([60, 30, 20, 15, 10, 6, 5, 3, 2].find(isFine) ?? 1);
}

/** Searches for the cheapest mix: exactly if that takes little, otherwise by flows. */
export function searchMix(problem: MixProblem): CheapestMix {
  const { yearlyBps: _, offers: __, maxCoins, ...options } = problem;
  const { load, network, account: given = {}, contracts, factors } = options;
  const counted = countLoad(load);
  const rules = readNetwork(network);
  const account = readAccount(given, rules);
  const { prices = {} } = network;
  const timeline = createFactorTimeline(contracts, factors);
  const { fixed, ...flows } = flowOf(load, counted, { stepMs: stepFor(problem, counted), prices, timeline });
  const slot = rules.slotAt(counted.from);

  const searchOf = (field: Field): FlowSearch => ({
    flow: flows[field],
    network: rules[field],
    account: account[field],
    start: { used: Number(usedAt(account[field].use, slot)), window: DAY_MS },
    periods: periodsOf(field, problem, counted),
    counted,
    problem,
  });
  const searches = { energy: searchOf('energy'), bandwidth: searchOf('bandwidth') };

  /** The stake that is certainly enough, and how many charges it takes to compare all mixes up to it. */
  function exactWork(field: Field): { most: number; charges: number } {
    const { periods, flow } = searches[field];
    const perCoin = Number(stakeCostOf(1_000_000n, problem, counted)) / 1_000_000;
    const worth = perCoin > 0 ? sumOf(flow.burns) / perCoin : Infinity;
    const most = Math.min(coinsFor(sumOf(flow.needs), rules[field]) + 1, worth + 1, Number(maxCoins ?? Infinity));
    const combinations = periods.reduce((product, { offer }) => product * (offer.lots + 1), 1);
    return { most, charges: (most + 1) * combinations * Math.max(1, counted.total) };
  }
  const work = { energy: exactWork('energy'), bandwidth: exactWork('bandwidth') };
  const isExact = work.energy.charges + work.bandwidth.charges <= EXACT_CHARGES;
  const candidatesOf = (field: Field) =>
    isExact ? exactCandidates(field, problem, counted, work[field].most) : flowCandidates(searches[field]);
  const [energies, bandwidths] = [candidatesOf('energy'), candidatesOf('bandwidth')];
  const [energy, bandwidth] = cheapestPair(energies, bandwidths, maxCoins);
  const mix = {
    energyStake: energy.coins * COIN,
    bandwidthStake: bandwidth.coins * COIN,
    rentals: [...energy.rentals, ...bandwidth.rentals],
  };
  const burnedWith = (given: ResourceMix) => loadCost({ ...options, mix: given }).burned.total;
  const burned = isExact ? burnedWith(mix) : energy.burned + bandwidth.burned + fixed;
  const [rent, stakeCost] = [energy.rent + bandwidth.rent, energy.stakeCost + bandwidth.stakeCost];
  return {
    mix,
    cost: { burned, rent, stakeCost, total: burned + rent + stakeCost },
    burnAll: isExact ? burnedWith({}) : burnedByFlow(searches.energy) + burnedByFlow(searches.bandwidth) + fixed,
    method: isExact ? 'exact' : 'approximate',
    energyCurve: curveOf(energies),
    bandwidthCurve: curveOf(bandwidths),
  };
}
