import { type Energy, type EnergyFactor } from '@coin/units';
import { max } from '../bigint-math.ts';
import { factorAcrossCycle } from '../dynamic-energy.ts';
import { codeDeposit, energyWithFactor, peakAllowance } from '../energy-factor.ts';
import { clampFeeLimit, type ClampedFeeLimit } from '../fee-limit.ts';
import { type ContractFactors, highestFactor } from './contract-factors.ts';
import { type Estimate } from './estimate/estimate.ts';
import { type FeeMethod } from './fee-plan.ts';
import { type Horizon } from './horizon.ts';

/** A fee limit and how it was computed. */
export interface ChosenLimit extends ClampedFeeLimit {
  readonly method: FeeMethod;
  /** The factor that the limit allows for; 0 for an estimate, which includes its penalty. */
  readonly energyFactor: EnergyFactor;
  /** The energy that the limit pays for. */
  readonly energyLimit: Energy;
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
  const method = factors.unreadable === undefined ? preferred : 'max-factor';
  const energyFactor = plannedFactor(method, factors, horizon);
  const energy = energyNeeded(estimate, { method, energyFactor });
  const limit = clampFeeLimit({ ...horizon, energy, valueCalls: 0, marginBps });
  return { ...limit, method, energyFactor, energyLimit: limit.feeLimit / horizon.energyPrice };
}

/** The energy, in units, that the call may need under a factor, by a method. */
export function energyNeeded(
  estimate: Estimate,
  { method, energyFactor }: Pick<ChosenLimit, 'method' | 'energyFactor'>,
): Energy {
  const { total = 0n, searched, maxBasicEnergy: basicEnergy, codeSize, valueCalls } = estimate;
  const peak = peakAllowance({ basicEnergy, deposit: codeDeposit(codeSize), valueCalls });
  const needed = searched === undefined ? total + peak : max(searched, total);
  // Never below the estimate itself, whatever the method.
  return method === 'estimate' ? needed : max(needed, energyWithFactor({ ...estimate, basicEnergy, energyFactor }));
}

function plannedFactor(method: FeeMethod, { states }: ContractFactors, horizon: Horizon): EnergyFactor {
  if (method === 'max-factor') return horizon.maxFactor;
  if (method === 'energy-factor') return highestFactor(states);
  if (method === 'estimate') return 0n;
  return factorAcrossCycle({ ...horizon, contracts: states, cycles: horizon.maintenances });
}
