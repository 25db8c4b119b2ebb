import { type SmallUnits } from '@coin/units';
import { type ResourceMix } from '../load.ts';
import { type StakedResourceName } from '../resource-ledger.ts';

/** Stake that others rent out: lots, each delegated for a time. */
export interface RentalOffer {
  readonly resource: StakedResourceName;
  /** The stake of a lot, in small units. */
  readonly amount: SmallUnits;
  /** The time for which a lot is delegated, in milliseconds. */
  readonly durationMs: number;
  /** The price of a lot for that time, in small units. */
  readonly price: SmallUnits;
  /** The number of lots available at the same time. */
  readonly lots: number;
}

/** The cost of a mix, in small units. */
export interface MixCost {
  readonly burned: SmallUnits;
  readonly rent: SmallUnits;
  /** The return that the stake could have earned elsewhere meanwhile, less voting rewards. */
  readonly stakeCost: SmallUnits;
  readonly total: SmallUnits;
}

/** The total cost at one stake, with the best rentals beside it. */
export interface CurvePoint {
  readonly stake: SmallUnits;
  readonly total: SmallUnits;
  /**
   * The yearly cost of stake, in basis points, at which this stake costs as much as none: below it, this stake is
   * cheaper than none. Absent for no stake.
   */
  readonly breakEvenBps?: bigint;
}

/** The cheapest mix of a load. */
export interface CheapestMix {
  /** Whole coins of stake, and rentals; what `loadCost` takes. */
  readonly mix: Required<ResourceMix>;
  readonly cost: MixCost;
  /** The cost without any stake or rental. */
  readonly burnAll: SmallUnits;
  /**
   * `exact`: all mixes of whole coins and lots were compared to the unit. `approximate`: the load is too large for
   * that, and a flow was searched. The cost is to the unit for up to 2,000 transactions.
   */
  readonly method: 'exact' | 'approximate';
  /** The cost of energy at some stakes for it, from no stake to more than is needed. */
  readonly energyCurve: readonly CurvePoint[];
  /** The cost of bandwidth and new accounts at some stakes for bandwidth. */
  readonly bandwidthCurve: readonly CurvePoint[];
}
