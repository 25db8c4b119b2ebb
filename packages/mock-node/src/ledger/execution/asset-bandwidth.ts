import { utf8ToBytes } from '@noble/hashes/utils.js';
import { type Address } from '../../protocol/primitives.ts';
import { existingAccount, putAccount } from '../../state/accessors/accounts.ts';
import { getAsset, noAssetUse, putAsset } from '../../state/accessors/assets.ts';
import { headSlot, headTime } from '../../state/accessors/blocks.ts';
import { noUse, type TokenId } from '../../state/records/asset.ts';
import { type State } from '../../state/root.ts';
import { ContractValidateError } from '../ledger-errors.ts';
import { bandwidthLimit } from '../staking/resource-limits.ts';
import { increaseUsage, publicAssetUsage, quotaUsage, recoveredUsage } from '../staking/resource-usage.ts';

/**
 * Pays the bandwidth of a token transfer from the token's grant to its senders and, at the same time, from its issuer's
 * stake.
 *
 * Source: docs/protocol/bandwidth.md, Bandwidth of a token.
 *
 * @returns false, changing nothing, if one of them is not sufficient.
 */
export function useAssetBandwidth(state: State, sender: Address, id: TokenId, bytes: bigint): boolean {
  const asset = getAsset(state, id);
  if (asset === undefined) throw unknownAsset(id);
  const now = headSlot(state);
  const publicUsage = publicAssetUsage(state, asset, now);
  if (bytes > asset.public_free_asset_net_limit - publicUsage) return false;
  const account = existingAccount(state, sender);
  const use = account.assetUse?.get(id) ?? noUse;
  const ownUsage = quotaUsage(state, use, now);
  if (bytes > asset.free_asset_net_limit - ownUsage) return false;
  const issuer = existingAccount(state, asset.owner_address);
  if (bytes > bandwidthLimit(state, issuer) - recoveredUsage(state, issuer.net, now)) return false;
  putAsset(state, {
    ...asset,
    public_free_asset_net_usage: publicUsage + bytes,
    public_latest_free_net_time: BigInt(now),
  });
  putAccount(state, {
    ...account,
    assetUse: (account.assetUse ?? noAssetUse).set(id, { ...use, usage: ownUsage + bytes, time: now }),
    latestOperationTime: headTime(state),
  });
  // An issuer that sends its own token keeps only this change, because the node writes the account twice as it was
  // read.
  putAccount(state, { ...issuer, net: increaseUsage(state, issuer.net, bytes, now) });
  return true;
}

/** The node prints the name as a Java object. The number after the @ differs from run to run. */
function unknownAsset(name: TokenId): ContractValidateError {
  const size = utf8ToBytes(name).length;
  return new ContractValidateError(`asset [<ByteString@0 size=${size} contents="${name}">] does not exist`);
}
