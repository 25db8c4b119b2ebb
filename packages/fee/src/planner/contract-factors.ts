import { type EnergyFactor, type Address, type ContractEnergyState } from '@coin/units';
import { max } from '../bigint-math.ts';
import { codeDeposit, stipends } from '../energy-factor.ts';
import { type Estimate } from './estimate/estimate.ts';

/** The known factors of the contracts that run. */
export interface ContractFactors {
  /** The state of every contract that runs; empty if factors are unreadable or not needed. */
  readonly states: readonly ContractEnergyState[];
  /**
   * The contracts whose factors cannot be read, an empty list if the contracts are unknown; absent if all can be read.
   */
  readonly unreadable?: readonly Address[];
}

export const highestFactor = (states: readonly ContractEnergyState[]): EnergyFactor =>
  max(0n, ...states.map(({ energyFactor }) => energyFactor));

/**
 * Whether these factors allow a penalty as high as the estimate's. If they do not, one of them belongs to another
 * cycle.
 */
export function canExplainPenalty(states: readonly ContractEnergyState[], estimate: Estimate): boolean {
  const { total = 0n, maxBasicEnergy, basicEnergy = maxBasicEnergy, codeSize, valueCalls } = estimate;
  const granted = stipends({ basicEnergy, deposit: codeDeposit(codeSize), valueCalls });
  return (total - basicEnergy) * 10_000n <= (basicEnergy + granted) * highestFactor(states);
}
