import type { EnergyFactor } from '@coin/units';
import { max } from '../bigint-math.ts';
import { factorAcrossCycle } from '../dynamic-energy.ts';
import { energyWithFactor, stipends } from '../energy-factor.ts';
import { type ClampedFeeLimit, clampFeeLimit } from '../limits.ts';
import { type ContractFactors, highestFactor } from './contract-factors.ts';
import type { Estimate } from './estimate.ts';
import type { FeeMethod } from './fee-plan.ts';
import type { Horizon } from './horizon.ts';

/** A fee limit and how it was computed. */
export interface ChosenLimit extends ClampedFeeLimit {
  method: FeeMethod;
  /** The factor that the limit allows for; 0 for an estimate, which includes its penalty. */
  energyFactor: EnergyFactor;
}

/** Whether a limit by this method still holds after a maintenance. */
export const holdsAcrossMaintenance = (method: FeeMethod | 'auto'): boolean =>
  method === 'across-cycle' || method === 'max-factor';

/**
 * The method to plan by: the requested one, or the tightest one that is safe for the horizon if 'auto' is requested, or
 * 'estimate' without an estimate.
 */
export function preferredMethod(requested: FeeMethod | 'auto', estimate: Estimate, horizon: Horizon): FeeMethod {
  const estimateUnavailable = requested === 'estimate' && estimate.total === undefined;
  if (requested !== 'auto' && !estimateUnavailable) return requested;
  if (horizon.maintenances > 0) return 'across-cycle';
  return estimate.total === undefined ? 'energy-factor' : 'estimate';
}

/** Whether a limit by this method, or the energy to expect, depends on the contracts' present factors. */
export const needsFactors = (method: FeeMethod, estimate: Estimate): boolean =>
  method === 'energy-factor' || method === 'across-cycle' || estimate.total === undefined;

/** The limit by the preferred method, or by 'max-factor' if that needs factors that are unreadable. */
export function chooseLimit(inputs: {
  preferred: FeeMethod;
  estimate: Estimate;
  factors: ContractFactors;
  horizon: Horizon;
  marginBps: bigint;
}): ChosenLimit {
  const { preferred, estimate, factors, horizon, marginBps } = inputs;
  const { energyPrice, maxFeeLimit } = horizon;
  const method = factors.unreadable === undefined ? preferred : 'max-factor';
  const energyFactor = plannedFactor(method, factors, horizon);
  const { total = 0n, maxBasicEnergy: basicEnergy } = estimate;
  // Never below the estimate itself, whatever the method.
  const energy = max(total + stipends(estimate), energyWithFactor({ ...estimate, basicEnergy, energyFactor }));
  return { method, energyFactor, ...clampFeeLimit({ energy, energyPrice, marginBps, maxFeeLimit }) };
}

function plannedFactor(method: FeeMethod, { states }: ContractFactors, horizon: Horizon): EnergyFactor {
  switch (method) {
    case 'estimate':
      return 0n;
    case 'energy-factor':
      return highestFactor(states);
    case 'across-cycle':
      return factorAcrossCycle({ ...horizon, contracts: states, cycles: horizon.maintenances });
    case 'max-factor':
      return horizon.maxFactor;
  }
}
