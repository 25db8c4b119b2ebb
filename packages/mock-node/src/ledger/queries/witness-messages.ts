import { type Witness } from '../../protocol/messages/messages.ts';
import { type MessageInit, type MessageOf } from '../../protocol/messages/schema.ts';
import { type State } from '../../state/root.ts';
import { noteVotes } from '../../state/unknowns.ts';

/**
 * All witnesses, by address. Votes are as of the last maintenance.
 *
 * Source: docs/protocol/governance.md, Query answers.
 */
export function witnessMessages(state: State): readonly MessageInit<MessageOf<typeof Witness>>[] {
  noteVotes(state);
  return [...state.root.witnesses.values()]
    .toSorted((a, b) => (a.address < b.address ? -1 : 1))
    .map(({ address, voteCount, url, totalProduced, totalMissed, latestBlockNumber, latestSlot, isActive }) => ({
      address,
      voteCount,
      url,
      totalProduced: BigInt(totalProduced),
      totalMissed: BigInt(totalMissed),
      latestBlockNum: BigInt(latestBlockNumber),
      latestSlotNum: BigInt(latestSlot),
      isJobs: isActive,
    }));
}
