import { isAddress } from '../../protocol/address.ts';
import { SetAccountIdContract } from '../../protocol/messages/contract-messages.ts';
import { addressOfAccountId, getAccount, putAccountId, updateAccount } from '../../state/accessors/accounts.ts';
import { ContractValidateError } from '../ledger-errors.ts';
import { nativeType, type TransactionType } from './transaction-type.ts';

/** 8 to 32 visible ASCII characters, in hexadecimal. */
const validId = /^(?:2[1-9a-f]|[3-6][0-9a-f]|7[0-9a-e]){8,32}$/;

/** Sets an account's id, once. docs/protocol/governance.md, SetAccountId. */
export const setAccountId: TransactionType = /* @__PURE__ */ nativeType({
  schema: SetAccountIdContract,

  validate({ state }, { owner_address: owner, account_id: id }) {
    if (!validId.test(id)) throw new ContractValidateError('Invalid accountId');
    if (!isAddress(owner)) throw new ContractValidateError('Invalid ownerAddress');
    const account = getAccount(state, owner);
    if (account === undefined) throw new ContractValidateError('Account has not existed');
    if (account.accountId !== undefined) throw new ContractValidateError('This account id already set');
    if (addressOfAccountId(state, id) !== undefined) throw new ContractValidateError('This id has existed');
  },

  execute({ state }, { owner_address: owner, account_id: id }) {
    updateAccount(state, owner, { accountId: id });
    putAccountId(state, id, owner);
    return { fee: 0n };
  },
});
