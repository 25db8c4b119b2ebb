import type { Address } from '../../protocol/primitives.ts';
import { getAccount, putAccount } from '../../state/accounts.ts';
import { getPendingVotes, putPendingVotes } from '../../state/pending-votes.ts';
import type { Vote } from '../../state/records/vote.ts';
import type { State } from '../../state/root.ts';
import { truncateToLong } from '../../protocol/java/long.ts';
import { COIN, tronPower } from '../staking/account-stake.ts';

/** Entries that a list of votes may have. */
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
 * Lowers an account's votes in proportion to the stake that is left, after it became less. Doubles, in the node's
 * order; what rounds to 0 goes.
 *
 * Source: docs/protocol/governance.md, Un-voting.
 */
export function reduceVotes(state: State, voter: Address): void {
  const account = getAccount(state, voter);
  if (account === undefined) return;
  const total = account.votes.reduce((sum, { count }) => sum + count, 0n);
  const owned = tronPower(account);
  if (total === 0n || owned >= total * COIN) return;
  const reduced = account.votes
    .map(({ witness, count }) => ({ witness, count: reducedCount({ count, total, owned }) }))
    .filter(({ count }) => count > 0n);
  replaceVotes(state, voter, reduced);
}

/** Exported for its vectors. */
export function reducedCount({
  count,
  total,
  owned,
}: {
  readonly count: bigint;
  readonly total: bigint;
  readonly owned: bigint;
}): bigint {
  return truncateToLong(((Number(count) / Number(total)) * Number(owned)) / Number(COIN));
}
