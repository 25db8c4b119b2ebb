import { type FeeInfo } from '@coin/fee/resources';
import { type RecordedInfo } from './recorded-chain.ts';

/** A recorded info as `explainFee` takes it. */
export const feeInfo = ({ fee = 0, receipt }: RecordedInfo): FeeInfo => ({
  fee: BigInt(fee),
  receipt: {
    energyTotal: BigInt(receipt.energy_usage_total ?? 0),
    energyPenalty: BigInt(receipt.energy_penalty_total ?? 0),
    energyFromStake: BigInt(receipt.energy_usage ?? 0),
    energyFromDeployer: BigInt(receipt.origin_energy_usage ?? 0),
    energyFee: BigInt(receipt.energy_fee ?? 0),
    bandwidth: BigInt(receipt.net_usage ?? 0),
    bandwidthFee: BigInt(receipt.net_fee ?? 0),
  },
});
