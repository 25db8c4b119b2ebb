import { type WitnessSigner } from '../../crypto/witness-signer.ts';
import { blockHash, encodedBlockId, encodedTransactionsRoot } from '../../protocol/messages/ids.ts';
import {
  BlockHeaderRaw,
  Transaction,
  TransactionInfo,
  type BlockMessage,
  type TransactionInfoMessage,
} from '../../protocol/messages/messages.ts';
import { type MessageInit, type MessageOf } from '../../protocol/messages/schema.ts';
import { decode, encode } from '../../protocol/messages/wire.ts';
import { type Address, type Hex, type Milliseconds } from '../../protocol/primitives.ts';
import { rememberLatest } from '../../protocol/remember-latest.ts';
import { type StoredBlock, type StoredTransaction } from '../../state/records/stored-block.ts';

export type BlockHeaderFields = MessageOf<typeof BlockHeaderRaw>;

/** A block's header without the root of its transactions. */
export interface BlockPlan {
  readonly number: number;
  readonly timestamp: Milliseconds;
  readonly parentId: Hex;
  readonly witness: Address;
  readonly version: number;
}

/** The block that a transaction is executed for. */
export type BlockOfTransaction = Pick<BlockPlan, 'number' | 'timestamp' | 'witness'>;

/** Composes the header of a block with these transactions. */
export function headerOf(plan: BlockPlan, transactions: readonly StoredTransaction[]): BlockHeaderFields {
  return {
    timestamp: BigInt(plan.timestamp),
    txTrieRoot: encodedTransactionsRoot(transactions.map(({ bytes }) => bytes)),
    parentHash: plan.parentId,
    number: BigInt(plan.number),
    witness_id: 0n,
    witness_address: plan.witness,
    version: plan.version,
    accountStateRoot: '',
  };
}

/** A block as the chain stores it. */
export function storedBlock<Content extends Partial<StoredBlock>>(
  header: BlockHeaderFields,
  content: Content,
): Content & Pick<StoredBlock, 'id' | 'number' | 'timestamp' | 'header'> {
  const encoded = encode(BlockHeaderRaw, header);
  return {
    id: encodedBlockId(header.number, encoded),
    number: Number(header.number),
    timestamp: Number(header.timestamp),
    header: encoded,
    ...content,
  };
}

/**
 * Outcomes of transactions that are encoded when they are first read, because a test that reverts each call never reads
 * them. A getter in an object literal would give each block a hidden class, which keeps the block alive until a full
 * garbage collection.
 */
class LazyInfos {
  #unread: readonly UnreadInfo[];
  #infos: readonly Uint8Array[] | undefined;

  constructor(unread: readonly UnreadInfo[]) {
    this.#unread = unread;
  }

  get infos(): readonly Uint8Array[] {
    this.#infos ??= this.#unread.map((read) => encode(TransactionInfo, read()));
    this.#unread = [];
    return this.#infos;
  }
}

type UnreadInfo = () => MessageInit<TransactionInfoMessage>;

/** A block with the outcomes of its transactions. */
export function producedBlock(
  header: BlockHeaderFields,
  transactions: readonly StoredTransaction[],
  infos: readonly UnreadInfo[],
): StoredBlock {
  return Object.assign(new LazyInfos(infos), storedBlock(header, { transactions }));
}

/** The header of a block of the chain. The latest is cached, because contracts run on the head repeatedly. */
export const readHeader: (block: StoredBlock) => BlockHeaderFields = /* @__PURE__ */ rememberLatest(({ header }) =>
  decode(BlockHeaderRaw, header),
);

/**
 * A block of the chain as the protocol's message. A block produced here is signed only now, because signing takes
 * longer than producing an empty block and most blocks are never read.
 */
export function readBlock(block: StoredBlock, signer: WitnessSigner): BlockMessage {
  const header = readHeader(block);
  const signature =
    block.signature ?? (block.number === 0 ? '' : signer.sign(blockHash(header), header.witness_address));
  return {
    block_header: { raw_data: header, witness_signature: signature },
    transactions: block.transactions.map(({ bytes }) => decode(Transaction, bytes)),
  };
}

/** A transaction with its result as blocks contain it: `ret { contractRet }` appended to its bytes. */
export function withResult(bytes: Uint8Array, contractResult: number): Uint8Array {
  const retTag = 0x2a;
  const contractRetTag = 0x18;
  const stored = new Uint8Array(bytes.length + 4);
  stored.set(bytes);
  stored.set([retTag, 2, contractRetTag, contractResult], bytes.length);
  return stored;
}
