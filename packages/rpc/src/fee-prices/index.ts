import { type DeployerShare, type FeePrices, type OwnerResources } from '@coin/units';
import { toAddress } from '../address/index.ts';
import { objectArgument } from '../encoding/arguments.ts';
import { getAccountResources } from '../endpoints/get-account-resources.ts';
import { type GetAccountArgs } from '../endpoints/get-account.ts';
import { getChainParameters } from '../endpoints/get-chain-parameters.ts';
import { getContractInfo } from '../endpoints/get-contract-info.ts';
import { feePrices, ownerResources } from '../fee-facts.ts';
import { type CallOptions, type NodeClient } from '../transport/transport.ts';

export type { DeployerShare, FeePrices, OwnerResources } from '@coin/units';
export * from './get-resource-state.ts';

/** The caller and the contract. */
export interface GetDeployerShareArgs {
  /** The caller: base58check or 41-hex. */
  readonly owner: string;
  /** base58check or 41-hex. */
  readonly contract: string;
}

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
  return feePrices(await getChainParameters(client, options));
}

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
  return ownerResources(await getAccountResources(client, args, options));
}

/**
 * Reads the deployer's share of a call's energy in units, in the form that `expectedFee` of `@coin/fee` takes. Returns
 * `undefined` if the deployer pays nothing: callers pay all, the caller is the deployer, or there is no contract.
 *
 * Source: docs/protocol/fee-limit.md, Who pays.
 *
 * @param args - `owner`, the caller, and `contract`: base58check or 41-hex
 * @throws `ADDRESS_INVALID`; `RESPONSE_INVALID`; transport's codes
 *
 * @example
 * ```ts
 * import { createNodeClient } from '@coin/rpc';
 * import { getDeployerShare } from '@coin/rpc/fee-prices';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * const contract = '41c6db017de6cab42c3d4a69e32b71ade602ebce83'; // its callers pay all
 * await getDeployerShare(client, { owner: 'TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvvi', contract }); // => undefined
 * ```
 */
export async function getDeployerShare(
  client: NodeClient,
  args: GetDeployerShareArgs,
  options?: CallOptions,
): Promise<DeployerShare | undefined> {
  const owner = toAddress(objectArgument('args', args).owner);
  const info = await getContractInfo(client, { contract: args.contract }, options);
  if (info === undefined || info.callerPercent === 100 || info.deployer === owner) return undefined;
  const { callerPercent, deployerEnergyLimit } = info;
  const { energy } = await getOwnerResources(client, { address: info.deployer }, options);
  return { callerPercent, deployerEnergyLimit, energy };
}
