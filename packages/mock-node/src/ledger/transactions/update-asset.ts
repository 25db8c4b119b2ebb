import { isAddress } from '../../protocol/address.ts';
import { UpdateAssetContract } from '../../protocol/messages/contract-messages.ts';
import { existingAccount, getAccount } from '../../state/accessors/accounts.ts';
import { existingAsset, putAsset } from '../../state/accessors/assets.ts';
import { existingRecord } from '../../state/accessors/existing-record.ts';
import { requireTokenIds } from '../accounts/asset-balance.ts';
import { isAssetDescription, isAssetNetLimit, isAssetUrl } from '../accounts/asset-text.ts';
import { ContractValidateError } from '../ledger-errors.ts';
import { nativeType, type TransactionType } from './transaction-type.ts';

/** Changes a token's texts and its free bandwidth; only its issuer may. docs/protocol/assets.md, UpdateAsset. */
export const updateAsset: TransactionType = /* @__PURE__ */ nativeType({
  schema: UpdateAssetContract,

  validate({ state }, { owner_address: owner, url, description, new_limit: limit, new_public_limit: publicLimit }) {
    requireTokenIds(state);
    if (!isAddress(owner)) throw new ContractValidateError('Invalid ownerAddress');
    const account = getAccount(state, owner);
    if (account === undefined) throw new ContractValidateError('Account does not exist');
    if (account.issuedAsset === undefined) throw new ContractValidateError('Account has not issued any asset');
    if (!isAssetUrl(url)) throw new ContractValidateError('Invalid url');
    if (!isAssetDescription(description)) throw new ContractValidateError('Invalid description');
    if (!isAssetNetLimit(limit)) throw new ContractValidateError('Invalid FreeAssetNetLimit');
    if (!isAssetNetLimit(publicLimit)) throw new ContractValidateError('Invalid PublicFreeAssetNetLimit');
  },

  execute({ state }, { owner_address: owner, url, description, new_limit: limit, new_public_limit: publicLimit }) {
    const issued = existingRecord(existingAccount(state, owner).issuedAsset, 'token of', owner);
    const asset = existingAsset(state, issued.id);
    putAsset(state, {
      ...asset,
      url,
      description,
      free_asset_net_limit: limit,
      public_free_asset_net_limit: publicLimit,
    });
    return { fee: 0n };
  },
});
