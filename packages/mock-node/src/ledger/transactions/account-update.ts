import { isAddress } from '../../protocol/address.ts';
import { AccountUpdateContract } from '../../protocol/messages/contract-messages.ts';
import { getAccount, isNameTaken, putAccountName, updateAccount } from '../../state/accessors/accounts.ts';
import { isEnabled } from '../../state/accessors/dynamic-properties.ts';
import { ContractValidateError } from '../ledger-errors.ts';
import { nativeType, type TransactionType } from './transaction-type.ts';

const MAX_NAME_BYTES = 200;

/** Names an account: only once, except on networks that allow changes. docs/protocol/governance.md, AccountUpdate. */
export const accountUpdate: TransactionType = /* @__PURE__ */ nativeType({
  schema: AccountUpdateContract,

  validate({ state }, { owner_address: owner, account_name: name }) {
    if (name.length > MAX_NAME_BYTES * 2) throw new ContractValidateError('Invalid accountName');
    if (!isAddress(owner)) throw new ContractValidateError('Invalid ownerAddress');
    const account = getAccount(state, owner);
    if (account === undefined) throw new ContractValidateError('Account does not exist');
    if (isEnabled(state, 'getAllowUpdateAccountName')) return;
    if (account.name !== '') throw new ContractValidateError('This account name is already existed');
    if (isNameTaken(state, name)) throw new ContractValidateError('This name is existed');
  },

  execute({ state }, { owner_address: owner, account_name: name }) {
    updateAccount(state, owner, { name });
    putAccountName(state, name, owner);
    return { fee: 0n };
  },
});
