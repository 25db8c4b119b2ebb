import { isAddress } from '../../protocol/address.ts';
import { fitsLong } from '../../protocol/java/long.ts';
import { VoteWitnessContract } from '../../protocol/messages/contract-messages.ts';
import { getAccount } from '../../state/accessors/accounts.ts';
import { getWitness } from '../../state/accessors/witnesses.ts';
import { requiredAccount } from '../accounts/required-account.ts';
import { ContractValidateError } from '../ledger-errors.ts';
import { COIN, tronPower } from '../staking/account-stake.ts';
import { rejectNewResourceModel } from '../staking/resource-codes.ts';
import { settleReward } from '../voting/voter-rewards.ts';
import { MAX_VOTES, replaceVotes } from '../voting/votes.ts';
import { nativeType, type TransactionType } from './transaction-type.ts';

/** Replaces an account's votes for witnesses. docs/protocol/governance.md, VoteWitness. */
export const voteWitness: TransactionType = /* @__PURE__ */ nativeType({
  schema: VoteWitnessContract,

  validate({ state }, contract) {
    const { owner_address: owner, votes } = contract;
    if (!isAddress(owner)) throw new ContractValidateError('Invalid address');
    if (votes.length === 0) throw new ContractValidateError('VoteNumber must more than 0');
    if (votes.length > MAX_VOTES) throw new ContractValidateError(`VoteNumber more than maxVoteNumber ${MAX_VOTES}`);
    let sum = 0n;
    for (const { vote_address: witness, vote_count: count } of votes) {
      if (!isAddress(witness)) throw new ContractValidateError('Invalid vote address!');
      if (count <= 0n) throw new ContractValidateError('vote count must be greater than 0');
      if (getAccount(state, witness) === undefined) throw new ContractValidateError(`Account[${witness}] not exists`);
      if (getWitness(state, witness) === undefined) throw new ContractValidateError(`Witness[${witness}] not exists`);
      if (!fitsLong(sum + count)) throw new ContractValidateError(`overflow: checkedAdd(${sum}, ${count})`);
      sum += count;
    }
    const account = requiredAccount(state, owner, 'not exists');
    rejectNewResourceModel(state);
    if (!fitsLong(sum * COIN)) throw new ContractValidateError(`overflow: checkedMultiply(${sum}, ${COIN})`);
    const power = tronPower(account);
    if (sum * COIN > power) {
      throw new ContractValidateError(
        `The total number of votes[${sum * COIN}] is greater than the tronPower[${power}]`,
      );
    }
  },

  execute({ state }, { owner_address: owner, votes }) {
    settleReward(state, owner, 'transaction');
    replaceVotes(
      state,
      owner,
      votes.map(({ vote_address: witness, vote_count: count }) => ({ witness, count })),
    );
    return { fee: 0n };
  },
});
