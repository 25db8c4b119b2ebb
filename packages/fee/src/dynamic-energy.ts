import { type Energy, type EnergyFactor, type SmallUnits } from '@coin/units';
import { ENERGY, TEN_THOUSANDTHS, bigintArgument, integerArgument } from './argument-checks.ts';
import { max, min } from './bigint-math.ts';
import { type BasicEnergyOptions } from './energy-factor.ts';
import { feeLimitFromEnergyFactor, type FeeLimitOptions } from './fee-limit.ts';

/** The network's parameters of the dynamic energy model. */
export interface DynamicEnergyRules {
  /** The energy that a contract may use in a cycle before its factor increases: `getDynamicEnergyThreshold`. */
  readonly threshold: Energy;
  /** The rate at which factors change, in ten-thousandths, 0 to 10,000: `getDynamicEnergyIncreaseFactor`. */
  readonly increaseFactor: EnergyFactor;
  /** The highest factor, in ten-thousandths: `getDynamicEnergyMaxFactor`. */
  readonly maxFactor: EnergyFactor;
}

/** A contract's state in the model, as `getcontractinfo` returns it. */
export interface ContractFactorState {
  /** The factor of the present cycle, in ten-thousandths. */
  readonly energyFactor: EnergyFactor;
  /** Energy used so far in the present cycle, without penalties; 0 by default. */
  readonly energyUsage?: Energy;
  /**
   * The number of the cycle that the state belongs to; by default any but the first. The state of cycle 0 is discarded
   * at the first maintenance.
   */
  readonly updateCycle?: number;
}

/** The rules by which a factor changes at most; they may include the threshold, which does not matter here. */
export type AcrossCycleRules = Omit<DynamicEnergyRules, 'threshold'> & Partial<Pick<DynamicEnergyRules, 'threshold'>>;

type FactorChangeRules = Omit<DynamicEnergyRules, 'threshold'>;

/** Checks everything that a change of the factor depends on; returns the number of cycles. */
function requireCycles(options: { energyFactor: EnergyFactor; cycles?: number } & FactorChangeRules): number {
  bigintArgument('energyFactor', options.energyFactor, TEN_THOUSANDTHS);
  bigintArgument('increaseFactor', options.increaseFactor, { min: 0n, max: 10_000n, unit: 'ten-thousandths' });
  bigintArgument('maxFactor', options.maxFactor, TEN_THOUSANDTHS);
  return integerArgument('cycles', options.cycles ?? 1, { min: 1, unit: 'cycles' });
}

// The node multiplies IEEE doubles and truncates; Number arithmetic is the same, operation by operation.
const scale = (factor: EnergyFactor, by: number): EnergyFactor =>
  BigInt(Math.trunc(Number(factor + 10_000n) * by)) - 10_000n;

const increase = (factor: EnergyFactor, { increaseFactor, maxFactor }: FactorChangeRules): EnergyFactor =>
  min(scale(factor, 1 + Number(increaseFactor) / 10_000), maxFactor);

const decrease = (factor: EnergyFactor, { increaseFactor }: FactorChangeRules, cycles: number): EnergyFactor =>
  max(scale(factor, (1 - Number(increaseFactor) / 4 / 10_000) ** cycles), 0n);

/**
 * The energy factor of a contract that is next used `cycles` maintenances later, in ten-thousandths.
 *
 * It is computed exactly as by the node. The factor increases if the usage in the present cycle is above the threshold,
 * then decreases by a quarter of the increase for every further cycle.
 *
 * This is a prediction from the usage so far. Others may still use enough before the maintenance to exceed the
 * threshold. For a bound see {@link highestFactorNextCycle}.
 *
 * Source: docs/protocol/dynamic-energy.md, "State and catch-up": IEEE doubles, truncated.
 *
 * @param options - the contract's `energyFactor`, `energyUsage` and `updateCycle`; the network's `threshold`,
 * `increaseFactor` (0 to 10,000) and `maxFactor`; `cycles`, maintenances until it is next used, at least 1, 1 by
 * default
 * @returns ten-thousandths
 * @throws FeeError `ARGUMENT_INVALID`
 * @example
 * ```ts
 * import { nextEnergyFactor } from '@coin/fee';
 *
 * const rules = { threshold: 5_000_000_000n, increaseFactor: 2_000n, maxFactor: 34_000n };
 * nextEnergyFactor({ energyFactor: 2_000n, energyUsage: 6_000_000_000n, ...rules }); // => 4_400n
 * nextEnergyFactor({ energyFactor: 2_000n, energyUsage: 100n, ...rules }); // => 1_400n
 * nextEnergyFactor({ energyFactor: 34_000n, energyUsage: 0n, ...rules, cycles: 4 }); // => 25_838n
 * ```
 */
