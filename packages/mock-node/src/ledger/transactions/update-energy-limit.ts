import { UpdateEnergyLimitContract } from '../../protocol/messages/contract-messages.ts';
import { updateContract } from '../../state/accessors/contracts.ts';
import { requiredAccount } from '../accounts/required-account.ts';
import { checkCreator } from '../contracts/check-creator.ts';
import { ContractValidateError } from '../ledger-errors.ts';
import { nativeType, type TransactionType } from './transaction-type.ts';

/**
 * Sets the maximum energy that a contract's creator pays for a call. docs/protocol/governance.md, UpdateEnergyLimit.
 */
export const updateEnergyLimit: TransactionType = /* @__PURE__ */ nativeType({
  schema: UpdateEnergyLimitContract,

  validate({ state }, { owner_address: owner, contract_address: address, origin_energy_limit: limit }) {
    requiredAccount(state, owner, 'does not exist');
    if (limit <= 0n) throw new ContractValidateError('origin energy limit must be > 0');
    checkCreator(state, { address, owner }, 'does not exist');
  },

  execute({ state }, { contract_address: address, origin_energy_limit: limit }) {
    updateContract(state, address, { deployerEnergyLimit: limit });
    return { fee: 0n };
  },
});
