import { type Witness } from '../../protocol/messages/messages.ts';
import { type MessageInit, type MessageOf } from '../../protocol/messages/schema.ts';
import { isEnabled } from '../../state/accessors/dynamic-properties.ts';
import { type Witness as WitnessRecord } from '../../state/records/witness.ts';
import { type State } from '../../state/root.ts';
import { noteUnknown, noteVotes } from '../../state/unknowns.ts';
import { voteChanges } from '../governance/maintenance.ts';
import { byVotes } from '../voting/witness-order.ts';

type WitnessMessage = MessageInit<MessageOf<typeof Witness>>;

/**
 * All witnesses, by address. Votes are as of the last maintenance.
 *
 * Source: docs/protocol/governance.md, Query answers.
 */
export function witnessMessages(state: State): readonly WitnessMessage[] {
  noteVotes(state);
  return [...state.root.witnesses.values()].toSorted((a, b) => (a.address < b.address ? -1 : 1)).map(messageOf);
}

/** Maximum number of witnesses in a page. */
const MAX_PAGE = 1000n;

/**
 * A page of the witnesses as the next maintenance would count and order them; undefined for a page that cannot be.
 *
 * Source: docs/protocol/governance.md, Query answers.
 */
export function witnessPage(
  state: State,
  { offset, limit }: { readonly offset: bigint; readonly limit: bigint },
): readonly WitnessMessage[] | undefined {
  // A fork does not know the votes that were cast before it.
  noteUnknown(state, { kind: 'votes' });
  const { witnesses } = state.root;
  if (limit <= 0n || offset < 0n || offset >= witnesses.size) return undefined;
  const changes = voteChanges(state);
  const counted = [...witnesses.values()].map((witness) => ({
    ...witness,
    voteCount: witness.voteCount + (changes.get(witness.address) ?? 0n),
  }));
  const sorted = counted.toSorted(byVotes(isEnabled(state, 'getConsensusLogicOptimization')));
  return sorted.slice(Number(offset), Number(offset + (limit > MAX_PAGE ? MAX_PAGE : limit))).map(messageOf);
}

const messageOf = (witness: WitnessRecord): WitnessMessage => ({
  address: witness.address,
  voteCount: witness.voteCount,
  url: witness.url,
  totalProduced: BigInt(witness.totalProduced),
  totalMissed: BigInt(witness.totalMissed),
  latestBlockNum: BigInt(witness.latestBlockNumber),
  latestSlotNum: BigInt(witness.latestSlot),
  isJobs: witness.isActive,
});
