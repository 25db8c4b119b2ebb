// What the pure parts of the planner take: the estimate, horizon and limit that the fake source's answers lead to.
import { type ChosenLimit } from '../../src/planner/choose-limit.ts';
import { type Estimate } from '../../src/planner/estimate/estimate.ts';
import { type Horizon } from '../../src/planner/horizon.ts';
import { type PlanInputs } from '../../src/planner/read-limit.ts';
import { call, HOUR, NOW, rules, state } from './fake-source.ts';

export const estimate = {
  kind: 'simulation',
  total: 37_105n,
  basicEnergy: 27_704n,
  maxBasicEnergy: 27_704n,
  touched: ['TToken'],
  valueCalls: 0,
} as const satisfies Estimate;

export const fromHistory: Estimate = {
  kind: 'history',
  basicEnergy: 12_704n,
  maxBasicEnergy: 27_704n,
  touched: ['TToken'],
  valueCalls: 0,
};

export const createHorizon = ({ maintenances = 0 } = {}): Horizon => ({
  maintenances,
  cycleEnd: NOW + HOUR - 3_000,
  validUntil: NOW + (1 + 6 * maintenances) * HOUR - 3_000,
  energyPrice: 100n,
  maxFactor: 34_000n,
  increaseFactor: 2_000n,
  maxFeeLimit: 15_000_000_000n,
});

export const limit: ChosenLimit = {
  method: 'estimate',
  energyFactor: 0n,
  energyLimit: 37_105n,
  feeLimit: 3_710_500n,
  needed: 3_710_500n,
  sufficient: true,
};

export const planInputs: PlanInputs = {
  call,
  rules,
  horizon: createHorizon(),
  estimate,
  factors: { states: [state] },
  limit,
  funds: undefined,
  deployer: undefined,
  stats: undefined,
};
