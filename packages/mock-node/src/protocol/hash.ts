import { sha256 as sha256Of } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { BlockHeaderRaw, Transaction, TransactionRaw } from './messages.ts';
import type { MessageInit, MessageOf } from './schema.ts';
import { encode } from './wire.ts';

export const sha256 = (bytes: Uint8Array): Uint8Array => sha256Of(bytes);

export const keccak256 = (bytes: Uint8Array): Uint8Array => keccak_256(bytes);

/** What a transaction's signatures are over and its id: SHA-256 of the encoded `raw_data`. */
export const transactionId = (rawData: MessageInit<MessageOf<typeof TransactionRaw>> | undefined): string =>
  bytesToHex(sha256(rawData === undefined ? new Uint8Array() : encode(TransactionRaw, rawData)));

/** SHA-256 of the encoded header: what the witness signs. */
export const blockHash = (header: MessageInit<MessageOf<typeof BlockHeaderRaw>>): Uint8Array =>
  sha256(encode(BlockHeaderRaw, header));

/** Id of a block: the header's hash with the number (8 bytes, big endian) written over its beginning. */
export const blockId = (header: MessageInit<MessageOf<typeof BlockHeaderRaw>>): string =>
  (header.number ?? 0n).toString(16).padStart(16, '0') + bytesToHex(blockHash(header)).slice(16);

const joined = (left: Uint8Array, right: Uint8Array): Uint8Array => {
  const both = new Uint8Array(left.length + right.length);
  both.set(left);
  both.set(right, left.length);
  return both;
};

/** Merkle root of leaf hashes; an odd one at the end of a level moves up as it is. Zeros for no leaves. */
export const merkleRoot = (leaves: readonly Uint8Array[]): Uint8Array => {
  if (leaves.length === 0) return new Uint8Array(32);
  let level = leaves;
  while (level.length > 1) {
    const next: Uint8Array[] = [];
    for (let index = 0; index < level.length; index += 2) {
      const left = level[index]!;
      const right = level[index + 1];
      next.push(right === undefined ? left : sha256(joined(left, right)));
    }
    level = next;
  }
  return level[0]!;
};

/** `txTrieRoot` of a block: the merkle root over the hashes of its whole transactions, signatures and results included. */
export const transactionsRoot = (transactions: readonly MessageInit<MessageOf<typeof Transaction>>[]): string =>
  bytesToHex(merkleRoot(transactions.map((transaction) => sha256(encode(Transaction, transaction)))));
