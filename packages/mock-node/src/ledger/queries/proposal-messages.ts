import { ProposalState } from '../../protocol/messages/enumerations.ts';
import { type Proposal as ProposalSchema } from '../../protocol/messages/messages.ts';
import { type MessageInit, type MessageOf } from '../../protocol/messages/schema.ts';
import { getProposal } from '../../state/accessors/proposals.ts';
import { type Proposal } from '../../state/records/proposal.ts';
import { type State } from '../../state/root.ts';
import { inStoreOrder, numberKey } from './store-order.ts';

type ProposalMessage = MessageInit<MessageOf<typeof ProposalSchema>>;

/** Finds a proposal by its id; undefined if there is none. Source: docs/protocol/governance.md, Query answers. */
export function proposalMessage(state: State, id: bigint): ProposalMessage | undefined {
  const proposal = getProposal(state, Number(id));
  return proposal && messageOf(proposal);
}

/**
 * All proposals, newest first. Those of one block are in the order of the node's store.
 *
 * Source: docs/protocol/queries.md, Representatives and proposals.
 */
export function proposalMessages(state: State): readonly ProposalMessage[] {
  const byId = [...state.root.proposals.values()].toSorted((a, b) => a.id - b.id);
  const stored = inStoreOrder(state, byId, numberKey);
  return stored.toSorted((a, b) => b.createTime - a.createTime).map(messageOf);
}

const MAX_PAGE_SIZE = 1000n;

/**
 * The proposals whose ids follow an offset, ascending.
 *
 * Source: docs/protocol/governance.md, Query answers.
 *
 * @returns undefined for a negative number or an offset past the last proposal.
 */
export function proposalPage(
  state: State,
  { offset, limit }: { readonly offset: bigint; readonly limit: bigint },
): readonly ProposalMessage[] | undefined {
  const { latestProposalId } = state.root.properties;
  if (offset < 0n || limit < 0n || offset >= BigInt(latestProposalId)) return undefined;
  const first = Number(offset) + 1;
  const last = Math.min(latestProposalId, Number(offset + (limit < MAX_PAGE_SIZE ? limit : MAX_PAGE_SIZE)));
  const page: ProposalMessage[] = [];
  for (let id = first; id <= last; id++) {
    const proposal = getProposal(state, id);
    if (proposal !== undefined) page.push(messageOf(proposal));
  }
  return page;
}

function messageOf(proposal: Proposal): ProposalMessage {
  return {
    proposal_id: BigInt(proposal.id),
    proposer_address: proposal.proposer,
    parameters: proposal.parameters.map(({ key, value }) => ({ key: BigInt(key), value })),
    expiration_time: BigInt(proposal.expirationTime),
    create_time: BigInt(proposal.createTime),
    approvals: proposal.approvals,
    state: ProposalState.values[proposal.state],
  };
}
