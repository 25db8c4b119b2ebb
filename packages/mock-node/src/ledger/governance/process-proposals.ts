import { getProposal, putProposal } from '../../state/accessors/proposals.ts';
import { type Proposal } from '../../state/records/proposal.ts';
import { type State } from '../../state/root.ts';
import { proposalParameters } from './proposal-parameters.ts';

/** Share of the active witnesses that must approve. */
const APPROVAL_NUMERATOR = 7;
const APPROVAL_DENOMINATOR = 10;

/**
 * Decides the proposals that have expired by the current maintenance, newest first.
 *
 * Source: docs/protocol/governance.md, Processing proposals.
 */
export function processProposals(state: State): void {
  const { latestProposalId, nextMaintenanceTime } = state.root.properties;
  for (let id = latestProposalId; id > 0; id--) {
    const proposal = getProposal(state, id);
    if (proposal === undefined || proposal.state === 'CANCELED') continue;
    if (proposal.state !== 'PENDING') return;
    if (proposal.expirationTime <= nextMaintenanceTime) decide(state, proposal);
  }
}

function decide(state: State, proposal: Proposal): void {
  const { activeWitnesses } = state.root.properties;
  const approvals = proposal.approvals.filter((witness) => activeWitnesses.includes(witness)).length;
  const needed = Math.trunc((activeWitnesses.length * APPROVAL_NUMERATOR) / APPROVAL_DENOMINATOR);
  if (approvals < needed) {
    putProposal(state, { ...proposal, state: 'DISAPPROVED' });
    return;
  }
  const { expirationTime } = proposal;
  for (const { key, value } of proposal.parameters) {
    const changed = proposalParameters.get(key);
    changed?.effect({ state, parameter: changed.parameter, value, expirationTime });
  }
  putProposal(state, { ...proposal, state: 'APPROVED' });
}
