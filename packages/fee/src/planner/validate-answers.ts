import { FeeError } from '../errors.ts';
import { requireQuantity } from '../require-quantity.ts';
import type { ContractEnergyState, EnergyRules, PayerResources, ScheduledRules, Simulation } from './energy-source.ts';

type Bounds = readonly [unit: string, minimum: bigint | number, maximum?: bigint];

const amount: Bounds = ['small units', 0n];
const energy: Bounds = ['energy', 0n];
const price: Bounds = ['small units', 1n];
const factor: Bounds = ['ten-thousandths', 0n, 100_000n];
const increase: Bounds = ['ten-thousandths', 0n, 10_000n];
const time: Bounds = ['ms', 0];

/**
 * Gives back an answer whose quantities are all there, of their type and in their range, and throws for another: a number
 * that is missing must be found here, not in a fee limit. Names that start with `?` may be missing.
 */
function checked<T>(
  answer: T,
  fields: { [K in string & keyof T]?: Bounds } & { [K in `?${string & keyof T}`]?: Bounds },
): T {
  for (const [field, bounds] of Object.entries<Bounds>(fields)) {
    const name = field.replace('?', '');
    const value = (answer as Record<string, bigint | undefined> | undefined)?.[name];
    if (name === field || value !== undefined) requireQuantity<bigint | number>(name, value as bigint, ...bounds);
  }
  return answer;
}

export function checkedRules(rules: EnergyRules): EnergyRules {
  checked(rules, {
    energyPrice: price,
    bandwidthPrice: amount,
    maxFeeLimit: amount,
    threshold: energy,
    maxFactor: factor,
    increaseFactor: increase,
    nextMaintenance: time,
    '?maintenanceInterval': ['ms', 1],
  });
  for (const change of rules.scheduled ?? []) {
    checked<ScheduledRules>(change, {
      at: time,
      '?energyPrice': price,
      '?increaseFactor': increase,
      '?maxFactor': factor,
      '?maxFeeLimit': amount,
    });
  }
  return rules;
}

export const checkedContract = (state: ContractEnergyState): ContractEnergyState =>
  checked(state, {
    energyFactor: factor,
    energyUsage: energy,
    updateCycle: ['cycles', 0],
    '?callerPercent': ['percent', 0],
    '?originEnergyLimit': energy,
  });

export function checkedSimulation(simulation: Simulation): Simulation {
  checked(simulation, { energy, '?codeSize': ['bytes', 0], '?valueCalls': ['calls', 0] });
  if (Array.isArray(simulation.touched)) return simulation;
  throw new FeeError('WRONG_TYPE', { name: 'touched', value: simulation.touched, expected: 'array' });
}

export const checkedPayer = (payer: PayerResources): PayerResources =>
  checked(payer, { balance: amount, energy, stakedBandwidth: ['bytes', 0], freeBandwidth: ['bytes', 0] });
