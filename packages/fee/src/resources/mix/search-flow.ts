import { type ResourceRules, type StakeState } from '../account-state.ts';
import { COIN, computeStakeLimit } from '../limits.ts';
import { type CountedLoad, type Rental } from '../load.ts';
import { type StakedResourceName } from '../resource-ledger.ts';
import { type Flow, type FlowLimits, type FlowState, runFlow } from './flow.ts';
import {
  type Candidate,
  cheapest,
  findCoins,
  type MixProblem,
  type Period,
  createRental,
  computeStakeCost,
} from './mix-problem.ts';
import { type RentalOffer } from './mix.ts';

const DAY_MS = 86_400_000;
/** The number of stakes to try first, and then between the neighbours of the best one. */
const GRID = 16;
const FINER_GRID = 8;

/** The highest sum within a day. */
function sumBusiestDay({ needs, stepMs }: Flow): number {
  const steps = Math.ceil(DAY_MS / stepMs);
  let [sum, highest] = [0, 0];
  for (const [step, need] of needs.entries()) {
    sum += need - (step >= steps ? (needs[step - steps] ?? 0) : 0);
    highest = Math.max(highest, sum);
  }
  return highest;
}

/** A resource of a load as a flow, and the account's stake for it. */
export interface FlowSearch {
  readonly resource: StakedResourceName;
  readonly flow: Flow;
  readonly network: ResourceRules;
  readonly account: StakeState;
  readonly start: FlowState;
  /** The part of a limit that a flow must leave unused, because transactions come one by one. */
  readonly grain: number;
  readonly periods: readonly Period[];
  readonly counted: CountedLoad;
  readonly problem: MixProblem;
}

/** The best rentals beside a stake. Offers are tried by price, the cheapest first, and each period by period. */
function evaluateStake(search: FlowSearch, coins: number): Candidate {
  const { flow, network, account, start, grain, periods, counted, problem } = search;
  const perCoin = Number(network.limit) / (Number(network.weight) + coins || 1);
  const computeLimit = (stake: bigint) => (Number(stake) / Number(COIN)) * perCoin;
  const steps = flow.needs.length;
  const own = Math.max(0, computeLimit(account.stake + account.received) + coins * perCoin - grain);
  const flowLimits: FlowLimits = { limits: new Float64Array(steps).fill(own), losses: new Float64Array(steps) };
  const rentals: Rental[] = [];
  let rent = 0n;
  const cheapestFirst = [...new Set(periods.map(({ offer }) => offer))].sort(
    (one, other) =>
      Number(one.price) / Number(one.amount) / one.durationMs -
      Number(other.price) / Number(other.amount) / other.durationMs,
  );
  for (const offer of cheapestFirst) {
    const perLot = computeLimit(offer.amount);
    const rented: { begin: number; end: number; limit: number }[] = [];
    let state = start;
    for (const period of periods) {
      if (period.offer !== offer) continue;
      const begin = Math.round((period.from - counted.from) / flow.stepMs);
      const end = Math.min(steps, Math.round((period.from - counted.from + offer.durationMs) / flow.stepMs));
      const run = (lots: number) => runFlow(flow, flowLimits, { begin, end, more: lots * perLot, state });
      const lots = chooseLots(offer, (count) => run(count).burned);
      const after = run(lots).state;
      const limit = (flowLimits.limits[end - 1] ?? 0) + lots * perLot;
      // The use of the lots returns with them.
      state = limit > 0 ? { ...after, used: after.used * (1 - (lots * perLot) / limit) } : after;
      if (lots === 0) continue;
      rented.push({ begin, end, limit: lots * perLot });
      rentals.push(createRental(period, lots));
      rent += offer.price * BigInt(lots);
    }
    for (const { begin, end, limit } of rented) {
      for (let step = begin; step < end; step++) flowLimits.limits[step] = (flowLimits.limits[step] ?? 0) + limit;
      if (end < steps) flowLimits.losses[end] = (flowLimits.losses[end] ?? 0) + limit;
    }
  }
  const { burned } = runFlow(flow, flowLimits, { begin: 0, end: steps, more: 0, state: start });
  const whole = BigInt(Math.round(burned));
  const stakeCost = computeStakeCost(BigInt(coins), problem, counted);
  return { coins: BigInt(coins), burned: whole, rent, stakeCost, total: whole + rent + stakeCost, rentals };
}

/** The number of lots that are worth their price. Each further lot saves less. */
function chooseLots({ lots, price }: RentalOffer, burnedWith: (count: number) => number): number {
  const cost = Number(price);
  // No lot saves more than the load burns without lots.
  if (burnedWith(0) <= cost) return 0;
  let [low, high] = [0, lots];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (burnedWith(middle - 1) - burnedWith(middle) > cost) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Stakes on a grid, which gets finer around the best one. */
export function searchFlow(search: FlowSearch): readonly Candidate[] {
  const { problem, counted, network, flow } = search;
  const none = evaluateStake(search, 0);
  const yearly = Number(computeStakeCost(1_000_000n, problem, counted)) / 1_000_000;
  const most = Math.min(
    findCoins(sumBusiestDay(flow) * 1.05, network),
    Number(problem.maxCoins ?? 1_000_000_000_000n),
    yearly > 0 ? Math.floor(Number(none.total) / yearly) : Number.POSITIVE_INFINITY,
    Number(network.weight) * 100 + 1_000,
  );
  const byCoins = new Map<number, Candidate>([[0, none]]);
  let [low, high] = [0, Math.max(0, Math.floor(most))];
  for (let round = 0; round < 4; round++) {
    const points = round === 0 ? GRID : FINER_GRID;
    for (let index = 0; index <= points; index++) {
      const coins = Math.round(low + ((high - low) * index) / points);
      if (!byCoins.has(coins)) byCoins.set(coins, evaluateStake(search, coins));
    }
    const sorted = sortByCoins(byCoins.values());
    const best = sorted.indexOf(cheapest(sorted) ?? none);
    low = Number(sorted[best - 1]?.coins ?? 0n);
    high = Number(sorted[best + 1]?.coins ?? sorted[best]?.coins ?? 0n);
  }
  return sortByCoins(byCoins.values());
}

const sortByCoins = (candidates: Iterable<Candidate>): Candidate[] =>
  [...candidates].sort((one, other) => Number(one.coins - other.coins));

/** The coin that burns with more stake and with rentals. Rentals of the other resource do not count. */
export function computeBurned(search: FlowSearch, stake: bigint, rentals: readonly Rental[]): bigint {
  const { flow, network, account, start, grain, resource, counted } = search;
  const steps = flow.needs.length;
  const weight = network.weight + stake / COIN;
  const computeLimit = (amount: bigint) => Number(computeStakeLimit(amount, { ...network, weight }));
  const own = computeLimit(account.stake + account.received + stake) - (stake > 0n ? grain : 0);
  const limits = { limits: new Float64Array(steps).fill(Math.max(0, own)), losses: new Float64Array(steps) };
  const stepAt = (time: number) => Math.min(steps, Math.max(0, Math.round((time - counted.from) / flow.stepMs)));
  for (const rental of rentals) {
    if (rental.resource !== resource) continue;
    const [begin, end] = [stepAt(rental.from), stepAt(rental.until)];
    const limit = computeLimit(rental.amount);
    for (let step = begin; step < end; step++) limits.limits[step] = (limits.limits[step] ?? 0) + limit;
    if (end < steps) limits.losses[end] = (limits.losses[end] ?? 0) + limit;
  }
  return BigInt(Math.round(runFlow(flow, limits, { begin: 0, end: steps, more: 0, state: start }).burned));
}
