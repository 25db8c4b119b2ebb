import { modelledValues } from '../../protocol/chain-parameters.ts';
import { ProposalCreateContract } from '../../protocol/messages/contract-messages.ts';
import { updateProperties } from '../../state/accessors/dynamic-properties.ts';
import { putProposal } from '../../state/accessors/proposals.ts';
import { getWitness } from '../../state/accessors/witnesses.ts';
import { requiredAccount } from '../accounts/required-account.ts';
import { hasVersionPassed } from '../governance/block-version.ts';
import { maintenanceAfter, proposalExpireTime } from '../governance/maintenance.ts';
import { checkProposedValue, proposalParameters } from '../governance/proposal-parameters.ts';
import { ContractValidateError, NotModelledError } from '../ledger-errors.ts';
import { nativeType, type TransactionType } from './transaction-type.ts';

/** Proposes new chain parameters as a witness. docs/protocol/governance.md, ProposalCreate. */
export const proposalCreate: TransactionType = /* @__PURE__ */ nativeType({
  schema: ProposalCreateContract,

  validate({ state, network }, { owner_address: owner, parameters }) {
    requiredAccount(state, owner, 'not exists');
    if (getWitness(state, owner) === undefined) throw new ContractValidateError(`Witness[${owner}] not exists`);
    if (parameters.length === 0) throw new ContractValidateError('This proposal has no parameter.');
    const hasPassed = (version: number): boolean => hasVersionPassed(state, network, version);
    for (const proposed of parameters) {
      const problem = checkProposedValue(state, proposed, hasPassed);
      if (problem !== undefined) throw new ContractValidateError(problem);
      const { parameter = '' } = proposalParameters.get(Number(proposed.key)) ?? {};
      const modelled = modelledValues.get(parameter);
      if (modelled !== undefined && proposed.value !== modelled.value) throw new NotModelledError(modelled.notModelled);
    }
  },

  execute({ state, network, now }, { owner_address: proposer, parameters }) {
    const id = state.root.properties.latestProposalId + 1;
    putProposal(state, {
      id,
      proposer,
      parameters: parameters.map(({ key, value }) => ({ key: Number(key), value })),
      expirationTime: maintenanceAfter(state, now + proposalExpireTime(state, network)),
      createTime: now,
      approvals: [],
      state: 'PENDING',
    });
    updateProperties(state, { latestProposalId: id });
    return { fee: 0n };
  },
});
