import { ContractResult } from '../../protocol/messages/enumerations.ts';
import { encodedTransactionsRoot } from '../../protocol/messages/ids.ts';
import { Transaction, TransactionInfo } from '../../protocol/messages/messages.ts';
import { encode, encodeFor } from '../../protocol/messages/wire.ts';
import { once } from '../../protocol/once.ts';
import { type Hex, type Milliseconds } from '../../protocol/primitives.ts';
import { type StoredBlock, type StoredTransaction } from '../../state/records/stored-block.ts';
import { type TransactionOutcome } from './apply-transaction.ts';
import { type BlockHeaderFields, type BlockPlan, storedBlock, withResult } from './block.ts';
import { type PreparedTransaction } from './prepared-transaction.ts';

// A test that reverts each call reads none of its blocks, so they are encoded when they are first read. A getter in an
// object literal would give each block a hidden class, which keeps the block alive until a full garbage collection.

/** A transaction and its outcome, of which a block is made. */
export interface PackedTransaction {
  readonly transaction: PreparedTransaction;
  /** Absent if blocks do not contain results. */
  readonly contractResult?: TransactionOutcome['contractResult'];
  readonly completeInfo: TransactionOutcome['completeInfo'];
}

class ProducedTransaction implements StoredTransaction {
  readonly id: Hex;
  readonly #bytes: () => Uint8Array;

  constructor({ transaction, contractResult }: PackedTransaction) {
    this.id = transaction.id;
    this.#bytes = once(() => {
      const { message } = transaction;
      if (contractResult === undefined) return encode(Transaction, message);
      return encodeFor(Transaction, message, (bytes) => withResult(bytes, ContractResult.values[contractResult]));
    });
  }

  get bytes(): Uint8Array {
    return this.#bytes();
  }
}

/** A block that this node produces. */
export class ProducedBlock implements StoredBlock {
  readonly number: number;
  readonly timestamp: Milliseconds;
  readonly transactions: readonly StoredTransaction[];
  #id: Hex = '';
  #header: Uint8Array | undefined;
  #infos: readonly Uint8Array[] | undefined;
  /** What the header is made of, until it is encoded. */
  #plan: BlockPlan | undefined;
  /** What the infos are made of, until they are encoded. */
  #packed: readonly PackedTransaction[];

  constructor(plan: BlockPlan, packed: readonly PackedTransaction[]) {
    this.number = plan.number;
    this.timestamp = plan.timestamp;
    this.transactions = packed.map((transaction) => new ProducedTransaction(transaction));
    this.#plan = plan;
    this.#packed = packed;
  }

  get id(): Hex {
    this.#encodeHeader();
    return this.#id;
  }

  get header(): Uint8Array {
    return this.#encodeHeader();
  }

  get infos(): readonly Uint8Array[] {
    this.#infos ??= this.#packed.map(({ completeInfo }) => encode(TransactionInfo, completeInfo()));
    this.#packed = [];
    return this.#infos;
  }

  #encodeHeader(): Uint8Array {
    if (this.#plan !== undefined) {
      const { id, header } = storedBlock(headerOf(this.#plan, this.transactions), {});
      this.#id = id;
      this.#header = header;
      this.#plan = undefined;
    }
    return this.#header as Uint8Array;
  }
}

const headerOf = (
  { number, timestamp, parent, witness, version }: BlockPlan,
  transactions: readonly StoredTransaction[],
): BlockHeaderFields => ({
  timestamp: BigInt(timestamp),
  txTrieRoot: encodedTransactionsRoot(transactions.map(({ bytes }) => bytes)),
  parentHash: parent.id,
  number: BigInt(number),
  witness_id: 0n,
  witness_address: witness,
  version,
  accountStateRoot: '',
});
