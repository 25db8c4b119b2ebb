import { type FeePrices } from '@coin/units';
import { omitUndefined } from '../encoding/omit-undefined.ts';
import { type ChainParameters, getChainParameters } from '../endpoints/get-chain-parameters.ts';
import { type CallOptions, type NodeClient } from '../transport/transport.ts';

/**
 * Reads the prices of `expectedFee` of `@coin/fee`, under its names, in small units. They hold until the next
 * maintenance.
 *
 * Source: docs/protocol/chain-parameters.md; docs/protocol/bandwidth.md, Account creation.
 *
 * @throws `RESPONSE_INVALID`; transport's codes
 *
 * @example
 * ```ts
 * import { createNodeClient } from '@coin/rpc';
 * import { getFeePrices } from '@coin/rpc/fee-prices';
 *
 * const prices = await getFeePrices(createNodeClient({ transport: 'http://127.0.0.1:8090' }));
 * prices.accountCreation; // => 100_000n
 * prices.accountCreationInContract; // => 1_000_000n
 * ```
 */
export async function getFeePrices(client: NodeClient, options?: CallOptions): Promise<FeePrices> {
  return toFeePrices(await getChainParameters(client, options));
}

/** The prices among the chain's parameters. */
export function toFeePrices({ values, ...parameters }: ChainParameters): FeePrices {
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
