import { type AccountFunds, type Address } from '@coin/units';
import { omitUndefined } from '../encoding/omit-undefined.ts';
import { type AccountResources, getAccountResources } from '../endpoints/get-account-resources.ts';
import { findBalance } from '../endpoints/get-balance.ts';
import { toOwnerResources } from '../fee-prices/get-owner-resources.ts';
import { type CallOptions, type NodeClient } from '../transport/transport.ts';

export async function readFunds(client: NodeClient, address: Address, options?: CallOptions): Promise<AccountFunds> {
  const [balance = 0n, resources] = await Promise.all([
    findBalance(client, { address }, options),
    getAccountResources(client, { address }, options),
  ]);
  return omitUndefined({
    balance,
    ...toOwnerResources(resources),
    quotas: resources && toQuotas(resources),
  });
}

/** Limits and usage. The energy limit is the part that calls may use. */
function toQuotas({ energy, stakedBandwidth, freeBandwidth }: AccountResources): NonNullable<AccountFunds['quotas']> {
  return { energy: { used: energy.used, limit: energy.callLimit }, stakedBandwidth, freeBandwidth };
}
