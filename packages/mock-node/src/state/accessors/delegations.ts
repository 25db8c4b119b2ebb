import { type Address, type Milliseconds } from '../../protocol/primitives.ts';
import { readFromBase, withDeleted } from '../read-from-base.ts';
import { type DelegationPair } from '../records/delegation.ts';
import { type State } from '../root.ts';

/** The stake that one account delegates to another. */
export function getDelegation(state: State, from: Address, to: Address): DelegationPair | undefined {
  return state.root.delegations.get(from + to) ?? readFromBase(state.root, 'delegation', from + to);
}

/** Writes the stake that one account delegates to another. A pair without parts is deleted. */
export function putDelegation(state: State, from: Address, to: Address, pair: DelegationPair): void {
  const isEmpty = pair.unlocked === undefined && pair.locked === undefined && pair.indexedAt === undefined;
  const root = isEmpty ? withDeleted(state.root, ['delegation'], from + to) : state.root;
  const { delegations } = root;
  state.root = {
    ...root,
    delegations: isEmpty ? delegations.delete(from + to) : delegations.set(from + to, pair),
  };
}

/** The other account of a delegation. */
export interface DelegationPartner {
  readonly address: Address;
  readonly indexedAt: Milliseconds;
}

/**
 * `indexedAt` of pairs that last delegated before a fork began. No interface reports it, but the index has their order.
 */
export const INDEXED_BEFORE_FORK = -1;

const ADDRESS_DIGITS = 42;

/**
 * The accounts that delegate to an account, and those it delegates to, in no order. Earlier ones have a lower
 * `indexedAt`.
 */
export function delegationPartners(
  state: State,
  account: Address,
): { readonly delegators: readonly DelegationPartner[]; readonly receivers: readonly DelegationPartner[] } {
  const before = readFromBase(state.root, 'delegation-index', account);
  const delegators = partnersBefore(state, before?.delegators ?? [], (other) => other + account);
  const receivers = partnersBefore(state, before?.receivers ?? [], (other) => account + other);
  for (const [pair, { indexedAt }] of state.root.delegations) {
    if (indexedAt === undefined || indexedAt === INDEXED_BEFORE_FORK) continue;
    const from = pair.slice(0, ADDRESS_DIGITS);
    const to = pair.slice(ADDRESS_DIGITS);
    if (from === account) receivers.push({ address: to, indexedAt });
    if (to === account) delegators.push({ address: from, indexedAt });
  }
  return { delegators, receivers };
}

/** The partners in a fork's initial index that have neither left it nor delegated again. */
function partnersBefore(
  { root }: State,
  index: readonly Address[],
  pairOf: (other: Address) => string,
): DelegationPartner[] {
  return index.flatMap((address, position) => {
    const pair = pairOf(address);
    const own = root.delegations.get(pair);
    const isThere =
      own === undefined ? root.base?.deleted.has(`delegation/${pair}`) !== true : own.indexedAt === INDEXED_BEFORE_FORK;
    return isThere ? [{ address, indexedAt: position - index.length }] : [];
  });
}
