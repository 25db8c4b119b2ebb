import { ProposalApproveContract } from '../../protocol/messages/contract-messages.ts';
import { existingProposal, getProposal, putProposal } from '../../state/accessors/proposals.ts';
import { getWitness } from '../../state/accessors/witnesses.ts';
import { requiredAccount } from '../accounts/required-account.ts';
import { ContractValidateError } from '../ledger-errors.ts';
import { nativeType, type TransactionType } from './transaction-type.ts';

/** Approves a proposal as a witness, or withdraws the approval. docs/protocol/governance.md, ProposalApprove. */
export const proposalApprove: TransactionType = /* @__PURE__ */ nativeType({
  schema: ProposalApproveContract,

  validate({ state, now }, { owner_address: owner, proposal_id: id, is_add_approval: adds }) {
    requiredAccount(state, owner, 'not exists');
    if (getWitness(state, owner) === undefined) throw new ContractValidateError(`Witness[${owner}] not exists`);
    const proposal = getProposal(state, Number(id));
    if (proposal === undefined) throw new ContractValidateError(`Proposal[${id}] not exists`);
    if (now >= proposal.expirationTime) throw new ContractValidateError(`Proposal[${id}] expired`);
    if (proposal.state === 'CANCELED') throw new ContractValidateError(`Proposal[${id}] canceled`);
    const approved = proposal.approvals.includes(owner);
    if (!adds && !approved) {
      throw new ContractValidateError(`Witness[${owner}]has not approved proposal[${id}] before`);
    }
    if (adds && approved) throw new ContractValidateError(`Witness[${owner}]has approved proposal[${id}] before`);
  },

  execute({ state }, { owner_address: owner, proposal_id: id, is_add_approval: adds }) {
    const proposal = existingProposal(state, Number(id));
    const others = proposal.approvals.filter((witness) => witness !== owner);
    putProposal(state, { ...proposal, approvals: adds ? [...others, owner] : others });
    return { fee: 0n };
  },
});
