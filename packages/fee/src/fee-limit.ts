import { type Energy, type EnergyFactor, type EnergyPrice, type SmallUnits } from '@coin/units';
import { ENERGY, bigintArgument, coinArgument } from './argument-checks.ts';
import { increaseBy } from './bigint-math.ts';
import {
  type BasicEnergyOptions,
  countValueCalls,
  energyWithFactor,
  peakAllowance,
  type ValueCallOptions,
} from './energy-factor.ts';
import { FeeError } from './errors.ts';

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

/** An estimate of the total energy, such as the answer of `estimateEnergy` of `@coin/rpc`. */
export interface EstimateOptions extends ValueCallOptions {
  /** Total units, including the penalty, at least 0. */
  readonly energy: Energy;
  /** `search` if the node searched for the energy (`estimateenergy`), which includes that of inner calls with a value. */
  readonly kind?: 'search' | 'simulation';
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
 * `valueCalls`, `internalTransactions` and `kind` as in {@link feeLimitFromEstimate}; `energyPrice`, small units per unit
 * of energy, at least 1; `marginBps`, at least 0; `maxFeeLimit`, 0 to 2^63 - 1
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
export function clampFeeLimit(options: EstimateOptions & FeeLimitOptions): ClampedFeeLimit {
  const limit = computeFeeLimit(options);
  coinArgument('needed fee limit', limit.needed);
  return limit;
}

/** As {@link clampFeeLimit}, with a need that may be too large for any limit. */
function computeFeeLimit(options: EstimateOptions & FeeLimitOptions): ClampedFeeLimit {
  const { energy, kind, energyPrice, marginBps = 0n, maxFeeLimit = DEFAULT_MAX_FEE_LIMIT } = options;
  bigintArgument('energy', energy, ENERGY);
  coinArgument('energyPrice', energyPrice, 1n);
  bigintArgument('marginBps', marginBps, { min: 0n, unit: 'basis points' });
  coinArgument('maxFeeLimit', maxFeeLimit);
  const valueCalls = countValueCalls(options) ?? (kind === 'search' ? 0 : undefined);
  const needed = increaseBy(energy + peakAllowance({ basicEnergy: energy, valueCalls }), marginBps) * energyPrice;
  const sufficient = needed <= maxFeeLimit;
  return { feeLimit: sufficient ? needed : maxFeeLimit, sufficient, needed };
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
  const { feeLimit, energyPrice } = options;
  coinArgument('feeLimit', feeLimit);
  coinArgument('energyPrice', energyPrice, 1n);
  return feeLimit / energyPrice;
}

/**
 * The fee limit in small units from an estimate of the total energy made just before: the most precise method.
 *
 * It suffices at the same state and in the same maintenance cycle, however many contracts the call runs through. A call
 * whose inner calls carry coin or tokens temporarily needs more than it uses, up to 2,300 units however many they are.
 * The answer of an estimate says whether there are any: pass it as it is, and the limit equals what the call needs. With
 * the energy alone, the limit has 2,300 units more, unless you pass `valueCalls: 0`.
 *
 * It does not hold across a maintenance, where factors change; see `feeLimitAcrossCycle`. For a deployment, the estimate
 * of the constant call includes the code deposit, so nothing has to be added.
 *
 * Source: docs/specification.md §8, fee-limit methods: estimated total energy * EnergyPrice;
 * docs/protocol/fee-limit.md, "Energy that a call needs".
 *
 * @param options - `energy`, total units including the penalty, at least 0 (`energy_used` or `energy_required`);
 * `valueCalls`, inner calls that carry a value, at most; by default those among `internalTransactions`, none if `kind` is
 * `search`, or else as many as possible; `energyPrice`, small units per unit of energy, at least 1; `marginBps`, extra
 * energy in basis points, at least 0; `maxFeeLimit`, the network's maximum in small units, 15,000 coins by default
 * @returns small units, a multiple of the energy price
 * @throws FeeError `FEE_LIMIT_TOO_HIGH` above the maximum, `ARGUMENT_INVALID` (a zero price, a
 * negative value)
 * @example
 * ```ts
 * import { feeLimitFromEstimate } from '@coin/fee';
 *
 * feeLimitFromEstimate({ energy: 27_704n, energyPrice: 100n }); // => 3_000_400n
 * feeLimitFromEstimate({ energy: 27_704n, valueCalls: 0, energyPrice: 100n }); // => 2_770_400n
 * feeLimitFromEstimate({ energy: 27_704n, valueCalls: 0, energyPrice: 100n, marginBps: 1_000n }); // => 3_047_500n
 * const estimate = { kind: 'search', energy: 27_704n } as const; // await estimateEnergy(client, call)
 * feeLimitFromEstimate({ ...estimate, energyPrice: 100n }); // => 2_770_400n
 * feeLimitFromEstimate({ energy: 27_704n, energyPrice: 0n }); // throws ARGUMENT_INVALID
 * ```
 */
export function feeLimitFromEstimate(options: EstimateOptions & FeeLimitOptions): SmallUnits {
  const { feeLimit, sufficient, needed } = computeFeeLimit(options);
  if (!sufficient) throw new FeeError('FEE_LIMIT_TOO_HIGH', { needed, max: feeLimit });
  return feeLimit;
}

/**
 * The fee limit in small units from a basic energy and a contract's energy factor, fetched once per maintenance cycle.
 *
 * Precise: never below what one contract under this factor needs, and above it only by the rounding of penalties (less
 * than one unit per instruction), by a penalty on what has none (precompiled contracts, code deposits), and by what it
 * allows for inner calls with coin or tokens unless `valueCalls` says how many there can be. For a call through several
 * contracts, pass the highest factor of all of them, or use {@link feeLimitFromMaxFactor}. For a deployment, pass
 * `codeSize` and the highest factor of the contracts that the constructor calls, 0 if it calls none.
 *
 * Source: docs/specification.md §8, fee-limit methods: estimated basic energy * (1 + energy_factor) * EnergyPrice;
 * docs/protocol/dynamic-energy.md, "Arithmetic of each instruction".
 *
 * @param options - `basicEnergy`, units without the penalty, at least 0; `energyFactor`, ten-thousandths, at least 0;
 * `energyPrice`, small units per unit of energy, at least 1; `codeSize`, bytes of code that a deployment stores;
 * `valueCalls`, inner calls that carry a value, at most; by default those among `internalTransactions`, or else as many
 * as possible; `marginBps`, extra energy in
 * basis points, at least 0; `maxFeeLimit`, the network's maximum in small units, 15,000 coins by default
 * @returns small units, a multiple of the energy price
 * @throws FeeError `FEE_LIMIT_TOO_HIGH` above the maximum, `ARGUMENT_INVALID` (a zero price, a
 * negative value)
 * @example
 * ```ts
 * import { feeLimitFromEnergyFactor, parseEnergyFactor } from '@coin/fee';
 *
 * const limit = { basicEnergy: 27_704n, energyFactor: parseEnergyFactor('0.34'), energyPrice: 100n };
 * feeLimitFromEnergyFactor(limit); // => 4_255_200n
 * feeLimitFromEnergyFactor({ ...limit, valueCalls: 0 }); // => 3_712_400n
 * ```
 */
export function feeLimitFromEnergyFactor(
  options: BasicEnergyOptions & { energyFactor: EnergyFactor } & FeeLimitOptions,
): SmallUnits {
  return feeLimitFromEstimate({ ...options, energy: energyWithFactor(options), valueCalls: 0 });
}

/**
 * The fee limit in small units from a basic energy and the highest factor that the network allows: the simplest method.
 *
 * It holds for a call through any contracts and across maintenances, as long as `getDynamicEnergyMaxFactor` does not
 * change; it may exceed the actual cost by up to that factor. For a deployment, pass `codeSize`: the deposit is not
 * multiplied.
 *
 * Source: docs/specification.md §8, fee-limit methods: estimated basic energy * (1 + max_factor) * EnergyPrice.
 *
 * @param options - `basicEnergy`, units without the penalty, at least 0; `maxFactor`, ten-thousandths, at least 0;
 * `energyPrice`, small units per unit of energy, at least 1; `codeSize`, bytes of code that a deployment stores;
 * `valueCalls`, inner calls that carry a value, at most; by default those among `internalTransactions`, or else as many
 * as possible; `marginBps`, extra energy in
 * basis points, at least 0; `maxFeeLimit`, the network's maximum in small units, 15,000 coins by default
 * @returns small units, a multiple of the energy price
 * @throws FeeError `FEE_LIMIT_TOO_HIGH` above the maximum, `ARGUMENT_INVALID` (a zero price, a
 * negative value)
 * @example
 * ```ts
 * import { feeLimitFromMaxFactor } from '@coin/fee';
 *
 * const limit = { basicEnergy: 27_704n, maxFactor: 34_000n, energyPrice: 100n };
 * feeLimitFromMaxFactor(limit); // => 15_547_800n
 * feeLimitFromMaxFactor({ ...limit, valueCalls: 0 }); // => 12_189_800n
 * ```
 */
export function feeLimitFromMaxFactor(
  options: BasicEnergyOptions & { maxFactor: EnergyFactor } & FeeLimitOptions,
): SmallUnits {
  return feeLimitFromEnergyFactor({ ...options, energyFactor: options.maxFactor });
}
