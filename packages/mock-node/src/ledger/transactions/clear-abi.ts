import { ClearABIContract } from '../../protocol/contract-messages.ts';
import { ContractType } from '../../protocol/enumerations.ts';
import type { MessageOf } from '../../protocol/schema.ts';
import { updateContract } from '../../state/contracts.ts';
import { isEnabled } from '../../state/dynamic-properties.ts';
import { ContractValidateError } from '../ledger-errors.ts';
import { requiredAccount } from '../accounts/required-account.ts';
import type { TransactionType } from './transaction-type.ts';
import { checkCreator } from '../contracts/check-creator.ts';

/** A contract's creator removes the description of its functions. docs/protocol/governance.md, ClearABI. */
export const clearAbi: TransactionType<MessageOf<typeof ClearABIContract>> = {
  name: 'ClearABIContract',
  number: ContractType.values.ClearABIContract,
  schema: ClearABIContract,
  owner: (contract) => contract.owner_address,

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
};
