import { truncateToLong } from '../../protocol/java/long.ts';
import { type Address } from '../../protocol/primitives.ts';
import { getParameter, isEnabled, updateProperties } from '../../state/accessors/dynamic-properties.ts';
import { type State } from '../../state/root.ts';
import { addAllowance } from '../accounts/allowance.ts';
import { shareRewards, type RewardOfWitness } from './reward-shares.ts';
import { byVotes } from './witness-order.ts';

/** Number of witnesses that share the standby reward. */
export const MAX_STANDBY_WITNESSES = 127;

/**
 * Pays the coin that a block mints to its producer, to the witnesses with the most votes, and through both to their
 * voters.
 *
 * Source: docs/protocol/rewards.md, Paying a block.
 */
export function payBlockReward(state: State, producer: Address): void {
  const forProducer = getParameter(state, 'getWitnessPayPerBlock');
  if (!isEnabled(state, 'getChangeDelegation')) {
    countMinted(state, forProducer);
    addAllowance(state, producer, forProducer + takeFeePool(state));
    return;
  }
  const standby = standbyRewards(state);
  countMinted(
    state,
    standby.reduce((sum, { amount }) => sum + amount, forProducer),
  );
  const shares = [{ witness: producer, amount: forProducer }, ...standby];
  if (isEnabled(state, 'getAllowTransactionFeePool')) shares.push({ witness: producer, amount: takeFeePool(state) });
  shareRewards(state, shares);
}

function standbyRewards(state: State): readonly RewardOfWitness[] {
  const witnesses = [...state.root.witnesses.values()];
  // The order only decides who is beyond the last.
  if (witnesses.length > MAX_STANDBY_WITNESSES)
    witnesses.sort(byVotes(isEnabled(state, 'getConsensusLogicOptimization'))).splice(MAX_STANDBY_WITNESSES);
  const standby = witnesses.filter(({ voteCount }) => voteCount >= 1n);
  const votes = standby.reduce((sum, { voteCount }) => sum + voteCount, 0n);
  if (votes < 1n) return [];
  const perVote = Number(getParameter(state, 'getWitness127PayPerBlock')) / Number(votes);
  return standby.map(({ address, voteCount }) => ({
    witness: address,
    amount: truncateToLong(Number(voteCount) * perVote),
  }));
}

/** The node keeps no such total. It does not affect any answer. */
export function countMinted(state: State, amount: bigint): void {
  updateProperties(state, { minted: state.root.properties.minted + amount });
}

/** Empties the fee pool. @returns small units. */
function takeFeePool(state: State): bigint {
  if (!isEnabled(state, 'getAllowTransactionFeePool')) return 0n;
  const { transactionFeePool } = state.root.properties;
  updateProperties(state, { transactionFeePool: 0n });
  return transactionFeePool;
}
