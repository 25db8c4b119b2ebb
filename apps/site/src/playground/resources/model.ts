import { type CheapestMix, cheapestMix, type CurvePoint, type Load, loadCost } from '@coin/fee/resources';
import { type ReportProgress } from '../worker/progress.ts';

/** When the transactions of a day are sent, by the number of hours that they are spread over. */
export const BUSY_HOURS = { day: 24, office: 8, hour: 1 } as const;

export type DayPattern = keyof typeof BUSY_HOURS;

export interface ResourcesInput {
  readonly transactionsPerDay: number;
  readonly energyPerTransaction: number;
  readonly pattern: DayPattern;
  /** The reader's own stake for energy, in coin. */
  readonly stake: number;
  /** The price of a rented unit of energy for a day, in small units. */
  readonly rentalPrice: number;
  /** The yearly return that coin earns elsewhere, in basis points. */
  readonly yearlyBps: number;
}

/** A way to pay for the load, with its costs in small units. */
export interface WayToPay {
  readonly way: 'burn' | 'own-stake' | 'rent' | 'stake' | 'cheapest';
  readonly energyStake: bigint;
  readonly bandwidthStake: bigint;
  readonly burned: bigint;
  readonly rent: bigint;
  readonly stakeCost: bigint;
  readonly total: bigint;
}

export interface ResourceCosts {
  readonly ways: readonly WayToPay[];
  /** The cost of energy at some stakes, with the best rentals beside each. */
  readonly curve: readonly CurvePoint[];
  /** The cost of energy if all of it is burned, in small units. */
  readonly burnedEnergy: bigint;
  /** The cost of energy at the reader's own stake, in small units. */
  readonly own: { readonly stake: bigint; readonly total: bigint };
  readonly yearlyBps: bigint;
}

export const DAYS = 30;
const COIN = 1_000_000n;
const DAY_MS = 86_400_000;
const YEAR_MS = 31_536_000_000n;
/** The bytes of a token transfer. */
const SIZE = 345;
/** The totals of a network as large as the main one. */
const NETWORK = {
  energy: { limit: 180_000_000_000n, weight: 19_000_000_000n },
  bandwidth: { limit: 43_200_000_000n, weight: 26_500_000_000n },
  freeBandwidth: 600,
  prices: { energy: 100n, bandwidth: 1_000n },
};
/** The stake of a rented lot in small units, and the energy that it gives in a day. */
const LOT = 10_000n * COIN;
const LOT_ENERGY = ((LOT / COIN) * NETWORK.energy.limit) / NETWORK.energy.weight;

/** The transactions of 30 days, each day the same. */
function loadOf({ transactionsPerDay, energyPerTransaction, pattern }: ResourcesInput): Load {
  const busy = BUSY_HOURS[pattern];
  const sentBefore = (hour: number) => Math.floor((transactionsPerDay * Math.min(hour, busy)) / busy);
  return {
    kinds: { call: { size: SIZE, energy: BigInt(energyPerTransaction) } },
    transactions: {
      from: 1_767_225_600_000,
      hours: DAYS * 24,
      perHour: Array.from({ length: 24 }, (_, hour) => ({ call: sentBefore(hour + 1) - sentBefore(hour) })),
    },
  };
}

const wayOf = (way: WayToPay['way'], { mix, cost }: CheapestMix): WayToPay => ({
  way,
  energyStake: mix.energyStake,
  bandwidthStake: mix.bandwidthStake,
  ...cost,
});

/** Compares the ways to pay for the energy of a load for 30 days. */
export function compareResources(input: ResourcesInput, report: ReportProgress): ResourceCosts {
  report({ share: 0.1, step: 'Searching for the cheapest mix' });
  const load = loadOf(input);
  const yearlyBps = BigInt(input.yearlyBps);
  const options = { load, network: NETWORK, stakeCostBps: yearlyBps };
  const price = LOT_ENERGY * BigInt(input.rentalPrice);
  const offers = [{ resource: 'ENERGY', amount: LOT, durationMs: DAY_MS, price, lots: 100_000 }] as const;
  const cheapest = cheapestMix({ ...options, offers });
  const staked = cheapestMix(options);
  const rented = cheapestMix({ ...options, offers, maxStake: 0n });

  report({ share: 0.4, step: 'Charging each transaction with your stake' });
  const stake = BigInt(input.stake) * COIN;
  const { burned } = loadCost({ load, network: NETWORK, mix: { energyStake: stake } });
  const stakeCost = (stake * yearlyBps * BigInt(DAYS * DAY_MS)) / (10_000n * YEAR_MS);
  const none = { energyStake: 0n, bandwidthStake: 0n, rent: 0n, stakeCost: 0n };
  return {
    ways: [
      { ...none, way: 'burn', burned: cheapest.burnAll, total: cheapest.burnAll },
      {
        ...none,
        way: 'own-stake',
        energyStake: stake,
        burned: burned.total,
        stakeCost,
        total: burned.total + stakeCost,
      },
      wayOf('rent', rented),
      wayOf('stake', staked),
      wayOf('cheapest', cheapest),
    ],
    curve: cheapest.energyCurve,
    burnedEnergy: staked.energyCurve[0]?.total ?? 0n,
    own: { stake, total: burned.energy + stakeCost },
    yearlyBps,
  };
}
