import type { Energy, SmallUnits } from '@coin/units';
import { transactionSize } from '../bandwidth.ts';
import { energyWithFactor } from '../energy-factor.ts';
import { type DeployerShare, expectedFee, type FeeBreakdown } from '../expected-fee.ts';
import { type ChosenLimit, holdsAcrossMaintenance } from './choose-limit.ts';
import { type ContractFactors, highestFactor } from './contract-factors.ts';
import type { EnergyStats } from './energy-history.ts';
import type { ContractCall, EnergyRules, PayerResources } from './energy-source.ts';
import type { Estimate } from './estimate.ts';
import type { FeePlan, FeeWarning } from './fee-plan.ts';
import type { Horizon } from './horizon.ts';
import { historyWarnings, payerWarnings, priceWarnings } from './plan-warnings.ts';

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

/** The plan of a call: its limit, the energy and coin it is expected to use, until when it holds, and warnings. */
export function composePlan(inputs: PlanInputs): FeePlan {
  const { call, rules, horizon, estimate, limit, payer, deployer } = inputs;
  const { feeLimit, method } = limit;
  const { source, basicEnergy } = estimate;
  const energy = expectedEnergy(inputs);
  const fee = expectedFee({
    transaction: { size: sizeOf(call, feeLimit), energy },
    prices: { energy: rules.energyPrice, bandwidth: rules.bandwidthPrice },
    ...(payer && { sender: payer }),
    ...(deployer && { deployer }),
  });
  return {
    feeLimit,
    energy,
    ...(basicEnergy !== undefined && { basicEnergy }),
    expectedFee: fee,
    method,
    source,
    validUntil: holdsAcrossMaintenance(method) ? horizon.validUntil : horizon.cycleEnd,
    warnings: warningsOf(inputs, energy, fee),
  };
}

/** The estimated total, or the basic energy of earlier calls under the highest factor, or the limit's if it is unreadable. */
function expectedEnergy({ estimate, factors, limit }: PlanInputs): Energy {
  const { total, basicEnergy, maxBasicEnergy } = estimate;
  const energyFactor = factors.unreadable === undefined ? highestFactor(factors.states) : limit.energyFactor;
  return total ?? energyWithFactor({ basicEnergy: basicEnergy ?? maxBasicEnergy, energyFactor });
}

function warningsOf(inputs: PlanInputs, expected: Energy, fee: FeeBreakdown): FeeWarning[] {
  const { call, rules, horizon, estimate, factors, payer, deployer, stats } = inputs;
  const { feeLimit, sufficient, needed, method, energyFactor } = inputs.limit;
  const { energyPrice, maxFeeLimit, maintenances } = horizon;
  const energyLimit = feeLimit / energyPrice;
  const warnings: FeeWarning[] = [
    ...historyWarnings({ call, stats, basicEnergy: estimate.basicEnergy, energyLimit, energyFactor }),
    ...priceWarnings(rules, energyPrice),
  ];
  if (payer !== undefined) {
    const coin = payer.balance - (call.callValue ?? 0n) - (fee.total - fee.energy);
    warnings.push(...payerWarnings({ coin, staked: payer.energy, deployer, energyLimit, energyPrice, expected }));
  }
  if (factors.unreadable !== undefined) warnings.push({ code: 'FACTOR_UNREADABLE', contracts: factors.unreadable });
  if (!sufficient) warnings.push({ code: 'MAX_FEE_LIMIT_REACHED', needed, maximum: maxFeeLimit });
  if (maintenances > 0 && !holdsAcrossMaintenance(method)) {
    warnings.push({ code: 'MAINTENANCE_WITHIN_HORIZON', at: rules.nextMaintenance });
  }
  return warnings;
}

/** The size of the transaction in bytes, with one signature; a deployment is assumed to publish no ABI and no name. */
function sizeOf(call: ContractCall, feeLimit: SmallUnits): number {
  const { callValue = 0n } = call;
  const digits = 'data' in call ? call.data.replace(/^0x/, '').length : 8 + call.parameter.replace(/^0x/, '').length;
  const dataSize = Math.ceil(digits / 2);
  const sent = { callValue, feeLimit };
  return transactionSize(
    call.contract === undefined
      ? { ...sent, type: 'deployment', bytecodeSize: dataSize, callerPercent: 100, originEnergyLimit: 10_000_000n }
      : { ...sent, type: 'call', dataSize },
  );
}
