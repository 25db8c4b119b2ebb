import { type Hex, type Milliseconds } from '../../protocol/primitives.ts';

/** A block of the chain. Messages are in the protocol's encoding (src/protocol). */
export interface StoredBlock {
  readonly id: Hex;
  readonly number: number;
  readonly timestamp: Milliseconds;
  /** `BlockHeader.raw`. */
  readonly header: Uint8Array;
  /** The witness signature of an imported block. A block produced here is signed when it is first read. */
  readonly signature?: Hex;
  /** `Transaction` with its `ret`. */
  readonly transactions: readonly StoredTransaction[];
  /** `TransactionInfo`, in the order of the transactions; none in the genesis block. */
  readonly infos: readonly Uint8Array[];
}

export interface StoredTransaction {
  readonly id: Hex;
  readonly bytes: Uint8Array;
}

/** A block with other fields. Spreading one would leave out those that are computed when they are first read. */
export const changeBlock = (
  { id, number, timestamp, header, signature, transactions, infos }: StoredBlock,
  change: Partial<StoredBlock>,
): StoredBlock => ({
  id,
  number,
  timestamp,
  header,
  ...(signature !== undefined && { signature }),
  transactions,
  infos,
  ...change,
});
