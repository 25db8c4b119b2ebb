import { fitsLong } from '../../protocol/java/long.ts';
import { WithdrawBalanceContract } from '../../protocol/messages/contract-messages.ts';
import { DAY_MS } from '../../protocol/time.ts';
import { existingAccount, putAccount } from '../../state/accessors/accounts.ts';
import { requireKnown } from '../../state/read-from-base.ts';
import { requiredAccount } from '../accounts/required-account.ts';
import { ContractValidateError } from '../ledger-errors.ts';
import { collectShares } from '../voting/reward-shares.ts';
import { queryReward, settleReward } from '../voting/voter-rewards.ts';
import { nativeType, type TransactionType } from './transaction-type.ts';

/** Pays out the rewards of a voter or a witness. docs/protocol/governance.md, WithdrawBalance. */
export const withdrawBalance: TransactionType = /* @__PURE__ */ nativeType({
  schema: WithdrawBalanceContract,

  validate({ state, network, now }, { owner_address: owner }) {
    collectShares(state, owner);
    const account = requiredAccount(state, owner, 'not exists');
    if (network.genesis.witnesses.some(({ address }) => address === owner)) {
      throw new ContractValidateError(
        `Account[${owner}] is a guard representative and is not allowed to withdraw Balance`,
      );
    }
    if (account.isWitness) requireKnown(state.root, 'genesis-witness', owner);
    const { latestWithdrawTime, allowance, balance } = account;
    if (now - latestWithdrawTime < DAY_MS) {
      throw new ContractValidateError(`The last withdraw time is ${latestWithdrawTime}, less than 24 hours`);
    }
    if (allowance <= 0n && queryReward(state, owner, 'transaction') <= 0n) {
      throw new ContractValidateError('witnessAccount does not have any reward');
    }
    if (!fitsLong(balance + allowance)) {
      throw new ContractValidateError(`overflow: checkedAdd(${balance}, ${allowance})`);
    }
  },

  execute({ state, now }, { owner_address: owner }) {
    settleReward(state, owner, 'transaction');
    const account = existingAccount(state, owner);
    const { allowance, balance } = account;
    putAccount(state, { ...account, balance: balance + allowance, allowance: 0n, latestWithdrawTime: now });
    return { fee: 0n, withdrawAmount: allowance };
  },
});
