import { type Address } from '../../protocol/primitives.ts';

export interface Vote {
  readonly witness: Address;
  readonly count: bigint;
}

/** Votes changed since the last maintenance: what they were before, and what they are now. */
export interface PendingVotes {
  readonly before: readonly Vote[];
  readonly after: readonly Vote[];
}
