import { type Milliseconds } from '../protocol/primitives.ts';

/** How far the state that a fork has read belongs to one block. */
export interface ForkConsistency {
  /** The block that the fork started from. */
  readonly head: { readonly number: number; readonly blockID: string; readonly time: Milliseconds };
  /**
   * Records read more than `lateAfterBlocks` blocks after it, and by how many. A node always answers with the state of
   * its newest block.
   */
  readonly late: readonly { readonly record: string; readonly blocks: number }[];
  /**
   * Accounts whose used resources are only known to within 1, because a node shows them recovered and rounded.
   * Addresses are base58check.
   */
  readonly rounded: readonly {
    readonly address: string;
    readonly resources: readonly ('bandwidth' | 'energy' | 'free bandwidth')[];
  }[];
  /** Requests sent to the network so far. */
  readonly requests: number;
}
