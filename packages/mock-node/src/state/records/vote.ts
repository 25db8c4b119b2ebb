import { type Address } from '../../protocol/primitives.ts';

export interface Vote {
  readonly witness: Address;
  readonly count: bigint;
}

/** Votes changed since the last maintenance: the previous and the current ones. */
export interface PendingVotes {
  readonly before: readonly Vote[];
  readonly after: readonly Vote[];
}
