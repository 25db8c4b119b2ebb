import { truncateToLong } from '../../protocol/java/long.ts';
import { type Address } from '../../protocol/primitives.ts';
import { deferredShares, deferShare, forgetShares } from '../../state/accessors/deferred-shares.ts';
import { type State } from '../../state/root.ts';
import { collectUnknowns, markDependent } from '../../state/unknowns.ts';
import { addAllowance } from '../accounts/allowance.ts';
import { addToRewardPool, brokerageIn, rewardPool } from './reward-records.ts';

/** Splits a reward between a witness and its voters, now or when the witness's account is needed. */
export function shareReward(state: State, witness: Address, amount: bigint): void {
  const share = { cycle: state.root.properties.cycle, amount };
  if (!deferShare(state, witness, share)) divide(state, witness, { ...share, times: 1n });
}

/** Credits a witness with its deferred rewards. Must happen before its allowance is read. */
export function collectShares(state: State, witness: Address): void {
  const { unknowns } = collectUnknowns(state.root, () => {
    for (const share of deferredShares(state, witness)) divide(state, witness, share);
  });
  markDependent(state, [witness], unknowns);
  forgetShares(state, witness);
}

/** The small units distributed to the voters of a witness for a cycle. */
export function votersReward(state: State, cycle: number, witness: Address): bigint {
  return deferredShares(state, witness)
    .filter((share) => share.cycle === cycle)
    .reduce(
      (sum, share) => sum + (share.amount - keptOf(state, witness, share)) * share.times,
      rewardPool(state, cycle, witness),
    );
}

interface Share {
  readonly cycle: number;
  readonly amount: bigint;
  readonly times: bigint;
}

function divide(state: State, witness: Address, share: Share): void {
  const kept = keptOf(state, witness, share);
  addToRewardPool(state, share.cycle, witness, (share.amount - kept) * share.times);
  if (kept > 0n) addAllowance(state, witness, kept * share.times);
}

/** The witness's part of a reward. Uses doubles, in the node's order. */
const keptOf = (state: State, witness: Address, { cycle, amount }: Share): bigint =>
  truncateToLong((Number(brokerageIn(state, cycle, witness)) / 100) * Number(amount));
