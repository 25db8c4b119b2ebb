import { type WitnessSigner } from '../../crypto/witness-signer.ts';
import { createByteAllocator } from '../../protocol/byte-allocator.ts';
import { blockHash, encodedBlockId } from '../../protocol/messages/ids.ts';
import { BlockHeaderRaw, Transaction, type BlockMessage } from '../../protocol/messages/messages.ts';
import { type MessageOf } from '../../protocol/messages/schema.ts';
import { decode, encode } from '../../protocol/messages/wire.ts';
import { type Address, type Milliseconds } from '../../protocol/primitives.ts';
import { rememberLatest } from '../../protocol/remember-latest.ts';
import { type StoredBlock } from '../../state/records/stored-block.ts';

export type BlockHeaderFields = MessageOf<typeof BlockHeaderRaw>;

/** A block's header without the root of its transactions. */
export interface BlockPlan {
  readonly number: number;
  readonly timestamp: Milliseconds;
  readonly parent: StoredBlock;
  readonly witness: Address;
  readonly version: number;
}

/** The block that a transaction is executed for. */
export type BlockOfTransaction = Pick<BlockPlan, 'number' | 'timestamp' | 'witness'>;

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

const allocateBytes = /* @__PURE__ */ createByteAllocator();

/** A transaction with its result as blocks contain it: `ret { contractRet }` appended to its bytes. */
export function withResult(bytes: Uint8Array, contractResult: number): Uint8Array {
  const retTag = 0x2a;
  const contractRetTag = 0x18;
  const stored = allocateBytes(bytes.length + 4);
  stored.set(bytes);
  stored[bytes.length] = retTag;
  stored[bytes.length + 1] = 2;
  stored[bytes.length + 2] = contractRetTag;
  stored[bytes.length + 3] = contractResult;
  return stored;
}
