import { type Energy, type EnergyPrice, type SmallUnits } from '@coin/units';
import { increaseBy } from './bigint-math.ts';
import { computeFrom } from './compute-from.ts';
import { peakAllowance, type ValueCallOptions } from './energy-factor.ts';
import { type Names, requireKnown } from './known-options.ts';
import { ENERGY, requireCoin, requireQuantity } from './require-quantity.ts';

/**
 * The highest fee limit that a network accepts by default, in small units: 15,000 coins.
 *
 * Source: docs/specification.md §8. A network's own value is the chain parameter `getMaxFeeLimit`
 * (docs/protocol/fee-limit.md, "Range"); a fresh private chain has 1,000 coins.
 *
 * @example
 * ```ts
 * import { DEFAULT_MAX_FEE_LIMIT } from '@coin/fee';
 *
 * DEFAULT_MAX_FEE_LIMIT; // => 15_000_000_000n
 * ```
 */
export const DEFAULT_MAX_FEE_LIMIT: SmallUnits = 15_000_000_000n;

/**
 * The fee limit of a transaction that does not set one, in small units: 0, which allows no energy at all.
 *
 * Source: docs/specification.md §8; docs/protocol/fee-limit.md, "Energy limit of a call": not even staked energy can be
 * used.
 *
 * @example
 * ```ts
 * import { DEFAULT_FEE_LIMIT, energyForFeeLimit } from '@coin/fee';
 *
 * energyForFeeLimit({ feeLimit: DEFAULT_FEE_LIMIT, energyPrice: 100n }); // => 0n
 * ```
 */
export const DEFAULT_FEE_LIMIT: SmallUnits = 0n;

/** The options that turn an amount of energy into a fee limit. */
export interface FeeLimitOptions {
  /** The price of one unit of energy in small units, at least 1: the chain parameter `getEnergyFee`. */
  readonly energyPrice: EnergyPrice;
  /** Extra energy, in basis points (1/100 of a percent), in case the call costs more than expected; 0n by default. */
  readonly marginBps?: bigint;
  /** The network's `getMaxFeeLimit` in small units; {@link DEFAULT_MAX_FEE_LIMIT} by default. */
  readonly maxFeeLimit?: SmallUnits;
}

/** The result of {@link clampFeeLimit}. */
export interface ClampedFeeLimit {
  /** The limit to set, in small units: the needed limit, or the maximum if that is lower. */
  readonly feeLimit: SmallUnits;
  /** Whether `feeLimit` covers the energy. */
  readonly sufficient: boolean;
  /** The limit that covers the energy, in small units. */
  readonly needed: SmallUnits;
}

/**
 * The fee limit in small units that covers `energy`, lowered to the network's maximum if necessary.
 *
 * Use it if you have to proceed with the maximum. `sufficient` says whether the limit still covers the energy.
 *
 * Lowering a limit is the caller's choice, because the call may then run out of energy and lose the amount deducted.
 *
 * Source: docs/specification.md §7; docs/protocol/fee-limit.md, "Range".
 *
 * @param options - `energy`, total units including the penalty, at least 0 (see `energyWithFactor` for a basic energy);
 * `valueCalls`, inner calls that carry a value, at most; as many as possible by default; `energyPrice`, small units per
 * unit of energy, at least 1; `marginBps`, at least 0; `maxFeeLimit`, 0 to 2^63 - 1
 * @returns the limit to set, whether it is sufficient, and the limit that is needed
 * @throws FeeError `ARGUMENT_INVALID`
 * @example
 * ```ts
 * import { clampFeeLimit } from '@coin/fee';
 *
 * clampFeeLimit({ energy: 200_000_000n, valueCalls: 0, energyPrice: 100n });
 * // => { feeLimit: 15_000_000_000n, sufficient: false, needed: 20_000_000_000n }
 * ```
 */
export function clampFeeLimit(options: { energy: Energy } & ValueCallOptions & FeeLimitOptions): ClampedFeeLimit {
  return computeFrom('options', options, () => {
    requireKnown(options, estimateNames);
    return clampLimit(options);
  });
}

/** The names of the options that turn a total energy into a limit. */
export const estimateNames: Names<{ energy: Energy } & ValueCallOptions & FeeLimitOptions> = {
  energy: true,
  valueCalls: true,
  energyPrice: true,
  marginBps: true,
  maxFeeLimit: true,
};

/** As {@link clampFeeLimit}, of an object that may have further properties. */
export function clampLimit(options: { energy: Energy } & ValueCallOptions & FeeLimitOptions): ClampedFeeLimit {
  const limit = computeFeeLimit(options);
  requireCoin('needed fee limit', limit.needed);
  return limit;
}

/** As {@link clampLimit}, with a need that may be too large for any limit. */
export function computeFeeLimit(options: { energy: Energy } & ValueCallOptions & FeeLimitOptions): ClampedFeeLimit {
  return computeFrom('options', options, () => {
    const { energy, valueCalls, energyPrice, marginBps = 0n, maxFeeLimit = DEFAULT_MAX_FEE_LIMIT } = options;
    requireQuantity('energy', energy, ENERGY);
    requireCoin('energyPrice', energyPrice, 1n);
    requireQuantity('marginBps', marginBps, { min: 0n, unit: 'basis points' });
    requireCoin('maxFeeLimit', maxFeeLimit);
    const needed = increaseBy(energy + peakAllowance({ basicEnergy: energy, valueCalls }), marginBps) * energyPrice;
    const sufficient = needed <= maxFeeLimit;
    return { feeLimit: sufficient ? needed : maxFeeLimit, sufficient, needed };
  });
}

/**
 * The units of energy that a fee limit allows the caller, rounded down as the node does.
 *
 * The caller's own staked energy counts against it.
 *
 * Source: docs/protocol/fee-limit.md, "Energy limit of a call". The caller's balance and stake can lower it, and a
 * deployer that pays a share can raise it.
 *
 * @param options - `feeLimit` in small units, at least 0; `energyPrice`, small units per unit of energy, at least 1
 * @returns units of energy
 * @throws FeeError `ARGUMENT_INVALID`
 * @example
 * ```ts
 * import { energyForFeeLimit } from '@coin/fee';
 *
 * energyForFeeLimit({ feeLimit: 2_770_499n, energyPrice: 100n }); // => 27_704n
 * ```
 */
export function energyForFeeLimit(options: { feeLimit: SmallUnits; energyPrice: EnergyPrice }): Energy {
  return computeFrom('options', options, () => {
    requireKnown(options, { feeLimit: true, energyPrice: true });
    const { feeLimit, energyPrice } = options;
    requireCoin('feeLimit', feeLimit);
    requireCoin('energyPrice', energyPrice, 1n);
    return feeLimit / energyPrice;
  });
}
