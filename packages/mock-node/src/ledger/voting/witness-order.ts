import { byteStringHash } from '../../protocol/java/hash-map.ts';
import { type Address } from '../../protocol/primitives.ts';

/** Witnesses that produce blocks. */
const MAX_ACTIVE_WITNESSES = 27;

interface Voted {
  readonly address: Address;
  readonly voteCount: bigint;
}

/**
 * Compares witnesses by votes, descending. Ties are decided by address descending, or by the address's Java hash code
 * descending if `getConsensusLogicOptimization` is off.
 *
 * Source: docs/protocol/governance.md, Maintenance.
 */
export function byVotes(consensusOptimized: boolean): (a: Voted, b: Voted) => number {
  return (a, b) => {
    if (a.voteCount !== b.voteCount) return a.voteCount < b.voteCount ? 1 : -1;
    if (!consensusOptimized) return byteStringHash(b.address) - byteStringHash(a.address);
    return a.address < b.address ? 1 : a.address > b.address ? -1 : 0;
  };
}

/** The witnesses that produce blocks, by votes. */
export function mostVoted(
  witnesses: readonly Voted[],
  { consensusOptimized }: { readonly consensusOptimized: boolean },
): readonly Address[] {
  return witnesses
    .toSorted(byVotes(consensusOptimized))
    .slice(0, MAX_ACTIVE_WITNESSES)
    .map(({ address }) => address);
}
