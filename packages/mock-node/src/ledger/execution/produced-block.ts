import { ContractResult } from '../../protocol/messages/enumerations.ts';
import { encodedTransactionsRoot } from '../../protocol/messages/ids.ts';
import { Transaction, TransactionInfo } from '../../protocol/messages/messages.ts';
import { encode, encodeFor } from '../../protocol/messages/wire.ts';
import { once } from '../../protocol/once.ts';
import { type Hex, type Milliseconds } from '../../protocol/primitives.ts';
import { type StoredBlock, type StoredTransaction } from '../../state/records/stored-block.ts';
import { type TransactionOutcome } from './apply-transaction.ts';
import { type BlockPlan, storedBlock, withResult } from './block.ts';
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
  readonly #header: () => Pick<StoredBlock, 'id' | 'header'>;
  readonly #infos: () => readonly Uint8Array[];

  constructor(plan: BlockPlan, packed: readonly PackedTransaction[]) {
    const transactions = packed.map((transaction) => new ProducedTransaction(transaction));
    this.number = plan.number;
    this.timestamp = plan.timestamp;
    this.transactions = transactions;
    this.#header = once(() => headerOf(plan, transactions));
    this.#infos = once(() => packed.map(({ completeInfo }) => encode(TransactionInfo, completeInfo())));
  }

  get id(): Hex {
    return this.#header().id;
  }

  get header(): Uint8Array {
    return this.#header().header;
  }

  get infos(): readonly Uint8Array[] {
    return this.#infos();
  }
}

function headerOf(plan: BlockPlan, transactions: readonly StoredTransaction[]): Pick<StoredBlock, 'id' | 'header'> {
  const header = {
    timestamp: BigInt(plan.timestamp),
    txTrieRoot: encodedTransactionsRoot(transactions.map(({ bytes }) => bytes)),
    parentHash: plan.parent.id,
    number: BigInt(plan.number),
    witness_id: 0n,
    witness_address: plan.witness,
    version: plan.version,
    accountStateRoot: '',
  };
  return storedBlock(header, {});
}
