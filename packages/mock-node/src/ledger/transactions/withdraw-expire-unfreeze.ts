import { fitsLong } from '../../protocol/java/long.ts';
import { WithdrawExpireUnfreezeContract } from '../../protocol/messages/contract-messages.ts';
import { existingAccount, putAccount } from '../../state/accessors/accounts.ts';
import { requiredAccount } from '../accounts/required-account.ts';
import { ContractValidateError } from '../ledger-errors.ts';
import { isStakingV2 } from '../staking/staking-version.ts';
import { expiredAmount, withExpiredWithdrawn } from '../staking/unfreezing.ts';
import { nativeType, type TransactionType } from './transaction-type.ts';

/** Moves expired unfreezes into the balance. docs/protocol/staking.md, WithdrawExpireUnfreeze. */
export const withdrawExpireUnfreeze: TransactionType = /* @__PURE__ */ nativeType({
  schema: WithdrawExpireUnfreezeContract,

  validate({ state, now }, { owner_address: owner }) {
    if (!isStakingV2(state)) {
      throw new ContractValidateError(
        'Not support WithdrawExpireUnfreeze transaction, need to be opened by the committee',
      );
    }
    const account = requiredAccount(state, owner, 'not exists');
    const amount = expiredAmount(account, now);
    if (amount <= 0n) throw new ContractValidateError('no unFreeze balance to withdraw ');
    if (!fitsLong(account.balance + amount)) {
      throw new ContractValidateError(`overflow: checkedAdd(${account.balance}, ${amount})`);
    }
  },

  execute({ state, now }, { owner_address: owner }) {
    const account = existingAccount(state, owner);
    putAccount(state, withExpiredWithdrawn(account, now));
    return { fee: 0n, withdrawExpireAmount: expiredAmount(account, now) };
  },
});
