import { object } from 'zod/mini';
import { toAddress } from '../address/address.ts';
import { bigintOrZero, optionalQuantity } from '../transport/answer/wire-schema.ts';
import { queryNode } from '../transport/query-node.ts';
import { type CallOptions, type NodeClient } from '../transport/transport.ts';
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
  // A value of the network. It distinguishes an account without other fields from an account that does not exist.
  TotalNetLimit: optionalQuantity,
  TotalEnergyLimit: optionalQuantity,
  TotalEnergyWeight: optionalQuantity,
});

/** An account's current limits and usage, which recovers over a day. Energy in units, bandwidth in bytes. */
export interface AccountResources {
  readonly freeBandwidth: { readonly used: bigint; readonly limit: bigint };
  readonly stakedBandwidth: { readonly used: bigint; readonly limit: bigint };
  /** `callLimit` is the part of the limit that contract calls may use: the limit for the whole coins of the stake. */
  readonly energy: { readonly used: bigint; readonly limit: bigint; readonly callLimit: bigint };
  readonly votes: { readonly used: bigint; readonly limit: bigint };
}

/**
 * The limit that the whole coins of the stake yield. The answer has `limit = ⌊coins * ratio⌋`, including fractions of a
 * coin, so the whole coins are the largest number that does not yield more than `limit`. A fraction that falls short of
 * the next coin by less than one unit of energy looks like a whole coin.
 *
 * Source: docs/protocol/staking.md, Limits.
 */
function readCallLimit(limit: bigint, totalLimit: bigint, totalWeight: bigint): bigint {
  if (totalLimit === 0n || totalWeight === 0n) return limit;
  // Doubles, in the node's order.
  const ratio = Number(totalLimit) / Number(totalWeight);
  const readLimit = (coins: number) => BigInt(Math.trunc(coins * ratio));
  const coins = Math.floor((Number(limit) + 1) / ratio);
  return readLimit(coins) <= limit ? readLimit(coins) : readLimit(coins - 1);
}

/**
 * Reads an account's limits and usage of bandwidth (bytes) and energy (units).
 *
 * Returns `undefined` if there is no account at the address.
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
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * const resources = await getAccountResources(client, { address: '41b7f75f9db91c3255879aa5743706ebc9ae4802ca' });
 * resources?.freeBandwidth; // => { used: 505n, limit: 600n }
 * ```
 */
export async function getAccountResources(
  client: NodeClient,
  args: GetAccountArgs,
  options?: CallOptions,
): Promise<AccountResources | undefined> {
  const body = { address: toAddress(args.address) };
  const { answer, isEmpty } = await queryNode(client, { path: '/wallet/getaccountresource', body, schema }, options);
  if (isEmpty) return undefined;
  const energyLimit = bigintOrZero(answer.EnergyLimit);
  const [totalLimit, totalWeight] = [bigintOrZero(answer.TotalEnergyLimit), bigintOrZero(answer.TotalEnergyWeight)];
  return {
    freeBandwidth: { used: bigintOrZero(answer.freeNetUsed), limit: bigintOrZero(answer.freeNetLimit) },
    stakedBandwidth: { used: bigintOrZero(answer.NetUsed), limit: bigintOrZero(answer.NetLimit) },
    energy: {
      used: bigintOrZero(answer.EnergyUsed),
      limit: energyLimit,
      callLimit: readCallLimit(energyLimit, totalLimit, totalWeight),
    },
    votes: { used: bigintOrZero(answer.tronPowerUsed), limit: bigintOrZero(answer.tronPowerLimit) },
  };
}
