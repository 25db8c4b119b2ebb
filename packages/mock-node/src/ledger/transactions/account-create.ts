import { isAddress } from '../../protocol/address.ts';
import { AccountCreateContract } from '../../protocol/messages/contract-messages.ts';
import { getAccount } from '../../state/accessors/accounts.ts';
import { getParameter } from '../../state/accessors/dynamic-properties.ts';
import { type Account } from '../../state/records/account.ts';
import { payFee } from '../accounts/balance.ts';
import { createAccount } from '../accounts/create-account.ts';
import { ContractValidateError } from '../ledger-errors.ts';
import { nativeType, type TransactionType } from './transaction-type.ts';

const accountTypes: readonly Account['type'][] = ['Normal', 'AssetIssue', 'Contract'];

/** Creates an account of the contract's type. docs/protocol/transfers.md, Account creation. */
export const accountCreate: TransactionType = /* @__PURE__ */ nativeType({
  schema: AccountCreateContract,
  createsAccount: () => true,

  validate({ state }, { owner_address: owner, account_address: address }) {
    if (!isAddress(owner)) throw new ContractValidateError('Invalid ownerAddress');
    const payer = getAccount(state, owner);
    if (payer === undefined) throw new ContractValidateError(`Account[${owner}] not exists`);
    if (payer.balance < getParameter(state, 'getCreateNewAccountFeeInSystemContract')) {
      throw new ContractValidateError('Validate CreateAccountActuator error, insufficient fee.');
    }
    if (!isAddress(address)) throw new ContractValidateError('Invalid account address');
    if (getAccount(state, address) !== undefined) throw new ContractValidateError('Account has existed');
  },

  execute({ state }, { owner_address: owner, account_address: address, type }) {
    createAccount(state, address, accountTypes[type] ?? 'Normal');
    const fee = getParameter(state, 'getCreateNewAccountFeeInSystemContract');
    payFee(state, owner, fee);
    return { fee };
  },
});
