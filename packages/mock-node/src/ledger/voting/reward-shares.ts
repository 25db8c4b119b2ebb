import { Map } from 'immutable';
import { truncateToLong } from '../../protocol/java/long.ts';
import { type Address } from '../../protocol/primitives.ts';
import { type State } from '../../state/root.ts';
import { addAllowance } from '../accounts/allowance.ts';
import { addToRewardPool, brokerageIn, rewardPool } from './reward-records.ts';

/** Divides a reward between a witness and its voters. */
export function shareReward(state: State, witness: Address, amount: bigint): void {
  const { cycle } = state.root.properties;
  if (state.root.origin === undefined) divide(state, witness, { cycle, amount });
  else keepShare(state, witness, `${cycle}-${amount}`);
}

/** Doubles, in the node's order. */
function divide(state: State, witness: Address, share: { readonly cycle: number; readonly amount: bigint }): void {
  const kept = keptOf(state, witness, share);
  addToRewardPool(state, share.cycle, witness, share.amount - kept);
  if (kept > 0n) addAllowance(state, witness, kept);
}

const keptOf = (
  state: State,
  witness: Address,
  { cycle, amount }: { readonly cycle: number; readonly amount: bigint },
): bigint => truncateToLong((Number(brokerageIn(state, cycle, witness)) / 100) * Number(amount));

const noShares: Map<string, number> = /* @__PURE__ */ Map();

/**
 * A block rewards up to 128 witnesses, which a fork would have to read from its origin, each with its brokerage: it
 * keeps what each got until the account is needed.
 */
function keepShare(state: State, witness: Address, share: string): void {
  const { origin } = state.root;
  if (origin === undefined) return;
  const shares = origin.shares.get(witness, noShares);
  const changed = origin.shares.set(witness, shares.set(share, shares.get(share, 0) + 1));
  state.root = { ...state.root, origin: { ...origin, shares: changed } };
}

/** On a fork: credits a witness with what blocks paid to it. Must happen before its allowance is read. */
export function collectShares(state: State, witness: Address): void {
  const { origin } = state.root;
  const shares = origin?.shares.get(witness);
  if (origin === undefined || shares === undefined) return;
  let kept = 0n;
  for (const share of sharesOf(shares)) {
    const own = keptOf(state, witness, share);
    kept += own * share.times;
    addToRewardPool(state, share.cycle, witness, (share.amount - own) * share.times);
  }
  if (kept > 0n) addAllowance(state, witness, kept);
  state.root = { ...state.root, origin: { ...origin, shares: origin.shares.delete(witness) } };
}

/** What is distributed to the voters of a witness for a cycle, in small units. */
export function votersReward(state: State, cycle: number, witness: Address): bigint {
  const shares = state.root.origin?.shares.get(witness) ?? noShares;
  return sharesOf(shares)
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

function sharesOf(shares: Map<string, number>): readonly Share[] {
  return [...shares].map(([share, times]) => {
    const [cycle = '', amount = ''] = share.split('-');
    return { cycle: Number(cycle), amount: BigInt(amount), times: BigInt(times) };
  });
}
