import { type SmallUnits, type FeePrices, type ContractCall, type EnergyRules } from '@coin/units';
import { transactionSize, type TransactionEnvelope } from '../bandwidth.ts';
import { energyWithFactor } from '../energy-factor.ts';
import { chargeTransaction, expectedFee, type TransactionCharge } from '../expected-fee.ts';
import { holdsAcrossMaintenance } from './choose-limit.ts';
import { highestFactor } from './contract-factors.ts';
import { type FeePlan } from './fee-plan.ts';
import { limitReasons } from './limit-reasons.ts';
import { planWarnings } from './plan-warnings.ts';
import { type PlanInputs } from './read-limit.ts';

/** All prices of the network. */
export const listPrices = ({ energyPrice, bandwidthPrice, prices }: EnergyRules): FeePrices => ({
  ...prices,
  energy: energyPrice,
  bandwidth: bandwidthPrice,
});

/** The plan of a call: its limit, the expected energy and coin, the time until which it holds, and warnings. */
export const composePlan = (inputs: PlanInputs): FeePlan => composeWithCharge(inputs).plan;

/** The plan of a call, and the resources it is expected to take from its caller and from the contract's deployer. */
export function composeWithCharge(inputs: PlanInputs): { readonly plan: FeePlan; readonly charge: TransactionCharge } {
  const { call, envelope = {}, rules, horizon, estimate, factors, limit, funds, deployer, isNewHolder } = inputs;
  const { feeLimit, method } = limit;
  const { kind, total, basicEnergy, maxBasicEnergy } = estimate;
  const energyFactor = factors.unreadable === undefined ? highestFactor(factors.states) : limit.energyFactor;
  const energy = total ?? energyWithFactor({ basicEnergy: basicEnergy ?? maxBasicEnergy, valueCalls: 0, energyFactor });
  const size = measureCall(call, feeLimit, envelope);
  const prices = listPrices(rules);
  const charge = chargeTransaction({ transaction: { ...envelope, size, energy }, prices, owner: funds, deployer });
  const plan: FeePlan = {
    feeLimit,
    energy,
    ...(basicEnergy !== undefined && { basicEnergy }),
    expectedFee: charge.fee,
    energyFromStake: charge.energy,
    energyFromDeployer: charge.deployerEnergy,
    size,
    maxFee: feeLimit + expectedFee({ transaction: { ...envelope, size }, prices }).total,
    ...(isNewHolder !== undefined && { isNewHolder }),
    method,
    estimateKind: kind,
    validUntil: holdsAcrossMaintenance(method) ? horizon.validUntil : horizon.cycleEnd,
    reasons: limitReasons(inputs, { energy, energyFactor }),
    warnings: [...planWarnings(inputs, energy, charge.fee)],
  };
  return { plan, charge };
}

/** The size of the transaction in bytes. */
function measureCall(call: ContractCall, feeLimit: SmallUnits, envelope: TransactionEnvelope): number {
  const [input, selectorSize] = 'data' in call ? [call.data, 0] : [call.parameter ?? '', 4];
  const dataSize = selectorSize + Math.ceil(input.replace('0x', '').length / 2);
  const sent = { ...call, ...envelope, feeLimit };
  return transactionSize(
    call.contract === undefined
      ? { ...sent, kind: 'deployment', bytecodeSize: dataSize }
      : { ...sent, kind: 'call', dataSize },
  );
}
