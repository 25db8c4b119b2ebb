/** The fate of transactions in dropped blocks: in the new blocks, pending again, or gone. */
export type DroppedTransactions = 'included' | 'pending' | 'dropped';

/** Where a transaction of a replaced block, or one that was pending, is after the replacement. */
export interface ReorganizedTransaction {
  readonly txID: string;
  /** `dropped`: it is gone, because that was asked for or because it can no longer be executed. */
  readonly status: 'included' | 'pending' | 'dropped';
  /** The block that includes it; absent for other statuses. */
  readonly blockNumber?: number;
}
