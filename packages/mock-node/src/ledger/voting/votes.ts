import { truncateToLong } from '../../protocol/java/long.ts';
import { type Address } from '../../protocol/primitives.ts';
import { getAccount, putAccount } from '../../state/accessors/accounts.ts';
import { getPendingVotes, putPendingVotes } from '../../state/accessors/pending-votes.ts';
import { type Vote } from '../../state/records/vote.ts';
import { type State } from '../../state/root.ts';
import { COIN, tronPower } from '../staking/account-stake.ts';

/** Maximum number of entries in a list of votes. */
export const MAX_VOTES = 30;

/** Replaces an account's votes. They count from the next maintenance on. docs/protocol/governance.md, VoteWitness. */
export function replaceVotes(state: State, voter: Address, votes: readonly Vote[]): void {
  const account = getAccount(state, voter);
  if (account === undefined) return;
  const pending = getPendingVotes(state, voter);
  putPendingVotes(state, voter, { before: pending?.before ?? account.votes, after: votes });
  putAccount(state, { ...account, votes });
}

/**
 * Reduces an account's votes in proportion to its remaining stake. Uses doubles, in the node's order. Votes that round
 * to 0 are dropped.
 *
 * Source: docs/protocol/governance.md, Un-voting.
 */
export function reduceVotes(state: State, voter: Address): void {
  const account = getAccount(state, voter);
  if (account === undefined) return;
  const total = account.votes.reduce((sum, { count }) => sum + count, 0n);
  const power = tronPower(account);
  if (total === 0n || power >= total * COIN) return;
  const reduced = account.votes
    .map(({ witness, count }) => ({ witness, count: reducedCount({ count, total, power }) }))
    .filter(({ count }) => count > 0n);
  replaceVotes(state, voter, reduced);
}

/** Exported to test its vectors separately. */
export function reducedCount({
  count,
  total,
  power,
}: {
  readonly count: bigint;
  readonly total: bigint;
  readonly power: bigint;
}): bigint {
  return truncateToLong(((Number(count) / Number(total)) * Number(power)) / Number(COIN));
}
