import { FeeError, type QuantityUnit } from '../errors.ts';
import { requireQuantity } from '../require-quantity.ts';
import { type ContractEnergyState, type EnergyRules, type PayerResources, type Simulation } from './energy-source.ts';

type Range = readonly [unit: QuantityUnit, minimum: bigint | number, maximum?: bigint];

const amount: Range = ['small units', 0n];
const energy: Range = ['units of energy', 0n];
const price: Range = ['small units', 1n];
const factor: Range = ['ten-thousandths', 0n, 100_000n];
const increase: Range = ['ten-thousandths', 0n, 10_000n];
const time: Range = ['ms', 0];
const bytes: Range = ['bytes', 0];

/**
 * Returns an answer whose quantities are all present, of their type and within their range, and throws for any other: a
 * missing number must be found here, not in a fee limit.
 */
function validate<T, Required extends string & keyof T, Optional extends string & keyof T>(
  answer: T,
  required: Readonly<Record<Required, Range>>,
  optional?: Readonly<Record<Optional, Range>>,
): T {
  const fields: Partial<Record<string, bigint | number>> = Object(answer);
  for (const [name, range] of Object.entries<Range>(required)) requireQuantity(name, fields[name], ...range);
  for (const [name, range] of Object.entries<Range>(optional ?? {})) {
    if (fields[name] !== undefined) requireQuantity(name, fields[name], ...range);
  }
  return answer;
}

export function validateRules(rules: EnergyRules): EnergyRules {
  validate(
    rules,
    {
      energyPrice: price,
      bandwidthPrice: amount,
      maxFeeLimit: amount,
      threshold: energy,
      maxFactor: factor,
      increaseFactor: increase,
      nextMaintenance: time,
    },
    { maintenanceInterval: ['ms', 1] },
  );
  for (const change of rules.scheduled ?? []) {
    validate(
      change,
      { at: time },
      { energyPrice: price, increaseFactor: increase, maxFactor: factor, maxFeeLimit: amount },
    );
  }
  return rules;
}

export const validateContract = (state: ContractEnergyState): ContractEnergyState =>
  validate(
    state,
    { energyFactor: factor, energyUsage: energy, updateCycle: ['cycles', 0] },
    { callerPercent: ['percent', 0], originEnergyLimit: energy },
  );

export function validateSimulation(simulation: Simulation): Simulation {
  validate(simulation, { energy }, { codeSize: bytes, valueCalls: ['calls', 0] });
  if (Array.isArray(simulation.touched)) return simulation;
  throw new FeeError('WRONG_TYPE', { name: 'touched', value: simulation.touched, expected: 'array' });
}

export const validatePayer = (payer: PayerResources): PayerResources =>
  validate(payer, { balance: amount, energy, stakedBandwidth: bytes, freeBandwidth: bytes });
