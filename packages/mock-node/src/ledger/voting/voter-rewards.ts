import { truncateToLong, wrapLong } from '../../protocol/java/long.ts';
import { type Address } from '../../protocol/primitives.ts';
import { getAccount } from '../../state/accessors/accounts.ts';
import { isEnabled } from '../../state/accessors/dynamic-properties.ts';
import {
  firstReward,
  getVoterSnapshot,
  isCycleKnown,
  putVoterSnapshot,
  requireCycle,
} from '../../state/accessors/rewards.ts';
import { type Account } from '../../state/records/account.ts';
import { type Vote } from '../../state/records/vote.ts';
import { type State } from '../../state/root.ts';
import { addAllowance } from '../accounts/allowance.ts';
import {
  accumulatedReward,
  beginCycle,
  countUnpaid,
  endCycle,
  setAccumulatedReward,
  setBeginCycle,
  setEndCycle,
  snapshotKey,
  votesAtStart,
} from './reward-records.ts';
import { collectShares, votersReward } from './reward-shares.ts';

const REWARD_SCALE = 10n ** 18n;

/** The rules for settling rewards. Contracts know only the new formula. */
export type RewardRules = 'transaction' | 'contract';

const hasRewards = (state: State, rules: RewardRules): boolean =>
  isEnabled(state, rules === 'transaction' ? 'getChangeDelegation' : 'getAllowTvmVote');

/** Adds the reward per vote of a witness at the end of a cycle. Source: docs/protocol/rewards.md, vi. */
export function accumulateReward(state: State, cycle: number, witness: Address, votes: bigint): void {
  // The pools of a cycle that the ledger saw only in part are unknown. No reward depends on them.
  if (!isCycleKnown(state, cycle)) return;
  const before = accumulatedReward(state, cycle - 1, witness);
  const pool = votersReward(state, cycle, witness);
  const earned = pool === 0n || votes === 0n ? 0n : (pool * REWARD_SCALE) / votes;
  if (before + earned !== 0n) setAccumulatedReward(state, cycle, witness, before + earned);
}

/** The rewards of votes from one cycle until just before another. Source: docs/protocol/rewards.md, earned. */
function earned(
  state: State,
  votes: readonly Vote[],
  { from, to }: { readonly from: number; readonly to: number },
  rules: RewardRules,
): bigint {
  if (from >= to || votes.length === 0) return 0n;
  requireCycle(state, from);
  const newFrom =
    rules === 'contract' ? 0 : (state.root.properties.newRewardAlgorithmFromCycle ?? Number.MAX_SAFE_INTEGER);
  const oldTo = Math.min(to, newFrom);
  const old = from < oldTo ? earnedBefore(state, votes, { from, to: oldTo }) : 0n;
  return old + earnedSince(state, votes, { from: Math.max(from, newFrom), to });
}

function earnedSince(
  state: State,
  votes: readonly Vote[],
  { from, to }: { readonly from: number; readonly to: number },
): bigint {
  if (from >= to) return 0n;
  let sum = 0n;
  for (const { witness, count } of votes) {
    const perVote = accumulatedReward(state, to - 1, witness) - accumulatedReward(state, from - 1, witness);
    if (perVote > 0n) sum += wrapLong((perVote * count) / REWARD_SCALE);
  }
  return wrapLong(sum);
}

/** Rewards of cycles before the new formula: from pools and votes in doubles, or recomputed by the new formula. */
function earnedBefore(
  state: State,
  votes: readonly Vote[],
  { from, to }: { readonly from: number; readonly to: number },
): bigint {
  if (!isEnabled(state, 'getAllowOldRewardOpt')) {
    let sum = 0n;
    for (let cycle = from; cycle < to; cycle++) sum += earnedInOldCycle(state, votes, cycle);
    return sum;
  }
  let sum = 0n;
  for (const { witness, count } of votes) {
    let perVote = 0n;
    for (let cycle = Math.max(from, 1); cycle < to; cycle++) {
      const pool = votersReward(state, cycle, witness);
      const total = votesAtStart(state, cycle, witness) ?? 0n;
      if (pool !== 0n && total !== 0n && total !== -1n) perVote += (pool * REWARD_SCALE) / total;
    }
    if (perVote > 0n) sum += wrapLong((perVote * count) / REWARD_SCALE);
  }
  return sum;
}

function earnedInOldCycle(state: State, votes: readonly Vote[], cycle: number): bigint {
  let sum = 0n;
  for (const { witness, count } of votes) {
    const pool = votersReward(state, cycle, witness);
    const total = votesAtStart(state, cycle, witness) ?? 0n;
    if (pool <= 0n || total === 0n || total === -1n) continue;
    sum = truncateToLong(Number(sum) + (Number(count) / Number(total)) * Number(pool));
  }
  return sum;
}

/** The cycles for which a voter has not been credited yet. */
interface Unsettled {
  /** The rewards of votes that were replaced in the previous cycle. */
  readonly last: bigint;
  readonly from: number;
}

function unsettled(state: State, account: Account, rules: RewardRules): Unsettled {
  const { address } = account;
  const { cycle } = state.root.properties;
  const begin = beginCycle(state, address);
  const end = endCycle(state, address);
  if (begin + 1 !== end || begin >= cycle) return { last: 0n, from: begin };
  const votes = getVoterSnapshot(state, snapshotKey(begin, address));
  return { last: votes === undefined ? 0n : earned(state, votes, { from: begin, to: end }, rules), from: begin + 1 };
}

/**
 * Adds a voter's rewards to its allowance. Must happen before its votes change.
 *
 * Source: docs/protocol/rewards.md, Settling a voter.
 */
export function settleReward(state: State, address: Address, rules: RewardRules): void {
  collectShares(state, address);
  if (!hasRewards(state, rules)) return;
  const account = getAccount(state, address);
  const { cycle } = state.root.properties;
  const begin = beginCycle(state, address);
  if (account === undefined || begin > cycle) return;
  if (begin === cycle && getVoterSnapshot(state, snapshotKey(cycle, address)) !== undefined) return;
  const { last, from } = unsettled(state, account, rules);
  const before = last + firstReward(state, address);
  if (before > 0n) payVoter(state, address, before);
  if (account.votes.length === 0) {
    setBeginCycle(state, address, cycle + 1);
    return;
  }
  const since = earned(state, account.votes, { from, to: cycle }, rules);
  if (since > 0n) payVoter(state, address, since);
  setBeginCycle(state, address, cycle);
  setEndCycle(state, address, cycle + 1);
  putVoterSnapshot(state, snapshotKey(cycle, address), account.votes);
}

function payVoter(state: State, address: Address, amount: bigint): void {
  addAllowance(state, address, amount);
  countUnpaid(state, -amount);
}

/** The amount that an account could withdraw, in small units. Source: docs/protocol/rewards.md, Settling a voter. */
export function queryReward(state: State, address: Address, rules: RewardRules = 'transaction'): bigint {
  if (!hasRewards(state, rules)) return 0n;
  collectShares(state, address);
  const account = getAccount(state, address);
  if (account === undefined) return 0n;
  const { cycle } = state.root.properties;
  if (beginCycle(state, address) > cycle) return account.allowance;
  const { last, from } = unsettled(state, account, rules);
  const since = account.votes.length === 0 ? 0n : earned(state, account.votes, { from, to: cycle }, rules);
  return firstReward(state, address) + last + since + account.allowance;
}
