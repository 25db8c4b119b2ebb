import { sha256 } from '@noble/hashes/sha2.js';
import { type BlockOutline } from '../answers/block-outline.ts';
import { bytesToHex, hexToBytes } from '../encoding/hex.ts';
import { getOutline } from '../endpoints/block-outlines.ts';
import { RAW_DATA_LAYOUT } from '../transaction/transaction-layout.ts';
import { decodeMessage } from '../transaction/wire/decode-message.ts';
import { type NodeClient, type ReadStateOptions } from '../transport/transport.ts';

/** The number of blocks after which the two bytes of a reference block's number repeat. */
const NUMBERS = 2 ** 16;

/**
 * The block that a transaction refers to. Only a chain with this block can include the transaction, and only after it.
 * Source: docs/protocol/transfers.md, Fields the node fills.
 */
export interface BlockReference {
  /** The block's number modulo 65,536. */
  readonly lowNumber: number;
  /** The middle 8 bytes of the block's id, in hex. */
  readonly hash: string;
}

/** Reads the id, the expiration and the reference block from a transaction's bytes. */
export function readLifetime(rawDataHex: string): {
  readonly txID: string;
  readonly expiration: number;
  readonly reference: BlockReference;
} {
  const bytes = hexToBytes(rawDataHex);
  const raw = decodeMessage(RAW_DATA_LAYOUT, bytes);
  return {
    txID: bytesToHex(sha256(bytes)),
    expiration: Number(raw.expiration ?? 0n),
    reference: { lowNumber: Number.parseInt(raw.ref_block_bytes ?? '', 16), hash: raw.ref_block_hash ?? '' },
  };
}

/** The block of the solid chain in the place of a transaction's reference block. */
export type ReferenceState =
  | { readonly kind: 'found'; readonly block: BlockOutline }
  /** Another block: no block of this chain can include the transaction. */
  | { readonly kind: 'replaced'; readonly block: BlockOutline }
  /** The node lacks the block of this number. */
  | { readonly kind: 'unknown'; readonly number: number };

interface ReferenceSearch {
  readonly reference: BlockReference;
  /** In milliseconds since 1970. */
  readonly expiration: number;
  /** A solid block made at or after the expiration. */
  readonly newest: BlockOutline;
}

/**
 * Looks for the block that a transaction refers to. Two blocks come into question: the newest one with these two bytes
 * that is older than the expiration, and, for a block that included the transaction before that one existed, the one
 * 65,536 blocks earlier.
 */
export async function findReferenceBlock(
  client: NodeClient,
  { reference, expiration, newest }: ReferenceSearch,
  options: ReadStateOptions,
): Promise<ReferenceState> {
  const distance = (newest.number - reference.lowNumber) % NUMBERS;
  let replacing: BlockOutline | undefined;
  for (let number = newest.number - ((distance + NUMBERS) % NUMBERS); ; number -= NUMBERS) {
    const block = await getOutline(client, Math.max(number, 0), options);
    if (block === undefined) return { kind: 'unknown', number };
    if (block.blockID.slice(16, 32) === reference.hash) return { kind: 'found', block };
    if (replacing !== undefined) return { kind: 'replaced', block: replacing };
    if (number <= 0) return { kind: 'replaced', block };
    if (block.time < expiration) replacing = block;
  }
}
