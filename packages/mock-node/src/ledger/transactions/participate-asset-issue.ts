import { isAddress } from '../../protocol/address.ts';
import { MAX_INT64 } from '../../protocol/java/long.ts';
import { ParticipateAssetIssueContract } from '../../protocol/messages/contract-messages.ts';
import { textOf } from '../../protocol/text.ts';
import { getAccount } from '../../state/accessors/accounts.ts';
import { assetBalance, existingAsset, getAsset } from '../../state/accessors/assets.ts';
import { type Asset } from '../../state/records/asset.ts';
import { addAsset, requireTokenIds, subtractAsset } from '../accounts/asset-balance.ts';
import { adjustBalance } from '../accounts/balance.ts';
import { ContractExecuteError, ContractValidateError } from '../ledger-errors.ts';
import { nativeType, type TransactionType } from './transaction-type.ts';

/** Buys tokens from their issuer at the issue price. docs/protocol/assets.md, ParticipateAssetIssue. */
export const participateAssetIssue: TransactionType = /* @__PURE__ */ nativeType({
  schema: ParticipateAssetIssueContract,

  validate({ state, now }, { owner_address: owner, to_address: issuer, asset_name: name, amount }) {
    requireTokenIds(state);
    if (!isAddress(owner)) throw new ContractValidateError('Invalid ownerAddress');
    if (!isAddress(issuer)) throw new ContractValidateError('Invalid toAddress');
    if (amount <= 0n) throw new ContractValidateError('Amount must greater than 0!');
    if (owner === issuer) throw new ContractValidateError('Cannot participate asset Issue yourself !');
    const buyer = getAccount(state, owner);
    if (buyer === undefined) throw new ContractValidateError('Account does not exist!');
    if (buyer.balance < amount) throw new ContractValidateError('No enough balance !');
    const id = textOf(name);
    const asset = getAsset(state, id);
    if (asset === undefined) throw new ContractValidateError(`No asset named ${name === '' ? 'null' : id}`);
    if (issuer !== asset.owner_address) throw new ContractValidateError(`The asset is not issued by ${issuer}`);
    if (now >= asset.end_time || now < asset.start_time) throw new ContractValidateError('No longer valid period!');
    if (amount * BigInt(asset.num) > MAX_INT64) throw new ContractValidateError('long overflow');
    const bought = tokensFor(asset, amount);
    if (bought <= 0n) throw new ContractValidateError('Can not process the exchange!');
    if (getAccount(state, issuer) === undefined) throw new ContractValidateError('To account does not exist!');
    if (assetBalance(state, issuer, id) < bought) throw new ContractValidateError('Asset balance is not enough !');
  },

  execute({ state }, { owner_address: owner, to_address: issuer, asset_name: name, amount }) {
    const id = textOf(name);
    const bought = tokensFor(existingAsset(state, id), amount);
    adjustBalance(state, owner, -amount);
    addAsset(state, owner, id, bought);
    adjustBalance(state, issuer, amount);
    if (!subtractAsset(state, issuer, id, bought)) throw new ContractExecuteError('reduceAssetAmount failed !');
    return { fee: 0n };
  },
});

/** The number of tokens for an amount of small units, rounded down. */
function tokensFor({ num, trx_num: price }: Asset, amount: bigint): bigint {
  return (amount * BigInt(num)) / BigInt(price);
}
