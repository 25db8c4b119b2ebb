import { type Address, type Milliseconds } from '../../protocol/primitives.ts';

/**
 * Stake that one account delegates to another, locked or not. Amounts are in small units, and an expiry of 0 means
 * none.
 */
export interface Delegation {
  readonly bandwidth: bigint;
  readonly energy: bigint;
  readonly bandwidthExpire: Milliseconds;
  readonly energyExpire: Milliseconds;
}

/** The unlocked and the locked part of the stake that one account delegates to another. */
export interface DelegationPair {
  readonly unlocked?: Delegation;
  readonly locked?: Delegation;
  /** When the pair last delegated; absent after the pair has left the index. */
  readonly indexedAt?: Milliseconds;
}

/** The accounts that delegate to an account, and those it delegates to, in the order of the pairs' last delegations. */
export interface DelegationIndex {
  readonly delegators: readonly Address[];
  readonly receivers: readonly Address[];
}
