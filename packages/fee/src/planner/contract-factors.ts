import type { EnergyFactor } from '@coin/units';
import { max } from '../bigint-math.ts';
import { stipends } from '../energy-factor.ts';
import type { Address, ContractEnergyState } from './energy-source.ts';
import type { Estimate } from './estimate.ts';

/** What is known of the factors of the contracts that run. */
export interface ContractFactors {
  /** The state of every contract that runs; empty where factors are unreadable, or were not needed. */
  states: readonly ContractEnergyState[];
  /** The contracts whose factors can't be read, empty where it is not known which contracts run; absent when all can. */
  unreadable?: readonly Address[];
}

export const highestFactor = (states: readonly ContractEnergyState[]): EnergyFactor =>
  max(0n, ...states.map(({ energyFactor }) => energyFactor));

/**
 * Whether a penalty as high as the estimate's is possible under these factors. Where it is not, one of them is of another
 * cycle.
 */
export function canExplainPenalty(states: readonly ContractEnergyState[], estimate: Estimate): boolean {
  const { total = 0n, maxBasicEnergy } = estimate;
  return (total - maxBasicEnergy) * 10_000n <= (maxBasicEnergy + stipends(estimate)) * highestFactor(states);
}
