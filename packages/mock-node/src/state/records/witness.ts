import { type Address, type Slot } from '../../protocol/primitives.ts';

export interface Witness {
  readonly address: Address;
  readonly url: string;
  readonly voteCount: bigint;
  readonly totalProduced: number;
  readonly totalMissed: number;
  readonly latestBlockNumber: number;
  readonly latestSlot: Slot;
  readonly isActive: boolean;
}
