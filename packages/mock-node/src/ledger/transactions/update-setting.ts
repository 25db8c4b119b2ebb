import { UpdateSettingContract } from '../../protocol/messages/contract-messages.ts';
import { updateContract } from '../../state/accessors/contracts.ts';
import { requiredAccount } from '../accounts/required-account.ts';
import { checkCreator } from '../contracts/check-creator.ts';
import { ContractValidateError } from '../ledger-errors.ts';
import { nativeType, type TransactionType } from './transaction-type.ts';

/** Sets the percentage of a contract's energy that callers pay. docs/protocol/governance.md, UpdateSetting. */
export const updateSetting: TransactionType = /* @__PURE__ */ nativeType({
  schema: UpdateSettingContract,

  validate({ state }, { owner_address: owner, contract_address: address, consume_user_resource_percent: percent }) {
    requiredAccount(state, owner, 'does not exist');
    if (percent < 0n || percent > 100n) throw new ContractValidateError('percent not in [0, 100]');
    checkCreator(state, { address, owner }, 'does not exist');
  },

  execute({ state }, { contract_address: address, consume_user_resource_percent: percent }) {
    updateContract(state, address, { consumeUserResourcePercent: percent });
    return { fee: 0n };
  },
});
