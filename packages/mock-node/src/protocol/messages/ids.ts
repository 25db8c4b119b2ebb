import { concatBytes } from '@noble/hashes/utils.js';
import { sha256, sha256Hex } from '../hash.ts';
import { bytesToHex } from '../hex.ts';
import { type Hex } from '../primitives.ts';
import { rememberLatest } from '../remember-latest.ts';
import { BlockHeaderRaw, Transaction, TransactionRaw } from './messages.ts';
import { type MessageInit, type MessageOf } from './schema.ts';
import { encode, encodeFor } from './wire.ts';

type RawData = MessageInit<MessageOf<typeof TransactionRaw>>;

/** The SHA-256 of a transaction's encoded `raw_data`, which is its id and the signed hash, and the number of bytes. */
interface TransactionIdentity {
  readonly id: Hex;
  readonly size: number;
}

/** The identity of a transaction with this `raw_data`. The latest one is cached. */
const identityOf: (rawData: RawData) => TransactionIdentity = /* @__PURE__ */ rememberLatest((rawData) =>
  encodeFor(TransactionRaw, rawData, (bytes) => ({ id: sha256Hex(bytes), size: bytes.length })),
);

const emptyRawData: RawData = {};

/** A transaction's id. */
export const transactionId = (rawData: RawData | undefined): Hex => identityOf(rawData ?? emptyRawData).id;

/** Number of bytes of an encoded transaction. */
export function transactionSize(transaction: MessageOf<typeof Transaction>): number {
  const { raw_data: rawData } = transaction;
  const rest = encodeFor(Transaction, { ...transaction, raw_data: undefined }, ({ length }) => length);
  return rawData === undefined ? rest : rest + delimitedSize(identityOf(rawData).size);
}

/** Number of bytes of a field of this length, with its tag of one byte and its length. */
function delimitedSize(length: number): number {
  let size = length + 2;
  for (let left = length; left > 0x7f; left >>>= 7) size++;
  return size;
}

/** SHA-256 of the encoded header, which the witness signs. */
export const blockHash = (header: MessageInit<MessageOf<typeof BlockHeaderRaw>>): Uint8Array =>
  sha256(encode(BlockHeaderRaw, header));

/** A block's id: the header's hash, its first 8 bytes replaced by the block number (big endian). */
export const blockId = (header: MessageInit<MessageOf<typeof BlockHeaderRaw>>): string =>
  encodedBlockId(header.number ?? 0n, encode(BlockHeaderRaw, header));

/** The id of a block with this number and encoded header. */
export const encodedBlockId = (number: bigint, header: Uint8Array): string =>
  number.toString(16).padStart(16, '0') + sha256Hex(header).slice(16);

/** Merkle root of leaf hashes. The last of an odd number moves up a level unchanged. Zeros if there are no leaves. */
export const merkleRoot = (leaves: readonly Uint8Array[]): Uint8Array => {
  const [root = new Uint8Array(32)] = leaves;
  if (leaves.length <= 1) return root;
  const parents = leaves.flatMap((left, index) => {
    if (index % 2 === 1) return [];
    const right = leaves[index + 1];
    return [right === undefined ? left : sha256(concatBytes(left, right))];
  });
  return merkleRoot(parents);
};

/** `txTrieRoot` of a block: the Merkle root of the hashes of its transactions, including signatures and results. */
export const transactionsRoot = (transactions: readonly MessageInit<MessageOf<typeof Transaction>>[]): string =>
  encodedTransactionsRoot(transactions.map((transaction) => encode(Transaction, transaction)));

/** The same of encoded transactions. A single one is the root. */
export function encodedTransactionsRoot(transactions: readonly Uint8Array[]): string {
  const [first, ...others] = transactions;
  if (first !== undefined && others.length === 0) return sha256Hex(first);
  return bytesToHex(merkleRoot(transactions.map(sha256)));
}
