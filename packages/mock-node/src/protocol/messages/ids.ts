import { concatBytes } from '@noble/hashes/utils.js';
import { sha256, sha256Hex } from '../hash.ts';
import { bytesToHex } from '../hex.ts';
import { type Hex } from '../primitives.ts';
import { rememberLatest } from '../remember-latest.ts';
import { BlockHeaderRaw, Transaction, TransactionRaw } from './messages.ts';
import { type MessageInit, type MessageOf } from './schema.ts';
import { encode } from './wire.ts';

type RawData = MessageInit<MessageOf<typeof TransactionRaw>>;

/** The encoded `raw_data` of a transaction, and its SHA-256, which is the id and the signed hash. */
export interface TransactionIdentity {
  readonly bytes: Uint8Array;
  readonly id: Hex;
}

/** The identity of a transaction with this `raw_data`. The latest one is cached. */
export const identityOf: (rawData: RawData) => TransactionIdentity = /* @__PURE__ */ rememberLatest((rawData) => {
  const bytes = encode(TransactionRaw, rawData);
  return { bytes, id: sha256Hex(bytes) };
});

const emptyRawData: RawData = {};

/** A transaction's id. */
export const transactionId = (rawData: RawData | undefined): Hex => identityOf(rawData ?? emptyRawData).id;

/** Encodes a transaction, with the bytes that its id is made of. `raw_data` is the first of its fields. */
export function encodeTransaction({ raw_data: rawData, ...rest }: MessageOf<typeof Transaction>): Uint8Array {
  if (rawData === undefined) return encode(Transaction, rest);
  const raw = identityOf(rawData).bytes;
  return concatBytes(lengthPrefix(raw.length), raw, encode(Transaction, rest));
}

/** The tag of the first field, and a length as a varint. */
function lengthPrefix(length: number): Uint8Array {
  const prefix = [0x0a];
  let left = length;
  for (; left > 0x7f; left >>>= 7) prefix.push((left & 0x7f) | 0x80);
  return Uint8Array.of(...prefix, left);
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
