import { isAddress } from '../../protocol/address.ts';
import { MAX_INT64 } from '../../protocol/java/long.ts';
import { TransferAssetContract } from '../../protocol/messages/contract-messages.ts';
import { textOf } from '../../protocol/text.ts';
import { getAccount } from '../../state/accessors/accounts.ts';
import { assetBalance, getAsset } from '../../state/accessors/assets.ts';
import { getParameter, isEnabled } from '../../state/accessors/dynamic-properties.ts';
import { addAsset, requireTokenIds, subtractAsset } from '../accounts/asset-balance.ts';
import { payFee } from '../accounts/balance.ts';
import { createAccount } from '../accounts/create-account.ts';
import { ContractExecuteError, ContractValidateError } from '../ledger-errors.ts';
import { nativeType, type TransactionType } from './transaction-type.ts';

/**
 * Moves tokens to another account, and creates the account if it is missing. docs/protocol/assets.md, TransferAsset.
 */
export const transferAsset: TransactionType = /* @__PURE__ */ nativeType({
  schema: TransferAssetContract,
  createsAccount: (state, { to_address: to }) => getAccount(state, to) === undefined,
  sentAsset: ({ asset_name: name }) => textOf(name),

  validate({ state }, { owner_address: from, to_address: to, asset_name: name, amount }) {
    requireTokenIds(state);
    if (!isAddress(from)) throw new ContractValidateError('Invalid ownerAddress');
    if (!isAddress(to)) throw new ContractValidateError('Invalid toAddress');
    if (amount <= 0n) throw new ContractValidateError('Amount must be greater than 0.');
    if (from === to) throw new ContractValidateError('Cannot transfer asset to yourself.');
    const owner = getAccount(state, from);
    if (owner === undefined) throw new ContractValidateError('No owner account!');
    const id = textOf(name);
    if (getAsset(state, id) === undefined) throw new ContractValidateError('No asset!');
    const balance = assetBalance(state, from, id);
    if (balance <= 0n) throw new ContractValidateError('assetBalance must be greater than 0.');
    if (amount > balance) throw new ContractValidateError('assetBalance is not sufficient.');
    const receiver = getAccount(state, to);
    if (receiver === undefined) {
      if (owner.balance >= getParameter(state, 'getCreateNewAccountFeeInSystemContract')) return;
      throw new ContractValidateError('Validate TransferAssetActuator error, insufficient fee.');
    }
    if (receiver.type === 'Contract' && isEnabled(state, 'getForbidTransferToContract')) {
      throw new ContractValidateError('Cannot transfer asset to smartContract.');
    }
    if (assetBalance(state, to, id) + amount > MAX_INT64) throw new ContractValidateError('long overflow');
  },

  execute({ state }, { owner_address: from, to_address: to, asset_name: name, amount }) {
    const id = textOf(name);
    let fee = 0n;
    if (getAccount(state, to) === undefined) {
      createAccount(state, to);
      fee = getParameter(state, 'getCreateNewAccountFeeInSystemContract');
    }
    if (!subtractAsset(state, from, id, amount)) throw new ContractExecuteError('reduceAssetAmount failed !');
    addAsset(state, to, id, amount);
    payFee(state, from, fee);
    return { fee };
  },
});
