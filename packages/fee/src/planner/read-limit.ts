import { type AccountFunds, type ContractCall, type DeployerShare, type EnergyRules } from '@coin/units';
import { type TransactionEnvelope } from '../bandwidth.ts';
import {
  chooseLimit,
  type ChosenLimit,
  holdsAcrossMaintenance,
  needsFactors,
  preferredMethod,
} from './choose-limit.ts';
import { type ContractFactors } from './contract-factors.ts';
import { type EnergyStats } from './estimate/energy-history.ts';
import { type Estimate } from './estimate/estimate.ts';
import { computeHorizon, type Horizon } from './horizon.ts';
import { type StartedPlan } from './start-plan.ts';

/** The inputs that determine the limit of a call. */
export interface LimitInputs {
  readonly call: ContractCall;
  readonly rules: EnergyRules;
  readonly horizon: Horizon;
  readonly estimate: Estimate;
  readonly factors: ContractFactors;
  readonly limit: ChosenLimit;
}

/** Everything that determines a plan. */
export interface PlanInputs extends LimitInputs {
  /** Fields that make the transaction longer; none by default. */
  readonly envelope?: TransactionEnvelope;
  /** The resources left to the caller; undefined if the source does not report them. */
  readonly funds: AccountFunds | undefined;
  /** Undefined if the deployer pays nothing, or is the caller. */
  readonly deployer: DeployerShare | undefined;
  /** Whether the receiver of a token holds none of it; undefined for other calls, or if the source does not report it. */
  readonly isNewHolder?: boolean | undefined;
  /** The energy that earlier calls of the function used. */
  readonly stats: EnergyStats | undefined;
}

/** Reads the facts that the limit of a call depends on, and chooses the limit. */
export async function readLimit(call: ContractCall, options: StartedPlan): Promise<LimitInputs> {
  const { facts, rules, clock, method, horizonMs, marginBps } = options;
  const estimate = await facts.estimate(call);
  const minMaintenances = holdsAcrossMaintenance(method) ? 1 : 0;
  const horizon = computeHorizon(rules, { now: clock.now(), horizonMs, minMaintenances });
  const preferred = preferredMethod(method, estimate, horizon);
  const factors: ContractFactors = needsFactors(preferred, estimate) ? await facts.factors(estimate) : { states: [] };
  const limit = chooseLimit({ preferred, estimate, factors, horizon, marginBps });
  return { call, rules, horizon, estimate, factors, limit };
}
