import { type Address, type Milliseconds } from '../../protocol/primitives.ts';

export interface Proposal {
  readonly id: number;
  readonly proposer: Address;
  readonly parameters: readonly { readonly key: number; readonly value: bigint }[];
  readonly expirationTime: Milliseconds;
  readonly createTime: Milliseconds;
  readonly approvals: readonly Address[];
  readonly state: 'PENDING' | 'DISAPPROVED' | 'APPROVED' | 'CANCELED';
  /** Number of the block in which it was last written, maintained by `putProposal`. */
  readonly writtenIn: number;
}
