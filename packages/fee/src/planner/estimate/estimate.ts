import { type Energy, type Address, type ContractCall, type Simulation } from '@coin/units';
import { basicEnergy } from '../../energy-factor.ts';
import { type EnergyStats } from './energy-history.ts';

/**
 * The additional energy of setting a storage word that was zero: 20,000 instead of the 5,000 of changing another one. A
 * new token holder's balance was zero.
 */
export const NEW_WORD_ENERGY: Energy = 15_000n;

/** The energy of a call, from a simulation or from history. */
export interface Estimate {
  readonly kind: Simulation['kind'] | 'history';
  /** The total energy at the head block, including the penalty; unknown from history. */
  readonly total?: Energy;
  /** The expected basic energy, if it is known. */
  readonly basicEnergy: Energy | undefined;
  /**
   * An upper bound of the basic energy, for the limit: `total` without the penalty, if the source reports the penalty.
   */
  readonly maxBasicEnergy: Energy;
  /** The contracts that run; undefined if they are unknown. */
  readonly touched: readonly Address[] | undefined;
  readonly codeSize?: number;
  /**
   * The need that the node's search found, including the penalty; set only if the need depends on the energy given.
   */
  readonly searched?: Energy;
  /** Set if the need may depend on the energy given, with what certainly suffices if the node could search for it. */
  readonly mayDependOnEnergy?: { readonly suffices?: Energy };
  /** Whether code may give an inner call an amount of energy that no longer suffices under another factor. */
  readonly fixesInnerEnergy?: boolean;
  /** Whether code may ask what an account has left of a resource. */
  readonly readsResources?: boolean;
  /** The most inner calls with a value; absent if there may be as many as the energy has room for. */
  readonly valueCalls?: number;
}

/**
 * The estimate from a simulation; `valueCalls`, if given, is the most inner calls with a value that there can be.
 * A search does not report which part is penalty, so its total is the upper bound of the basic energy.
 */
export function estimateFromSimulation(call: ContractCall, simulation: Simulation): Estimate {
  const { kind, energy: total, energyPenalty, touched, codeSize, hiddenValueCalls, valueCalls } = simulation;
  const constantCall = kind === 'simulation';
  const maxBasicEnergy = basicEnergy(simulation);
  const penaltyKnown = constantCall || energyPenalty !== undefined;
  // A constant call lists the contracts that ran: at least the called one, or possibly none for a deployment.
  const touchedKnown = touched.length > 0 || (constantCall && call.contract === undefined);
  return {
    kind,
    ...(codeSize !== undefined && { codeSize }),
    ...(valueCalls !== undefined && hiddenValueCalls !== undefined && { valueCalls: valueCalls + hiddenValueCalls }),
    // The search has found the highest need at any moment, including stipends.
    ...(!constantCall && { searched: total }),
    total,
    basicEnergy: penaltyKnown ? maxBasicEnergy : undefined,
    maxBasicEnergy,
    touched: touchedKnown ? touched : undefined,
  };
}

/** The estimate from history: the highest recorded energy for the limit, the median as the expected energy. */
export const estimateFromHistory = ({ median, max, touched }: EnergyStats): Estimate => ({
  kind: 'history',
  basicEnergy: median,
  maxBasicEnergy: max,
  touched: touched.length > 0 ? touched : undefined,
});

/** Whether an error means that no estimate is available now, and not that the call itself fails. */
export function isEstimateUnavailable(error: unknown): boolean {
  const { retryable, code }: { retryable?: unknown; code?: unknown } = error ?? {};
  return retryable === true || code === 'NOT_SUPPORTED';
}
