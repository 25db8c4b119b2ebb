import { truncateToLong } from '../../protocol/java/long.ts';
import { type Address } from '../../protocol/primitives.ts';
import { deferredShares, deferShare, forgetShares } from '../../state/accessors/deferred-shares.ts';
import { type State } from '../../state/root.ts';
import { collectUnknowns, markDependent } from '../../state/unknowns.ts';
import { addAllowance } from '../accounts/allowance.ts';
import { addToRewardPool, brokerageIn, rewardPool } from './reward-records.ts';

/** A part of a block's reward, in small units. */
export interface RewardOfWitness {
  readonly witness: Address;
  readonly amount: bigint;
}

/** Splits rewards between witnesses and their voters, now or when the witness's account is needed. */
export function shareRewards(state: State, rewards: readonly RewardOfWitness[]): void {
  const { cycle } = state.root.properties;
  const due = new Map<Address, Share[]>();
  for (const { witness, amount } of rewards) {
    if (deferShare(state, witness, { cycle, amount })) continue;
    const share = { cycle, amount, times: 1n };
    const shares = due.get(witness);
    if (shares === undefined) due.set(witness, [share]);
    else shares.push(share);
  }
  for (const [witness, shares] of due) divide(state, witness, cycle, shares);
}

/** Credits a witness with its deferred rewards. Must happen before its allowance is read. */
export function collectShares(state: State, witness: Address): void {
  const { unknowns } = collectUnknowns(state.root, () => {
    for (const share of deferredShares(state, witness)) divide(state, witness, share.cycle, [share]);
  });
  markDependent(state, [witness], unknowns);
  forgetShares(state, witness);
}

/** The small units distributed to the voters of a witness for a cycle. */
export function votersReward(state: State, cycle: number, witness: Address): bigint {
  return deferredShares(state, witness)
    .filter((share) => share.cycle === cycle)
    .reduce(
      (sum, share) => sum + (share.amount - keptOf(brokerageIn(state, cycle, witness), share.amount)) * share.times,
      rewardPool(state, cycle, witness),
    );
}

interface Share {
  readonly cycle: number;
  readonly amount: bigint;
  readonly times: bigint;
}

/** Credits the rewards of a cycle, with one write to the pool and one to the account. */
function divide(state: State, witness: Address, cycle: number, shares: readonly Share[]): void {
  let [forVoters, forWitness] = [0n, 0n];
  const brokerage = brokerageIn(state, cycle, witness);
  for (const { amount, times } of shares) {
    const kept = keptOf(brokerage, amount);
    forVoters += (amount - kept) * times;
    if (kept > 0n) forWitness += kept * times;
  }
  addToRewardPool(state, cycle, witness, forVoters);
  if (forWitness > 0n) addAllowance(state, witness, forWitness);
}

/** The witness's part of a reward. Uses doubles, in the node's order. */
const keptOf = (brokerage: bigint, amount: bigint): bigint =>
  truncateToLong((Number(brokerage) / 100) * Number(amount));
