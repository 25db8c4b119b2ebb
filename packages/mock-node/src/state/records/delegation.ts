import { type Address, type Milliseconds } from '../../protocol/primitives.ts';

/** What one account delegates to another, locked or not. Amounts in small units; an expiry of 0 stands for none. */
export interface Delegation {
  readonly bandwidth: bigint;
  readonly energy: bigint;
  readonly bandwidthExpire: Milliseconds;
  readonly energyExpire: Milliseconds;
}

/** The unlocked and the locked part of what one account delegates to another. */
export interface DelegationPair {
  readonly unlocked?: Delegation;
  readonly locked?: Delegation;
  /** When the pair last delegated; absent once the pair has left the index. */
  readonly indexedAt?: Milliseconds;
}

/** Who delegates to an account, and to whom it delegates, in the order in which the pairs last delegated. */
export interface DelegationIndex {
  readonly delegators: readonly Address[];
  readonly receivers: readonly Address[];
}
