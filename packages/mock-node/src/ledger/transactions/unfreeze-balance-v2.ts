import { UnfreezeBalanceV2Contract } from '../../protocol/messages/contract-messages.ts';
import { existingAccount } from '../../state/accessors/accounts.ts';
import { requiredAccount } from '../accounts/required-account.ts';
import { ContractValidateError } from '../ledger-errors.ts';
import { frozenOf } from '../staking/account-stake.ts';
import { changeStake } from '../staking/network-weight.ts';
import { isUsable, rejectNewResourceModel, resourceOf, usableResource } from '../staking/resource-codes.ts';
import { isStakingV2 } from '../staking/staking-version.ts';
import { expiredAmount, MAX_UNFREEZING, pendingCount, withUnfreeze } from '../staking/unfreezing.ts';
import { settleReward } from '../voting/voter-rewards.ts';
import { reduceVotes } from '../voting/votes.ts';
import { nativeType, type TransactionType } from './transaction-type.ts';

const resourceTexts = { BANDWIDTH: 'BANDWIDTH', ENERGY: 'Energy' } as const;

/** Unfreezes stake, which can be withdrawn after a delay in days. docs/protocol/staking.md, UnfreezeBalanceV2. */
export const unfreezeBalanceV2: TransactionType = /* @__PURE__ */ nativeType({
  schema: UnfreezeBalanceV2Contract,

  validate({ state, now }, { owner_address: owner, unfreeze_balance: amount, resource: code }) {
    if (!isStakingV2(state)) {
      throw new ContractValidateError('Not support UnfreezeV2 transaction, need to be opened by the committee');
    }
    const account = requiredAccount(state, owner, 'does not exist');
    rejectNewResourceModel(state);
    const resource = resourceOf(code);
    if (!isUsable(resource)) {
      throw new ContractValidateError('ResourceCode error.valid ResourceCode[BANDWIDTH、Energy]');
    }
    const frozen = frozenOf(account, resource);
    if (frozen <= 0n) throw new ContractValidateError(`no frozenBalance(${resourceTexts[resource]})`);
    if (amount <= 0n || amount > frozen) {
      throw new ContractValidateError(`Invalid unfreeze_balance, [${amount}] is error`);
    }
    if (pendingCount(account, now) >= MAX_UNFREEZING) {
      throw new ContractValidateError('Invalid unfreeze operation, unfreezing times is over limit');
    }
  },

  execute({ state, now }, { owner_address: owner, unfreeze_balance: amount, resource: code }) {
    const resource = usableResource(code);
    settleReward(state, owner, 'transaction');
    const account = existingAccount(state, owner);
    const withdrawExpireAmount = expiredAmount(account, now);
    const unfrozen = withUnfreeze(state, account, { resource, amount, now });
    changeStake(state, unfrozen, { resource, amount: -amount }, 'transaction');
    reduceVotes(state, owner);
    return { fee: 0n, withdrawExpireAmount };
  },
});
