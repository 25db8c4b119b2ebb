import { type DeployerShare } from '../expected-fee.ts';
import { type ChosenLimit } from './choose-limit.ts';
import { type ContractFactors } from './contract-factors.ts';
import { type EnergyStats } from './history/energy-history.ts';
import { type ContractCall, type EnergyRules, type PayerResources } from './source/energy-source.ts';
import { type Estimate } from './search/estimate.ts';
import { type Horizon } from './horizon.ts';

/** Everything that determines a plan. */
export interface PlanInputs {
  call: ContractCall;
  rules: EnergyRules;
  horizon: Horizon;
  estimate: Estimate;
  factors: ContractFactors;
  limit: ChosenLimit;
  /** What the caller has left; undefined if the source does not tell. */
  payer: PayerResources | undefined;
  /** Undefined if the deployer pays nothing, or is the caller. */
  deployer: DeployerShare | undefined;
  /** What earlier calls of the function used. */
  stats: EnergyStats | undefined;
}
