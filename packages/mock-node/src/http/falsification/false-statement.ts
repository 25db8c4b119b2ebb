/**
 * A false statement about the chain. It has no effect while the chain does not have its transaction or block, and none
 * on block 0.
 *
 * Addresses are base58check or 41-hex, ids are 64 hexadecimal digits, and amounts are small units.
 */
export type FalseStatement =
  /** The balance of an account, which does not have to exist. */
  | { readonly kind: 'balance'; readonly address: string; readonly balance: bigint }
  /** A chain parameter by its name in getchainparameters. The latest price in its history is the same. */
  | { readonly kind: 'parameter'; readonly name: string; readonly value: bigint }
  /** The fee in a transaction's info. The parts in the receipt add up to it. */
  | { readonly kind: 'fee'; readonly txID: string; readonly fee: bigint }
  /** The data of a log in a transaction's info, by its index in that info, in hexadecimal. */
  | { readonly kind: 'log'; readonly txID: string; readonly index: number; readonly data: string }
  /** The result of a contract call, in its block and its info. A call that reverted has no logs. */
  | { readonly kind: 'outcome'; readonly txID: string; readonly result: 'SUCCESS' | 'REVERT' }
  /** A transfer of coin that nobody made, as the last transaction of a block, with an info and both balances. */
  | {
      readonly kind: 'transfer';
      readonly owner: string;
      readonly to: string;
      readonly amount: bigint;
      /** 1 or more. */
      readonly blockNumber: number;
    }
  /** A transaction that is in no block and has no info. */
  | { readonly kind: 'withheld'; readonly txID: string };

/** The statements of a lying node, and how the headers of its chain follow from them. */
export interface FalsifiedLedger {
  readonly statements: readonly FalseStatement[];
  /**
   * With `rebuilt`, a block with falsified transactions has their Merkle root, and it and all blocks above it have new ids
   * and name each other. Their signatures are not by a witness. With `kept`, headers, ids and signatures are the true
   * ones. Defaults to `rebuilt`.
   */
  readonly headers?: 'rebuilt' | 'kept';
}