export function nextEnergyFactor(
  options: ContractFactorState & DynamicEnergyRules & { cycles?: number },
): EnergyFactor {
  const { energyFactor, energyUsage = 0n, updateCycle, threshold } = options;
  const cycles = requireCycles(options);
  bigintArgument('energyUsage', energyUsage, ENERGY);
  bigintArgument('threshold', threshold, ENERGY);
  if (updateCycle === 0) return 0n;
  const increases = energyUsage > threshold;
  const factor = increases ? increase(energyFactor, options) : energyFactor;
  const idleCycles = increases ? cycles - 1 : cycles;
  return decrease(factor, options, idleCycles);
}

/**
 * The highest energy factor that a contract can have after the next maintenance, in ten-thousandths.
 *
 * It holds for any usage until then. Usage only grows within a cycle, so any usage may still exceed the threshold. A
 * factor above a lowered maximum may stay above it while it decreases.
 *
 * Source: docs/protocol/dynamic-energy.md, "State and catch-up".
 *
 * @param options - the contract's `energyFactor` and `updateCycle`; the network's `increaseFactor` (0 to 10,000) and
 * `maxFactor`; `cycles`, how many maintenances may pass, at least 1, 1 by default
 * @returns ten-thousandths
 * @throws FeeError `ARGUMENT_INVALID`
 * @example
 * ```ts
 * import { highestFactorNextCycle } from '@coin/fee';
 *
 * const rules = { increaseFactor: 2_000n, maxFactor: 34_000n };
 * highestFactorNextCycle({ energyFactor: 3_400n, ...rules }); // => 6_080n
 * highestFactorNextCycle({ energyFactor: 32_996n, ...rules }); // => 34_000n
 * ```
 */
export function highestFactorNextCycle(
  options: ContractFactorState & AcrossCycleRules & { cycles?: number },
): EnergyFactor {
  const { energyFactor, updateCycle } = options;
  const cycles = requireCycles(options);
  // The first maintenance discards the state of cycle 0, so it cannot increase the factor.
  const [start, increases] = updateCycle === 0 ? [0n, cycles - 1] : [energyFactor, cycles];
  let highest: EnergyFactor = start;
  for (let cycle = 0; cycle < increases; cycle++) {
    const previous = highest;
    highest = increase(previous, options);
    if (highest === previous) break;
  }
  return max(highest, decrease(start, options, cycles));
}

/** The contracts that a call runs through, and the maintenances that may pass before it lands. */
export interface AcrossCycleOptions extends AcrossCycleRules {
  /** The factor and update cycle of each contract that runs. */
  readonly contracts: readonly ContractFactorState[];
  /** The number of maintenances that may pass, at least 1; 1 by default. */
  readonly cycles?: number;
}

/** The highest factor that any of the contracts has now or can have by then. */
export const factorAcrossCycle = ({
  contracts,
  increaseFactor,
  maxFactor,
  cycles = 1,
}: AcrossCycleOptions): EnergyFactor =>
  max(
    0n,
    // The network's parameters last, so nothing that a contract's state carries along can replace them.
    ...contracts.flatMap((contract) => [
      contract.energyFactor,
      highestFactorNextCycle({ ...contract, increaseFactor, maxFactor, cycles }),
    ]),
  );

/**
 * The fee limit in small units that holds whether the transaction lands before or after the next maintenance: the
 * tightest one for which that is certain, from the contracts' present factors.
 *
 * One factor must cover every contract that runs: the highest that any of them has now or can have by then. For a call
 * that certainly lands in this cycle, the estimate is tighter; the maximum factor is only tighter if it was lowered.
 *
 * This is an upper bound, not a prediction, because usage by others decides whether a factor increases.
 *
 * Source: docs/protocol/dynamic-energy.md, "Arithmetic of each instruction", for calls through several contracts.
 *
 * @param options - `basicEnergy`, units without the penalty, at least 0; `contracts`, the factor and update cycle of
 * each contract that runs; `increaseFactor` (0 to 10,000) and `maxFactor`, in ten-thousandths; `cycles`, how many
 * maintenances may pass, at least 1, 1 by default; `energyPrice`, small units per unit of energy, at least 1 (the
 * higher price, if a change is decided); `codeSize`, bytes of code that a deployment stores; `valueCalls`, inner calls
 * that carry a value, at most; by default those among `internalTransactions`, or else as many as possible; `marginBps`, at
 * least 0; `maxFeeLimit`, small units
 * @returns small units, a multiple of the energy price
 * @throws FeeError `FEE_LIMIT_TOO_HIGH` above the maximum, `ARGUMENT_INVALID`
 * @example
 * ```ts
 * import { feeLimitAcrossCycle } from '@coin/fee';
 *
 * feeLimitAcrossCycle({
 *   basicEnergy: 27_704n,
 *   valueCalls: 0,
 *   contracts: [{ energyFactor: 3_400n }],
 *   increaseFactor: 2_000n,
 *   maxFactor: 34_000n,
 *   energyPrice: 100n,
 * }); // => 4_454_900n
 * ```
 */
export function feeLimitAcrossCycle(options: BasicEnergyOptions & FeeLimitOptions & AcrossCycleOptions): SmallUnits {
  return feeLimitFromEnergyFactor({ ...options, energyFactor: factorAcrossCycle(options) });
}
