import { type ResourceField } from '../account-state.ts';
import { COIN } from '../limits.ts';
import { loadCost } from '../load-cost.ts';
import { type CountedLoad, readLoad, type Rental } from '../load.ts';
import {
  type Candidate,
  type MixProblem,
  type Period,
  listPeriods,
  createRental,
  computeStakeCost,
  stakeNames,
} from './mix-problem.ts';

/** Every combination of lots in each period. */
function* rentalCombinations(periods: readonly Period[], index = 0): Generator<readonly Rental[]> {
  const period = periods[index];
  if (period === undefined) {
    yield [];
    return;
  }
  for (let lots = 0; lots <= period.offer.lots; lots++)
    for (const rest of rentalCombinations(periods, index + 1))
      yield lots === 0 ? rest : [createRental(period, lots), ...rest];
}

/** Compares all stakes and rentals of a resource to the unit. Returns one candidate for each stake that may be best. */
export function compareAllMixes(
  field: ResourceField,
  problem: MixProblem,
  counted: CountedLoad,
  most: number,
): readonly Candidate[] {
  const { maxCoins } = problem;
  const load = { kinds: problem.load.kinds, transactions: readLoad(problem.load) };
  const combinations = [...rentalCombinations(listPeriods(field, problem, counted))];
  const candidates: Candidate[] = [];
  let best: bigint | undefined;
  for (let coins = 0n; coins <= (maxCoins ?? coins) && coins <= most; coins++) {
    const stakeCost = computeStakeCost(coins, problem, counted);
    // A smaller stake is at least as good, whatever is burned.
    if (best !== undefined && stakeCost >= best) break;
    let candidate: Candidate | undefined;
    for (const rentals of combinations) {
      const rent = rentals.reduce((sum, { price = 0n }) => sum + price, 0n);
      if (candidate !== undefined && rent + stakeCost >= candidate.total) continue;
      const { burned: fee } = loadCost({ ...problem, load, mix: { [stakeNames[field]]: coins * COIN, rentals } });
      const burned = field === 'energy' ? fee.energy : fee.bandwidth + fee.accountCreation;
      const total = burned + rent + stakeCost;
      if (candidate === undefined || total < candidate.total)
        candidate = { coins, burned, rent, stakeCost, total, rentals };
    }
    if (candidate === undefined) break;
    candidates.push(candidate);
    if (best === undefined || candidate.total < best) best = candidate.total;
  }
  return candidates;
}
