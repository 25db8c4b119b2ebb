import { type Energy, type EnergyFactor, type SmallUnits } from '@coin/units';
import { computeFrom } from './compute-from.ts';
import { applyFactor, type BasicEnergyOptions, type ValueCallOptions } from './energy-factor.ts';
import { FeeError } from './errors.ts';
import { type Names, requireKnown } from './known-options.ts';
import { computeFeeLimit, estimateNames, type FeeLimitOptions } from './limits.ts';

/**
 * The fee limit in small units from an estimate of the total energy made just before: the most precise method.
 *
 * It suffices at the same state and in the same maintenance cycle, however many contracts the call runs through. A call
 * whose inner calls carry coin or tokens temporarily needs more than it uses, up to 2,300 units however many they are;
 * the limit has that much more unless you pass `valueCalls: 0`, and then it equals what the call needs. It does not
 * hold across a maintenance, where factors change; see `feeLimitAcrossCycle`. For a deployment, the estimate of the
 * constant call includes the code deposit, so nothing has to be added.
 *
 * Source: docs/specification.md §8, fee-limit methods: estimated total energy * EnergyPrice;
 * docs/protocol/fee-limit.md, "Energy that a call needs".
 *
 * @param options - `energy`, total units including the penalty, at least 0 (`energy_used` or `energy_required`);
 * `valueCalls`, inner calls that carry a value, at most; as many as possible by default (pass 0 for `energy_required`,
 * which includes them); `energyPrice`, small units per unit of energy, at least 1; `marginBps`, extra energy in basis
 * points, at least 0; `maxFeeLimit`, the network's maximum in small units, 15,000 coins by default
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
 * feeLimitFromEstimate({ energy: 27_704n, energyPrice: 0n }); // throws ARGUMENT_INVALID
 * ```
 */
export function feeLimitFromEstimate(options: { energy: Energy } & ValueCallOptions & FeeLimitOptions): SmallUnits {
  return computeFrom('options', options, () => {
    requireKnown(options, estimateNames);
    return limitFor(options);
  });
}

/** The names of the options that turn a basic energy into a limit. */
const basicNames: Names<BasicEnergyOptions & FeeLimitOptions> = {
  basicEnergy: true,
  codeSize: true,
  valueCalls: true,
  energyPrice: true,
  marginBps: true,
  maxFeeLimit: true,
};

function limitFor(options: { energy: Energy } & ValueCallOptions & FeeLimitOptions): SmallUnits {
  const { feeLimit, sufficient, needed } = computeFeeLimit(options);
  if (!sufficient) throw new FeeError('FEE_LIMIT_TOO_HIGH', { needed, max: feeLimit });
  return feeLimit;
}

/** As {@link feeLimitFromEnergyFactor}, of an object that may have further properties. */
export const limitWithFactor = (
  options: BasicEnergyOptions & { energyFactor: EnergyFactor } & FeeLimitOptions,
): SmallUnits => limitFor({ ...options, energy: applyFactor(options), valueCalls: 0 });

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
 * `valueCalls`, inner calls that carry a value, at most; as many as possible by default; `marginBps`, extra energy in
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
  return computeFrom('options', options, () => {
    requireKnown(options, { ...basicNames, energyFactor: true });
    return limitWithFactor(options);
  });
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
 * `valueCalls`, inner calls that carry a value, at most; as many as possible by default; `marginBps`, extra energy in
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
  return computeFrom('options', options, () => {
    requireKnown(options, { ...basicNames, maxFactor: true });
    return limitWithFactor({ ...options, energyFactor: options.maxFactor });
  });
}
