import { objectArgument } from '../encoding/arguments.ts';
import { object } from 'zod/mini';
import { toAddress } from '../encoding/address.ts';
import { type CallOptions, type NodeClient } from '../transport/node-client.ts';
import { queryNode } from '../transport/query-node.ts';
import { bigintOrZero, optionalQuantity } from '../transport/answer/wire-schema.ts';
import { type GetAccountArgs } from './get-account.ts';

const schema = /* @__PURE__ */ object({
  freeNetUsed: optionalQuantity,
  freeNetLimit: optionalQuantity,
  NetUsed: optionalQuantity,
  NetLimit: optionalQuantity,
  EnergyUsed: optionalQuantity,
  EnergyLimit: optionalQuantity,
  tronPowerUsed: optionalQuantity,
  tronPowerLimit: optionalQuantity,
  // The network's, by which the answer about an account that has none of the others differs from that about no account.
  TotalNetLimit: optionalQuantity,
  TotalEnergyLimit: optionalQuantity,
});

/** An account's current limits and usage, which recovers over a day. Energy in units, bandwidth in bytes. */
export interface AccountResources {
  freeBandwidth: { used: bigint; limit: bigint };
  stakedBandwidth: { used: bigint; limit: bigint };
  energy: { used: bigint; limit: bigint };
  votes: { used: bigint; limit: bigint };
}

/**
 * Reads an account's limits and usage of bandwidth (bytes) and energy (units); `undefined` when there is no account at
 * the address.
 *
 * Source: docs/protocol/queries.md.
 *
 * @param args - `address`: base58check or 41-hex
 * @throws `ADDRESS_INVALID`; transport's codes
 *
 * @example
 * ```ts
 * import { createNodeClient, getAccountResources } from '@coin/rpc';
 *
 * const client = createNodeClient({ endpoints: 'http://127.0.0.1:8090' });
 * const resources = await getAccountResources(client, { address: '41b7f75f9db91c3255879aa5743706ebc9ae4802ca' });
 * resources?.freeBandwidth; // => { used: 505n, limit: 600n }
 * ```
 */
export async function getAccountResources(
  client: NodeClient,
  args: GetAccountArgs,
  options?: CallOptions,
): Promise<AccountResources | undefined> {
  objectArgument('args', args);
  const body = { address: toAddress(args.address) };
  const { answer, isEmpty } = await queryNode(client, '/wallet/getaccountresource', body, schema, options);
  if (isEmpty) return undefined;
  return {
    freeBandwidth: { used: bigintOrZero(answer.freeNetUsed), limit: bigintOrZero(answer.freeNetLimit) },
    stakedBandwidth: { used: bigintOrZero(answer.NetUsed), limit: bigintOrZero(answer.NetLimit) },
    energy: { used: bigintOrZero(answer.EnergyUsed), limit: bigintOrZero(answer.EnergyLimit) },
    votes: { used: bigintOrZero(answer.tronPowerUsed), limit: bigintOrZero(answer.tronPowerLimit) },
  };
}
