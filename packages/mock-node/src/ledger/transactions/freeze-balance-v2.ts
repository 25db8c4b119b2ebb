import { FreezeBalanceV2Contract } from '../../protocol/messages/contract-messages.ts';
import { existingAccount } from '../../state/accessors/accounts.ts';
import { adjustBalance } from '../accounts/balance.ts';
import { requiredAccount } from '../accounts/required-account.ts';
import { ContractValidateError } from '../ledger-errors.ts';
import { COIN } from '../staking/account-stake.ts';
import { changeStake } from '../staking/network-weight.ts';
import { isUsable, rejectNewResourceModel, resourceOf, usableResource } from '../staking/resource-codes.ts';
import { isStakingV2 } from '../staking/staking-version.ts';
import { nativeType, type TransactionType } from './transaction-type.ts';

/** Stakes coin for a resource. docs/protocol/staking.md, FreezeBalanceV2. */
export const freezeBalanceV2: TransactionType = /* @__PURE__ */ nativeType({
  schema: FreezeBalanceV2Contract,

  validate({ state }, { owner_address: owner, frozen_balance: amount, resource }) {
    if (!isStakingV2(state)) {
      throw new ContractValidateError('Not support FreezeV2 transaction, need to be opened by the committee');
    }
    const account = requiredAccount(state, owner, 'not exists');
    if (amount <= 0n) throw new ContractValidateError('frozenBalance must be positive');
    if (amount < COIN) throw new ContractValidateError('frozenBalance must be greater than or equal to 1 TRX');
    if (amount > account.balance) {
      throw new ContractValidateError('frozenBalance must be less than or equal to accountBalance');
    }
    rejectNewResourceModel(state);
    if (!isUsable(resourceOf(resource))) {
      throw new ContractValidateError('ResourceCode error, valid ResourceCode[BANDWIDTH、ENERGY]');
    }
  },

  execute({ state }, { owner_address: owner, frozen_balance: amount, resource: code }) {
    adjustBalance(state, owner, -amount);
    changeStake(state, existingAccount(state, owner), { resource: usableResource(code), amount }, 'transaction');
    return { fee: 0n };
  },
});
