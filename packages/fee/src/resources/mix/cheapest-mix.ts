import { type SmallUnits } from '@coin/units';
import { bigintArgument, coinArgument, integerArgument } from '../../argument-checks.ts';
import { min } from '../../bigint-math.ts';
import { readField } from '../account-state.ts';
import { type LoadCostOptions } from '../load-cost.ts';
import { type MixProblem } from './mix-problem.ts';
import { type CheapestMix, type RentalOffer } from './mix.ts';
import { searchMix } from './search-mix.ts';

/** A load, and the costs of stake and rent. */
export interface CheapestMixOptions extends Omit<LoadCostOptions, 'mix'> {
  /** The yearly return that staked coin could earn elsewhere, in basis points. */
  readonly stakeCostBps: bigint;
  /** The yearly return of its votes, in basis points, which is deducted; 0 by default. */
  readonly votingRewardBps?: bigint;
  /** Stake for rent. Each offer repeats period by period from the start of the load; none by default. */
  readonly offers?: readonly RentalOffer[];
  /** The most that may be staked for both resources, in small units; no limit by default. */
  readonly maxStake?: SmallUnits;
}

const BPS = { min: 0n, max: 1_000_000n, unit: 'basis points' };
const MINUTE_MS = 60_000;

function requireOffer(offer: RentalOffer): RentalOffer {
  readField(offer.resource);
  coinArgument('amount', offer.amount, 1_000_000n);
  coinArgument('price', offer.price);
  integerArgument('durationMs', offer.durationMs, { min: MINUTE_MS, unit: 'ms' });
  integerArgument('lots', offer.lots, { min: 0, max: 1_000_000, unit: 'lots' });
  return offer;
}

/** Checks the options of a search. */
export function readProblem(options: CheapestMixOptions): MixProblem {
  const { stakeCostBps, votingRewardBps = 0n, offers = [], maxStake, ...rest } = options;
  bigintArgument('stakeCostBps', stakeCostBps, BPS);
  bigintArgument('votingRewardBps', votingRewardBps, BPS);
  if (maxStake !== undefined) coinArgument('maxStake', maxStake);
  return {
    ...rest,
    yearlyBps: stakeCostBps - min(stakeCostBps, votingRewardBps),
    offers: offers.map(requireOffer),
    maxCoins: maxStake === undefined ? undefined : maxStake / 1_000_000n,
  };
}

/**
 * Finds the cheapest mix of stake, rentals and burned coin for a load.
 *
 * The cost of stake is the return that its coin could earn elsewhere, less the return of its votes, while the load
 * lasts. Own stake increases the network's weight, so each further coin yields less. For small loads, all mixes are
 * compared to the unit. Large loads are searched as a flow, which takes milliseconds; pass their mix to `loadCost` for
 * the cost to the unit.
 *
 * A load that is spread over the day needs stake for about half of its daily use, because recovered energy can be used
 * again immediately. The same load within an hour needs stake for nearly all of its use.
 *
 * Source: docs/protocol/staking.md, "Resource arithmetic", "Limits". Coin is locked for another 14 days after the
 * load. That time is not counted, because most loads continue.
 *
 * @param options - as of `loadCost`, without the mix; `stakeCostBps` and `votingRewardBps`, a year, 0 to 1,000,000
 * basis points; `offers` to rent, prices in small units and durations of at least a minute; `maxStake` in small units
 * @returns the mix, its cost in small units, and the cost at other stakes
 * @throws FeeError `ARGUMENT_INVALID`
 * @example
 * ```ts
 * import { cheapestMix } from '@coin/fee/resources';
 *
 * const network = {
 *   energy: { limit: 180_000_000_000n, weight: 19_000_000_000n },
 *   bandwidth: { limit: 43_200_000_000n, weight: 26_500_000_000n },
 *   freeBandwidth: 600,
 *   prices: { energy: 100n, bandwidth: 1_000n },
 * };
 * const load = {
 *   kinds: { withdrawal: { size: 345, energy: 64_285n } },
 *   transactions: { from: 1_700_000_000_000, hours: 24 * 30, perHour: [{ withdrawal: 400 }] },
 * };
 * const { mix, cost, burnAll } = cheapestMix({ load, network, stakeCostBps: 500n });
 * mix.energyStake > 32_000_000_000_000n; // => true
 * cost.total < burnAll / 4n; // => true
 * ```
 */
export function cheapestMix(options: CheapestMixOptions): CheapestMix {
  return searchMix(readProblem(options));
}
