import { type Milliseconds } from '../protocol/primitives.ts';

/** How far what a fork has read is the state of one block. */
export interface ForkConsistency {
  /** The block that the fork began with. */
  readonly head: { readonly number: number; readonly blockID: string; readonly time: Milliseconds };
  /** What was read more than `lateAfterBlocks` blocks after it, and how many: a node answers as of its newest block. */
  readonly late: readonly { readonly piece: string; readonly blocks: number }[];
  /**
   * Accounts with resources in use of which the amount is known up to 1: a node shows it recovered and rounded.
   * Addresses are base58check.
   */
  readonly rounded: readonly {
    readonly address: string;
    readonly resources: readonly ('bandwidth' | 'energy' | 'free bandwidth')[];
  }[];
  /** Requests to the network so far. */
  readonly requests: number;
}
