import { ProposalState } from '../../protocol/enumerations.ts';
import { byteArrayHash, inHashMapOrder } from '../../protocol/java/hash-map.ts';
import { type Proposal as ProposalSchema } from '../../protocol/messages.ts';
import { type MessageInit, type MessageOf } from '../../protocol/schema.ts';
import { getProposal } from '../../state/proposals.ts';
import { type Proposal } from '../../state/records/proposal.ts';
import { type State } from '../../state/root.ts';

type ProposalMessage = MessageInit<MessageOf<typeof ProposalSchema>>;

/** A proposal by its id; undefined where there is none. Source: docs/protocol/governance.md, Query answers. */
export function proposalMessage(state: State, id: bigint): ProposalMessage | undefined {
  const proposal = getProposal(state, Number(id));
  return proposal && messageOf(proposal);
}

/**
 * All proposals, newest first. Those of one block are in the order of the node's store: first those in its memory in
 * the order of a hash map, then those of its database by id.
 *
 * Source: docs/protocol/queries.md, Representatives and proposals.
 */
export function proposalMessages({ root }: State): readonly ProposalMessage[] {
  const byId = [...root.proposals.values()].toSorted((a, b) => a.id - b.id);
  const isInMemory = ({ writtenIn }: Proposal): boolean => writtenIn > root.properties.flushedNumber;
  const inMemory = inHashMapOrder(byId.filter(isInMemory), ({ id }) => byteArrayHash(storeKey(id)));
  const stored = byId.filter((proposal) => !isInMemory(proposal));
  return [...inMemory, ...stored].toSorted((a, b) => b.createTime - a.createTime).map(messageOf);
}

/** The store's key of a proposal: its id in eight bytes. */
const storeKey = (id: number): string => id.toString(16).padStart(16, '0');

const MAX_PAGE_SIZE = 1000n;

/**
 * The proposals whose ids follow an offset, ascending.
 *
 * Source: docs/protocol/governance.md, Query answers.
 *
 * @returns undefined for a negative number, or an offset beyond the last proposal.
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
