import { type Address } from '@coin/units';
import { sha256 } from '@noble/hashes/sha2.js';
import { toAddress } from '../address/address.ts';
import { CONTRACT_RESULTS, RESULT_CODES } from '../answers/result-words.ts';
import { hexArgument } from '../encoding/arguments.ts';
import { bytesToHex, hexToBytes } from '../encoding/hex.ts';
import { decodeMessage } from '../transaction/wire/decode-message.ts';
import { encodeMessage, encodeRead } from '../transaction/wire/encode-message.ts';
import { type MessageLayout } from '../transaction/wire/message-layout.ts';
import { readFields, type ReadField } from '../transaction/wire/read-fields.ts';

/** The input of a block's id and its signature. Source: docs/protocol/blocks.md, Block ids. */
export const HEADER_LAYOUT = [
  [1, 'timestamp', 'int64'],
  [2, 'txTrieRoot', 'bytes'],
  [3, 'parentHash', 'bytes'],
  [7, 'number', 'int64'],
  [8, 'witness_id', 'int64'],
  [9, 'witness_address', 'bytes'],
  [10, 'version', 'int64'],
  [11, 'accountStateRoot', 'bytes'],
] as const satisfies MessageLayout;

/** A result in a block. Source: docs/protocol/transfers.md, Protobuf shapes. */
const RESULT_LAYOUT = [
  [1, 'fee', 'int64'],
  [2, 'ret', 'enum', RESULT_CODES],
  [3, 'contractRet', 'enum', CONTRACT_RESULTS],
] as const satisfies MessageLayout;

/** A transaction in a block, which a leaf of the Merkle tree hashes. Its raw data stays in bytes. */
export const LEAF_LAYOUT = [
  [1, 'raw_data', 'bytes'],
  [2, 'signature', 'repeatedBytes'],
  [5, 'ret', 'repeated', RESULT_LAYOUT],
] as const satisfies MessageLayout;

/** The fields of a header that rules need. Times in milliseconds since 1970. */
export interface Header {
  readonly number: number;
  readonly time: number;
  readonly blockID: string;
  readonly parentBlockID: string;
  readonly transactionRoot: string;
  /** The producer; the hex of what block 0 has in its place. */
  readonly witness: Address;
  /** The hash that the producer signed: sha256 of the header's bytes. */
  readonly digest: Uint8Array;
}

/**
 * A message's known fields; undefined unless their bytes are as the network writes them. Fields of a later version may
 * stand between them: hashes cover all bytes, so they are kept as they are.
 */
export function decodeExactly<const Layout extends MessageLayout>(layout: Layout, hex: string) {
  const bytes = hexToBytes(hex);
  const message = decodeMessage(layout, bytes);
  const fields = readFields(bytes) ?? [];
  const known = fields.filter(([number]) => layout.some(([own]) => own === number));
  const written = (list: readonly ReadField[]) => bytesToHex(Uint8Array.from(list.flatMap(encodeRead)));
  return written(fields) === hex && written(known) === bytesToHex(encodeMessage(layout, message)) ? message : undefined;
}

/**
 * Reads a header from its bytes, and computes its id from them. Undefined for bytes that are not a header.
 *
 * Source: docs/protocol/blocks.md, Block ids.
 */
export function readHeader(argument: string, value: unknown): Header | undefined {
  const hex = hexArgument(argument, value);
  const raw = decodeExactly(HEADER_LAYOUT, hex);
  if (raw === undefined) return undefined;
  const { number = 0n, timestamp = 0n, parentHash = '', txTrieRoot = '', witness_address: witness = '' } = raw;
  const digest = sha256(hexToBytes(hex));
  return {
    number: Number(number),
    time: Number(timestamp),
    blockID: BigInt.asUintN(64, number).toString(16).padStart(16, '0') + bytesToHex(digest).slice(16),
    parentBlockID: parentHash,
    transactionRoot: txTrieRoot,
    witness: /^41[\da-f]{40}$/.test(witness) ? toAddress(witness) : witness,
    digest,
  };
}
