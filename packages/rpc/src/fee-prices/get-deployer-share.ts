import { type DeployerShare } from '@coin/units';
import { toAddress } from '../address/address.ts';
import { getContractInfo } from '../endpoints/get-contract-info.ts';
import { type CallOptions, type NodeClient } from '../transport/transport.ts';
import { getOwnerResources } from './get-owner-resources.ts';

/** The caller and the contract. */
export interface GetDeployerShareArgs {
  /** The caller: base58check or 41-hex. */
  readonly owner: string;
  /** base58check or 41-hex. */
  readonly contract: string;
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
  const owner = toAddress(args.owner);
  const info = await getContractInfo(client, { address: args.contract }, options);
  if (info === undefined || info.callerPercent === 100 || info.deployer === owner) return undefined;
  const { callerPercent, deployerEnergyLimit } = info;
  const { energy } = await getOwnerResources(client, { address: info.deployer }, options);
  return { callerPercent, deployerEnergyLimit, energy };
}
