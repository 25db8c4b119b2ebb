import { type ResourceField } from '../account-state.ts';
import { COIN } from '../limits.ts';
import { type LoadCostOptions } from '../load-cost.ts';
import { type CountedLoad, type Rental } from '../load.ts';
import { type NetworkResource } from '../resource-ledger.ts';
import { type RentalOffer } from './mix.ts';

/** The checked options of a search. */
export interface MixProblem extends Omit<LoadCostOptions, 'mix'> {
  /** The yearly cost of stake, in basis points. */
  readonly yearlyBps: bigint;
  readonly offers: readonly RentalOffer[];
  /** The most that may be staked, in whole coins. */
  readonly maxCoins: bigint | undefined;
}

/** The cheapest way to pay for one resource with a given stake. */
export interface Candidate {
  readonly coins: bigint;
  readonly burned: bigint;
  readonly rent: bigint;
  readonly stakeCost: bigint;
  readonly total: bigint;
  readonly rentals: readonly Rental[];
}

const YEAR_MS = 31_536_000_000n;
export const resourceNames = { energy: 'ENERGY', bandwidth: 'BANDWIDTH' } as const;
export const stakeNames = { energy: 'energyStake', bandwidth: 'bandwidthStake' } as const;

/** The cost of stake while the load lasts, rounded up. */
export const computeStakeCost = (coins: bigint, { yearlyBps }: MixProblem, { durationMs }: CountedLoad): bigint =>
  (coins * COIN * yearlyBps * BigInt(durationMs) + 10_000n * YEAR_MS - 1n) / (10_000n * YEAR_MS);

/** The yearly cost at which stake costs as much as it saves, in basis points, rounded down. */
export const breakEvenBps = (coins: bigint, saved: bigint, { durationMs }: CountedLoad): bigint =>
  (saved * 10_000n * YEAR_MS) / (coins * COIN * BigInt(durationMs));

/** An offer in one of its periods. */
export interface Period {
  readonly offer: RentalOffer;
  readonly from: number;
}

/** The periods of all offers that begin while the load lasts. */
export const listPeriods = (
  field: ResourceField,
  { offers }: MixProblem,
  { from, durationMs }: CountedLoad,
): readonly Period[] =>
  offers
    .filter(({ resource, lots }) => resource === resourceNames[field] && lots > 0)
    .flatMap((offer) =>
      Array.from({ length: Math.ceil(durationMs / offer.durationMs) }, (_, index) => ({
        offer,
        from: from + index * offer.durationMs,
      })),
    );

export const createRental = ({ offer, from }: Period, lots: number): Rental => ({
  resource: offer.resource,
  amount: offer.amount * BigInt(lots),
  from,
  until: from + offer.durationMs,
  price: offer.price * BigInt(lots),
});

/** The coins of stake that yield a daily amount, given that they add to the weight; infinity if no stake does. */
export function findCoins(amount: number, { limit, weight }: NetworkResource): number {
  const rest = Number(limit) - amount;
  return rest > 0 ? Math.ceil((amount * Math.max(1, Number(weight))) / rest) + 1 : Number.POSITIVE_INFINITY;
}

/** The first candidate with the lowest total. */
export const cheapest = (candidates: readonly Candidate[]): Candidate | undefined =>
  candidates.reduce<Candidate | undefined>(
    (best, candidate) => (best === undefined || candidate.total < best.total ? candidate : best),
    undefined,
  );
