import { type Address } from '@coin/rpc';

/** A payment to one of your addresses, in the block that includes it now. */
export interface Deposit {
  /** Equal for the same transfer in any block: `txID` and `index`, and `tokenId` of a TRC-10 token. */
  readonly id: string;
  readonly txID: string;
  /** Position in the transaction, as of `coinTransfers`, `assetTransfers` and `tokenTransfers`. */
  readonly index: number;
  /** Coin, units of a TRC-10 token (`asset`), or units of a TRC-20 token (`token`). */
  readonly kind: 'coin' | 'asset' | 'token';
  /** The contract of a TRC-20 token. */
  readonly token?: Address;
  /** The id of a TRC-10 token. */
  readonly tokenId?: string;
  readonly from: Address;
  /** Your address. */
  readonly to: Address;
  /** More than 0, in the smallest units. */
  readonly amount: bigint;
  /** Text of the memo; absent if its bytes are not UTF-8. Anyone can set it. */
  readonly memo?: string;
  /** Hex of the memo's bytes. */
  readonly memoHex?: string;
  readonly blockNumber: number;
  readonly blockID: string;
  /** Milliseconds since 1970. */
  readonly blockTime: number;
}

/** The status of a deposit: in a block, final, or in no block of the chain because a fork dropped it. */
export type DepositStatus = 'seen' | 'confirmed' | 'dropped';

/** What happened to a deposit. */
export interface DepositEvent {
  /** Never repeats, in this or any other run: the id of the deposit, and the number of its event. */
  readonly id: string;
  /**
   * `seen` once, when a block includes it. `dropped` when a fork removes that block, `returned` when another block
   * includes it after that. `confirmed` once, when it counts.
   */
  readonly kind: DepositStatus | 'returned';
  /** As the block of this event has it. A contract may pay another amount when another block includes its call. */
  readonly deposit: Deposit;
}

/** How far a watch has come. */
export interface DepositProgress {
  /** The last block of the batch. */
  readonly blockNumber: number;
  /** The block that it reads up to: `toBlock`, otherwise the newest solid one. */
  readonly toBlock: number;
  /** Since the iteration began. */
  readonly blocksPerSecond: number;
  /** The time until `toBlock` at this rate, in milliseconds; 0 once it is reached. */
  readonly remainingMs: number;
}
