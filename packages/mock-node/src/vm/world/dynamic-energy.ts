import { type ContractEnergyState } from './world-state.ts';

/** Parameters of the dynamic energy model. Source: docs/protocol/dynamic-energy.md. */
export interface DynamicEnergyRules {
  /** Energy that a contract may use in a cycle before its factor increases. */
  readonly threshold: bigint;
  /** Increase after a cycle above the threshold, in ten-thousandths, 0 to 10,000. */
  readonly increaseFactor: bigint;
  /** Maximum factor in ten-thousandths, 0 to 100,000. */
  readonly maxFactor: bigint;
}

/** A factor of 100 % on the node's scale. */
export const FACTOR_PRECISION = 10_000;
const DECREASE_DIVISION = 4;

/**
 * Advances a contract's energy state to a cycle. The factor increases once if usage was above the threshold, then
 * decreases for every cycle since.
 *
 * Source: docs/protocol/dynamic-energy.md.
 *
 * @param state - the stored state; undefined for a contract that has never run under the model
 * @param cycle - the current maintenance cycle, 0 or more
 * @returns the state in that cycle; the same object if it is already current.
 */
export function catchUpEnergyState(
  state: ContractEnergyState | undefined,
  cycle: bigint,
  rules: DynamicEnergyRules,
): ContractEnergyState {
  if (state?.updateCycle === cycle) return state;
  if (state === undefined || state.updateCycle > cycle || state.updateCycle === 0n) {
    return { energyUsage: 0n, energyFactor: 0n, updateCycle: cycle };
  }
  // The node computes in IEEE doubles and truncates. JavaScript engines round the last bit of a power differently, but
  // no truncated factor was found to depend on it.
  const increase = Number(rules.increaseFactor) / FACTOR_PRECISION;
  let { updateCycle } = state;
  let factor = Number(state.energyFactor);
  if (state.energyUsage > rules.threshold) {
    updateCycle += 1n;
    const withAddedUsage = Math.trunc((factor + FACTOR_PRECISION) * (1 + increase)) - FACTOR_PRECISION;
    factor = Math.min(Number(rules.maxFactor), withAddedUsage);
  }
  const idle = Number(cycle - updateCycle);
  if (idle > 0) {
    const decrease = Math.pow(1 - Number(rules.increaseFactor) / DECREASE_DIVISION / FACTOR_PRECISION, idle);
    factor = Math.max(0, Math.trunc((factor + FACTOR_PRECISION) * decrease) - FACTOR_PRECISION);
  }
  return { energyUsage: 0n, energyFactor: BigInt(factor), updateCycle: cycle };
}
