import { Map } from 'immutable';
import { type Address } from '../../protocol/primitives.ts';
import { type State } from '../root.ts';
import { noteUnknown, noteVotes } from '../unknowns.ts';
import { isEnabled } from './dynamic-properties.ts';

/** Equal rewards that a witness received for blocks of one cycle. */
export interface DeferredShare {
  readonly cycle: number;
  /** Small units per reward. */
  readonly amount: bigint;
  readonly times: bigint;
}

const none: Map<string, number> = /* @__PURE__ */ Map();

/**
 * Defers a reward if the witness's account would have to be read from elsewhere. A block rewards up to 128 witnesses.
 *
 * @returns whether it is deferred. If not, it must be credited now.
 */
export function deferShare(
  state: State,
  witness: Address,
  { cycle, amount }: Pick<DeferredShare, 'cycle' | 'amount'>,
): boolean {
  const { base } = state.root;
  if (base === undefined) return false;
  const shares = base.shares.get(witness, none);
  const key = `${cycle}-${amount}`;
  const changed = base.shares.set(witness, shares.set(key, shares.get(key, 0) + 1));
  state.root = { ...state.root, base: { ...base, shares: changed } };
  return true;
}

/** The deferred rewards of a witness. */
export function deferredShares(state: State, witness: Address): readonly DeferredShare[] {
  const { base, witnesses } = state.root;
  if (base === undefined) return [];
  if (witnesses.has(witness)) {
    // A witness without counted votes has no shares, which depends on the votes too.
    noteVotes(state);
    if (isEnabled(state, 'getAllowTransactionFeePool')) noteUnknown(state, { kind: 'fee-pool' });
  }
  const shares = base.shares.get(witness);
  if (shares === undefined) return [];
  return [...shares].map(([key, times]) => {
    const [cycle = '', amount = ''] = key.split('-');
    return { cycle: Number(cycle), amount: BigInt(amount), times: BigInt(times) };
  });
}

/** Removes the deferred rewards of a witness. */
export function forgetShares(state: State, witness: Address): void {
  const { base } = state.root;
  if (base === undefined || !base.shares.has(witness)) return;
  state.root = { ...state.root, base: { ...base, shares: base.shares.delete(witness) } };
}
