import { byteStringHash, inHashMapOrder } from '../../protocol/java/hash-map.ts';
import { fitsLong } from '../../protocol/java/long.ts';
import { type Address, type Milliseconds } from '../../protocol/primitives.ts';
import { getAccount, putAccount } from '../../state/accessors/accounts.ts';
import { getPendingVotes, putPendingVotes } from '../../state/accessors/pending-votes.ts';
import { getWitness } from '../../state/accessors/witnesses.ts';
import { type Vote } from '../../state/records/vote.ts';
import { type State } from '../../state/root.ts';
import { noteVotes } from '../../state/unknowns.ts';
import { type WorldState } from '../../vm/world/world-state.ts';
import { COIN, tronPower } from '../staking/account-stake.ts';
import { queryReward, settleReward } from '../voting/voter-rewards.ts';
import { MAX_VOTES, replaceVotes } from '../voting/votes.ts';

/**
 * Votes and rewards as the virtual machine sees them.
 *
 * Source: docs/protocol/rewards.md; docs/protocol/governance.md, VoteWitness.
 */
export function createVoteState(state: State): WorldState['votes'] {
  return {
    voteWitness: ({ owner, votes }) => voteWitness(state, owner, votes),
    withdrawReward: (request) => withdrawReward(state, request),
    settleAndCancelVotes: (request) => settleAndCancelVotes(state, request),
    isWitness: (address) => getWitness(state, address) !== undefined,
    getReceivedVotes(address) {
      noteVotes(state);
      return getWitness(state, address)?.voteCount ?? 0n;
    },
    getVotes: (address) => getAccount(state, address)?.votes ?? [],
    queryReward: (address) => queryReward(state, address, 'contract'),
    getTronPower(address) {
      const account = getAccount(state, address);
      return account === undefined ? 0n : tronPower(account);
    },
  };
}

/** @returns false, changing nothing, if the votes are rejected. */
function voteWitness(state: State, owner: Address, votes: readonly Vote[]): boolean {
  if (votes.length > MAX_VOTES) return false;
  const before = state.root;
  settleReward(state, owner, 'contract');
  const merged = mergedVotes(state, votes);
  const account = getAccount(state, owner);
  if (merged !== undefined && account !== undefined && merged.sum <= tronPower(account)) {
    replaceVotes(state, owner, merged.votes);
    return true;
  }
  state.root = before;
  return false;
}

interface Withdrawal {
  readonly owner: Address;
  readonly now: Milliseconds;
}

/** Genesis witnesses may not withdraw, but none of them is a contract. */
function withdrawReward(state: State, { owner, now }: Withdrawal): bigint | undefined {
  const before = state.root;
  settleReward(state, owner, 'contract');
  const account = getAccount(state, owner);
  if (account === undefined) return undefined;
  const { allowance, balance } = account;
  if (!fitsLong(balance + allowance)) {
    state.root = before;
    return undefined;
  }
  if (allowance <= 0n) return 0n;
  putAccount(state, { ...account, balance: balance + allowance, allowance: 0n, latestWithdrawTime: now });
  return allowance;
}

function settleAndCancelVotes(state: State, { owner, now }: Withdrawal): boolean {
  settleReward(state, owner, 'contract');
  const account = getAccount(state, owner);
  if (account === undefined) return true;
  const { allowance, balance, votes } = account;
  if (votes.length > 0) {
    const pending = getPendingVotes(state, owner);
    putPendingVotes(state, owner, { before: pending?.before ?? votes, after: [] });
  }
  if (!fitsLong(balance + allowance)) return false;
  putAccount(state, {
    ...account,
    votes: [],
    balance: balance + allowance,
    allowance: 0n,
    latestWithdrawTime: now,
  });
  return true;
}

/** One entry per witness in the order of the node's hash map, and none for 0 votes; undefined for rejected votes. */
function mergedVotes(
  state: State,
  votes: readonly Vote[],
): { readonly votes: readonly Vote[]; readonly sum: bigint } | undefined {
  const counts = new Map<string, bigint>();
  let total = 0n;
  for (const { witness, count } of votes) {
    if (getWitness(state, witness) === undefined || count < 0n) return undefined;
    if (count === 0n) continue;
    total += count;
    counts.set(witness, (counts.get(witness) ?? 0n) + count);
  }
  if (!fitsLong(total) || !fitsLong(total * COIN)) return undefined;
  const merged = [...counts].map(([witness, count]) => ({ witness, count }));
  return { votes: inHashMapOrder(merged, ({ witness }) => byteStringHash(witness)), sum: total * COIN };
}
