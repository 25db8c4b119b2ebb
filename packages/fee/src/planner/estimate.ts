import type { Energy } from '@coin/units';
import { basicEnergy } from '../energy-factor.ts';

import type { EnergyStats } from './energy-history.ts';
import type { Address, ContractCall, Simulation } from './energy-source.ts';
import { validateSimulation } from './validate-answers.ts';

/** What is known of a call's energy, from a simulation or from history. */
export interface Estimate {
  source: Simulation['source'] | 'history';
  /** Total energy at the head block, penalty included; history has none. */
  total?: Energy;
  /** Basic energy as it is likely, where it is known. */
  basicEnergy: Energy | undefined;
  /** A bound of the basic energy, for the limit: `total` without penalty, as far as the source says which that is. */
  maxBasicEnergy: Energy;
  /** The contracts that run; undefined when they can't be seen. */
  touched: readonly Address[] | undefined;
  codeSize?: number;
  /** Inner calls with a value; history has counted them in. */
  valueCalls?: number;
}

/**
 * An estimate from a simulation. `estimateenergy` does not say which part is penalty: then the total bounds the basic
 * energy.
 */
export function estimateFromSimulation(call: ContractCall, simulation: Simulation): Estimate {
  const { energy: total, penalty, touched, ...others } = validateSimulation(simulation);
  const constantCall = others.source === 'triggerconstantcontract';
  const maxBasicEnergy = basicEnergy(simulation);
  const penaltyKnown = constantCall || penalty !== undefined;
  // A constant call lists what ran: of a deployment that may be nothing, of a call at least the called contract.
  const touchedKnown = touched.length > 0 || (constantCall && call.contract === undefined);
  return {
    ...others,
    total,
    basicEnergy: penaltyKnown ? maxBasicEnergy : undefined,
    maxBasicEnergy,
    touched: touchedKnown ? touched : undefined,
  };
}

/** An estimate from history: the highest seen for the limit, the median as what is likely. */
export const estimateFromHistory = ({ median, max, touched }: EnergyStats): Estimate => ({
  source: 'history',
  basicEnergy: median,
  maxBasicEnergy: max,
  touched: touched.length > 0 ? touched : undefined,
});

/** Whether an error says that no estimate can be had now, and not that the call itself fails. */
export function isEstimateUnavailable(error: unknown): boolean {
  const { retryable, code }: { retryable?: unknown; code?: unknown } = error ?? {};
  return retryable === true || code === 'NOT_SUPPORTED';
}
