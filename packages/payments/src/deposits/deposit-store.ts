import { type Address } from '@coin/rpc';
import { type DepositStatus } from './deposit.ts';

/** What a store keeps of a deposit. */
export interface DepositRecord {
  /** The deposit's id. */
  readonly id: string;
  /** The watch that follows it: the last one that found it in a block. */
  readonly watch: string;
  readonly status: DepositStatus;
  /** Number of its events. */
  readonly version: number;
  readonly blockNumber: number;
  /** JSON of the deposit. */
  readonly value: string;
}

/** The position of a watch. */
export interface WatchRecord {
  readonly name: string;
  /** 1 for a new watch; each batch adds one. */
  readonly version: number;
  /** JSON. */
  readonly state: string;
}

/**
 * Stores the deposits and the positions of watches, and your addresses. Methods with a `transaction` take part in your
 * own transaction; in memory and in SQLite, whose connection is yours, it is absent.
 */
export interface DepositStore<Transaction = never> {
  /** Adds addresses in base58check, which a watch finds from now on. Those that it has stay. */
  readonly addAddresses: (
    addresses: readonly Address[],
    options?: { readonly transaction?: Transaction | undefined },
  ) => Promise<void>;
  /** Returns which of these addresses were added. */
  readonly findAddresses: (addresses: readonly Address[]) => Promise<readonly Address[]>;
  /** Returns the position of a watch. */
  readonly readWatch: (name: string) => Promise<WatchRecord | undefined>;
  /**
   * Stores the position of a watch whose version is one less, or of a new one with version 1, and returns true. From
   * then on, no other transaction may do so before this one ends. Returns false if the version is another.
   */
  readonly moveWatch: (watch: WatchRecord, transaction?: Transaction) => Promise<boolean>;
  /** Returns the deposits with these ids. */
  readonly getDeposits: (ids: readonly string[], transaction?: Transaction) => Promise<readonly DepositRecord[]>;
  /** Returns the deposits of a watch in blocks after a number, in the order of blocks. */
  readonly listDeposits: (
    range: { readonly watch: string; readonly afterBlock: number },
    transaction?: Transaction,
  ) => Promise<readonly DepositRecord[]>;
  /** Stores deposits, in place of those with the same ids. */
  readonly putDeposits: (records: readonly DepositRecord[], transaction?: Transaction) => Promise<void>;
}
