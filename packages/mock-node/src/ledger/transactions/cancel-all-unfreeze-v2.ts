import { CancelAllUnfreezeV2Contract } from '../../protocol/messages/contract-messages.ts';
import { existingAccount, putAccount } from '../../state/accessors/accounts.ts';
import { type Resource } from '../../state/records/account.ts';
import { requiredAccount } from '../accounts/required-account.ts';
import { ContractValidateError } from '../ledger-errors.ts';
import { changeStake } from '../staking/network-weight.ts';
import { windowForm } from '../staking/staking-version.ts';
import { expiredAmount, isExpired } from '../staking/unfreezing.ts';
import { nativeType, type TransactionType } from './transaction-type.ts';

/** The order in which the node prints them. */
const resources: readonly Resource[] = ['ENERGY', 'TRON_POWER', 'BANDWIDTH'];

/** Cancels every pending unfreeze. docs/protocol/staking.md, CancelAllUnfreezeV2. */
export const cancelAllUnfreezeV2: TransactionType = /* @__PURE__ */ nativeType({
  schema: CancelAllUnfreezeV2Contract,

  validate({ state }, { owner_address: owner }) {
    if (windowForm(state) !== 'thousandths') {
      throw new ContractValidateError(
        'Not support CancelAllUnfreezeV2 transaction, need to be opened by the committee',
      );
    }
    const account = requiredAccount(state, owner, 'not exists');
    if (account.unfreezing.length === 0) throw new ContractValidateError('No unfreezeV2 list to cancel');
  },

  execute({ state, now }, { owner_address: owner }) {
    const before = existingAccount(state, owner);
    const withdrawExpireAmount = expiredAmount(before, now);
    putAccount(state, { ...before, balance: before.balance + withdrawExpireAmount, unfreezing: [] });
    const cancelUnfreezeAmounts = resources.map((key) => ({
      key,
      value: before.unfreezing
        .filter((entry) => entry.resource === key && !isExpired(entry, now))
        .reduce((sum, { amount }) => sum + amount, 0n),
    }));
    for (const { key: resource, value: amount } of cancelUnfreezeAmounts) {
      if (amount > 0n) changeStake(state, existingAccount(state, owner), { resource, amount }, 'transaction');
    }
    return { fee: 0n, withdrawExpireAmount, cancelUnfreezeAmounts };
  },
});
