import { ProposalDeleteContract } from '../../protocol/messages/contract-messages.ts';
import { existingProposal, getProposal, putProposal } from '../../state/accessors/proposals.ts';
import { requiredAccount } from '../accounts/required-account.ts';
import { ContractValidateError } from '../ledger-errors.ts';
import { nativeType, type TransactionType } from './transaction-type.ts';

/** Withdraws the sender's own proposal. docs/protocol/governance.md, ProposalDelete. */
export const proposalDelete: TransactionType = /* @__PURE__ */ nativeType({
  schema: ProposalDeleteContract,

  validate({ state, now }, { owner_address: owner, proposal_id: id }) {
    requiredAccount(state, owner, 'not exists');
    const proposal = getProposal(state, Number(id));
    if (proposal === undefined) throw new ContractValidateError(`Proposal[${id}] not exists`);
    if (proposal.proposer !== owner) {
      throw new ContractValidateError(`Proposal[${id}] is not proposed by ${owner}`);
    }
    if (now >= proposal.expirationTime) throw new ContractValidateError(`Proposal[${id}] expired`);
    if (proposal.state === 'CANCELED') throw new ContractValidateError(`Proposal[${id}] canceled`);
  },

  execute({ state }, { proposal_id: id }) {
    putProposal(state, { ...existingProposal(state, Number(id)), state: 'CANCELED' });
    return { fee: 0n };
  },
});
