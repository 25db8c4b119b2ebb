import { type Energy, type EnergyPrice, type SmallUnits } from '@coin/units';
import { omitUndefined } from './encoding/omit-undefined.ts';
import { type AccountResources } from './endpoints/get-account-resources.ts';
import { type ChainParameters } from './endpoints/get-chain-parameters.ts';

/** The network's prices in small units. A price that the node does not report is absent. */
export interface FeePrices {
  /** For one unit of energy: `getEnergyFee`. */
  readonly energy?: EnergyPrice;
  /** For one byte of bandwidth: `getTransactionFee`. */
  readonly bandwidth?: SmallUnits;
  /** For creating an account without enough staked bandwidth: `getCreateAccountFee`. */
  readonly accountCreation?: SmallUnits;
  /** For creating an account, always: `getCreateNewAccountFeeInSystemContract`. */
  readonly accountCreationInContract?: SmallUnits;
  /** For a memo: `getMemoFee`. */
  readonly memo?: SmallUnits;
  /** For more than one signature: `getMultiSignFee`. */
  readonly multiSign?: SmallUnits;
  /** Staked bandwidth for each byte that creates an account: `getCreateNewAccountBandwidthRate`. */
  readonly accountCreationBandwidthRate?: number;
}

/** The resources that an account can use before coin is burned: energy in units, bandwidth in bytes. */
export interface OwnerResources {
  readonly energy: Energy;
  readonly stakedBandwidth: number;
  /** The account's; the network's common pool of it is in no answer. */
  readonly freeBandwidth: number;
}

/** The prices among the chain's parameters. */
export function feePrices({ values, ...parameters }: ChainParameters): FeePrices {
  // Read as 0, a price that is missing would make a fee too low.
  const named = <T>(name: string, price: T): T | undefined => (Object.hasOwn(values, name) ? price : undefined);
  return omitUndefined({
    energy: parameters.energyPrice,
    bandwidth: parameters.bandwidthPrice,
    accountCreation: named('getCreateAccountFee', parameters.accountCreationFee),
    accountCreationInContract: named('getCreateNewAccountFeeInSystemContract', parameters.accountCreationInContractFee),
    memo: named('getMemoFee', parameters.memoFee),
    multiSign: named('getMultiSignFee', parameters.multiSignFee),
    accountCreationBandwidthRate: named('getCreateNewAccountBandwidthRate', parameters.accountCreationBandwidthRate),
  });
}

const remaining = ({ used, limit }: { used: bigint; limit: bigint }): bigint => (limit > used ? limit - used : 0n);

/** The resources left: an account's limits less its usage. */
export function ownerResources(resources: AccountResources | undefined): OwnerResources {
  if (resources === undefined) return { energy: 0n, stakedBandwidth: 0, freeBandwidth: 0 };
  return {
    energy: remaining({ used: resources.energy.used, limit: resources.energy.callLimit }),
    stakedBandwidth: Number(remaining(resources.stakedBandwidth)),
    freeBandwidth: Number(remaining(resources.freeBandwidth)),
  };
}
