import type { Energy } from '@coin/units';
import { basicEnergy } from '../energy-factor.ts';
import { checkedSimulation } from './validate-answers.ts';
import type { KnownEnergy } from './energy-history.ts';
import type { Address, ContractCall, Simulation } from './energy-source.ts';

/** What is known of a call's energy, from a simulation or from history. */
export interface Estimate {
  source: Simulation['source'] | 'history';
  /** Total energy at the head block, penalty included; history has none. */
  total?: Energy;
  /** Basic energy as it is likely, where it is known. */
  basicEnergy: Energy | undefined;
  /** A bound of the basic energy, for the limit: `total` without penalty, as far as the source says which that is. */
  highestBasic: Energy;
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
  const { energy: total, penalty, touched, ...others } = checkedSimulation(simulation);
  const constantCall = others.source === 'triggerconstantcontract';
  const highestBasic = basicEnergy(simulation);
  const separate = constantCall || penalty !== undefined;
  // A constant call lists what ran: of a deployment that may be nothing, of a call at least the called contract.
  const visible = touched.length > 0 || (constantCall && call.contract === undefined);
  return {
    ...others,
    total,
    basicEnergy: separate ? highestBasic : undefined,
    highestBasic,
    touched: visible ? touched : undefined,
  };
}

/** An estimate from history: the highest seen for the limit, the median as what is likely. */
export const estimateFromHistory = ({ median, max, touched }: KnownEnergy): Estimate => ({
  source: 'history',
  basicEnergy: median,
  highestBasic: max,
  touched: touched.length > 0 ? touched : undefined,
});

/** Whether an error says that no estimate can be had now, and not that the call itself fails. */
export function isEstimateUnavailable(error: unknown): boolean {
  const { retryable, code } = (error ?? {}) as { retryable?: unknown; code?: unknown };
  return retryable === true || code === 'NOT_SUPPORTED';
}
