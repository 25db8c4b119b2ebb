import { type OwnerResources } from '@coin/units';
import { type AccountResources, getAccountResources } from '../endpoints/get-account-resources.ts';
import { type GetAccountArgs } from '../endpoints/get-account.ts';
import { type CallOptions, type NodeClient } from '../transport/transport.ts';

/**
 * Reads an account's remaining energy (units) and bandwidth (bytes), in the form that `expectedFee` of `@coin/fee`
 * takes; zeros for an account that does not exist.
 *
 * Source: docs/protocol/queries.md; docs/protocol/bandwidth.md, Source order.
 *
 * @param args - `address`: base58check or 41-hex
 * @throws `ADDRESS_INVALID`; transport's codes
 *
 * @example
 * ```ts
 * import { createNodeClient } from '@coin/rpc';
 * import { getOwnerResources } from '@coin/rpc/fee-prices';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * await getOwnerResources(client, { address: '41b7f75f9db91c3255879aa5743706ebc9ae4802ca' });
 * // => { energy: 180_000_000_000n, stakedBandwidth: 43_200_000_000, freeBandwidth: 95 }
 * ```
 */
export async function getOwnerResources(
  client: NodeClient,
  args: GetAccountArgs,
  options?: CallOptions,
): Promise<OwnerResources> {
  return toOwnerResources(await getAccountResources(client, args, options));
}

const remaining = ({ used, limit }: { used: bigint; limit: bigint }): bigint => (limit > used ? limit - used : 0n);

/** The resources left: an account's limits less its usage. */
export function toOwnerResources(resources: AccountResources | undefined): OwnerResources {
  if (resources === undefined) return { energy: 0n, stakedBandwidth: 0, freeBandwidth: 0 };
  return {
    energy: remaining({ used: resources.energy.used, limit: resources.energy.callLimit }),
    stakedBandwidth: Number(remaining(resources.stakedBandwidth)),
    freeBandwidth: Number(remaining(resources.freeBandwidth)),
  };
}
