import { type SmallUnits } from '@coin/units';
import { transactionSize } from '../bandwidth.ts';
import { energyWithFactor } from '../energy-factor.ts';
import { expectedFee } from '../expected-fee.ts';
import { holdsAcrossMaintenance } from './choose-limit.ts';
import { highestFactor } from './contract-factors.ts';
import { type ContractCall } from './source/energy-source.ts';
import { type FeePlan } from './fee-plan.ts';
import { type PlanInputs } from './plan-inputs.ts';
import { planWarnings } from './plan-warnings.ts';

/** The plan of a call: its limit, the energy and coin it is expected to use, until when it holds, and warnings. */
export function composePlan(inputs: PlanInputs): FeePlan {
  const { call, rules, horizon, estimate, factors, limit, payer, deployer } = inputs;
  const { feeLimit, method } = limit;
  const { source, total, basicEnergy, maxBasicEnergy } = estimate;
  const energyFactor = factors.unreadable === undefined ? highestFactor(factors.states) : limit.energyFactor;
  const energy = total ?? energyWithFactor({ basicEnergy: basicEnergy ?? maxBasicEnergy, energyFactor });
  const fee = expectedFee({
    transaction: { size: sizeOf(call, feeLimit), energy },
    prices: { energy: rules.energyPrice, bandwidth: rules.bandwidthPrice },
    sender: payer,
    deployer,
  });
  return {
    feeLimit,
    energy,
    ...(basicEnergy !== undefined && { basicEnergy }),
    expectedFee: fee,
    method,
    source,
    validUntil: holdsAcrossMaintenance(method) ? horizon.validUntil : horizon.cycleEnd,
    warnings: [...planWarnings(inputs, energy, fee)],
  };
}

/** The size of the transaction in bytes, with one signature. */
function sizeOf(call: ContractCall, feeLimit: SmallUnits): number {
  const { callValue = 0n, abi = [], name = '', callerPercent = 100, originEnergyLimit = 10_000_000n } = call;
  const [input, selectorSize] = 'data' in call ? [call.data, 0] : [call.parameter, 4];
  const dataSize = selectorSize + Math.ceil(input.replace('0x', '').length / 2);
  const sent = { callValue, feeLimit };
  return transactionSize(
    call.contract === undefined
      ? { ...sent, type: 'deployment', bytecodeSize: dataSize, abi, name, callerPercent, originEnergyLimit }
      : { ...sent, type: 'call', dataSize },
  );
}
