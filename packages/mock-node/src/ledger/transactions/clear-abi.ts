import { ClearABIContract } from '../../protocol/messages/contract-messages.ts';
import { updateContract } from '../../state/accessors/contracts.ts';
import { isEnabled } from '../../state/accessors/dynamic-properties.ts';
import { requiredAccount } from '../accounts/required-account.ts';
import { checkCreator } from '../contracts/check-creator.ts';
import { ContractValidateError } from '../ledger-errors.ts';
import { nativeType, type TransactionType } from './transaction-type.ts';

/** Removes a contract's ABI; only its creator may. docs/protocol/governance.md, ClearABI. */
export const clearAbi: TransactionType = /* @__PURE__ */ nativeType({
  schema: ClearABIContract,

  validate({ state }, { owner_address: owner, contract_address: address }) {
    if (!isEnabled(state, 'getAllowTvmConstantinople')) {
      throw new ContractValidateError('contract type error,unexpected type [ClearABIContract]');
    }
    requiredAccount(state, owner, 'not exists');
    checkCreator(state, { address, owner }, 'not exists');
  },

  execute({ state }, { contract_address: address }) {
    updateContract(state, address, { abi: '' });
    return { fee: 0n };
  },
});
