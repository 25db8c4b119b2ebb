import { type FeePrices, type OwnerResources } from '@coin/units';
import { omitUndefined } from './encoding/omit-undefined.ts';
import { type AccountResources } from './endpoints/get-account-resources.ts';
import { type ChainParameters } from './endpoints/get-chain-parameters.ts';

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
