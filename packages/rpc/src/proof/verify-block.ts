import { type Address } from '@coin/units';
import { sha256 } from '@noble/hashes/sha2.js';
import { argumentInvalid, listArgument, hexArgument } from '../encoding/arguments.ts';
import { bytesToHex, hexToBytes } from '../encoding/hex.ts';
import { decodeExactly, LEAF_LAYOUT, readHeader, type Header } from './block-bytes.ts';
import { hashLeaf, merkleRoot } from './merkle-tree.ts';
import { type SignedBlock } from './signed-block.ts';
import { checkLinks, headersBefore, notProven, verifyProducer } from './verify-header.ts';
import { scheduleArgument, type WitnessSchedule } from './witness-schedule.ts';

/** The facts that a block is verified against. */
export interface VerifyBlockOptions {
  /** The trusted witnesses: their turns and their keys. */
  readonly witnesses: WitnessSchedule;
  /**
   * Headers in bytes (hex) of the two blocks before it, the older one first; of block 0 alone for block 1. A witness's
   * turn depends on their times.
   */
  readonly before: readonly string[];
}

/** A consistent block that a witness produced in its turn. */
export interface VerifiedBlock {
  readonly number: number;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly blockID: string;
  readonly parentBlockID: string;
  readonly transactionRoot: string;
  readonly witness: Address;
}

/** Hex digits of an inner node of the tree: two hashes. A transaction's contract alone is longer. */
const INNER_NODE_DIGITS = 128;

/** The headers of these bytes. */
export const headersArgument = (argument: string, values: readonly string[]): Header[] =>
  listArgument(argument, values).map((value) => {
    const header = readHeader(`an item of ${argument}`, value);
    if (header === undefined) throw argumentInvalid(`an item of ${argument}`, value, 'the bytes of a header in hex');
    return header;
  });

/**
 * Verifies a block without a node: its id, its transactions, its producer's signature, and that it was the producer's
 * turn. It does not check whether a fork can undo the block: {@link proveTransaction} does.
 *
 * Source: docs/protocol/proofs.md.
 *
 * @param block - as {@link getSignedBlock} returned it; not block 0, which nobody signed
 * @param options - `witnesses`: the trusted witnesses; `before`: the two headers before it
 * @throws `BLOCK_ID_MISMATCH`, `PARENT_MISMATCH`, `TRANSACTION_ID_MISMATCH`, `TRANSACTION_ROOT_MISMATCH`,
 * `BLOCK_SIGNATURE_INVALID`, `WITNESS_OUT_OF_TURN`, `WITNESSES_UNKNOWN`; `ARGUMENT_INVALID`
 *
 * @example
 * ```ts
 * import { createNodeClient } from '@coin/rpc';
 * import { getSignedBlock, verifyBlock } from '@coin/rpc/proof';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * const [first, block] = [await getSignedBlock(client, { number: 0 }), await getSignedBlock(client, { number: 1 })];
 * const address = 'TA7QfZdDN1XBEcpnwuzkQYhDMSqtK1Rf5A';
 * const cycle = { from: 0, until: 1_795_240_800_000, witnesses: [{ address, signer: address }] };
 * const witnesses = { genesisTime: 0, cycles: [cycle] };
 * if (first !== undefined && block !== undefined)
 *   verifyBlock(block, { witnesses, before: [first.header] }).number; // => 1
 * ```
 */
export function verifyBlock(block: SignedBlock, options: VerifyBlockOptions): VerifiedBlock {
  const { blockID, header: bytes, signature, transactions } = block;
  const { witnesses, before } = options;
  const schedule = scheduleArgument(witnesses);
  const earlier = headersArgument('before', before);
  const claimed = hexArgument('blockID', blockID, { bytes: 32 });
  const list = listArgument('block.transactions', transactions);

  const header = readHeader('header', bytes);
  if (header?.blockID !== claimed)
    throw notProven('BLOCK_ID_MISMATCH', header?.number ?? 0, `its id is ${claimed}, but its header has another hash`);
  const { number, time, parentBlockID, transactionRoot, witness } = header;
  const seen = new Set<string>();
  const leaves = list.map((transaction) => {
    const leaf = hexArgument('bytes of a transaction', transaction.bytes);
    const txID = hexArgument('txID', transaction.txID, { bytes: 32 });
    const { raw_data: rawData = '' } = decodeExactly(LEAF_LAYOUT, leaf) ?? {};
    if (leaf.length <= INNER_NODE_DIGITS || rawData === '')
      throw notProven('TRANSACTION_ROOT_MISMATCH', number, `the bytes of ${txID} are not a whole transaction`);
    if (bytesToHex(sha256(hexToBytes(rawData))) !== txID)
      throw notProven('TRANSACTION_ID_MISMATCH', number, `${txID} is not the hash of the transaction's raw data`);
    if (seen.has(txID)) throw notProven('TRANSACTION_ROOT_MISMATCH', number, `${txID} appears twice`);
    seen.add(txID);
    return hashLeaf(leaf);
  });
  const root = merkleRoot(leaves);
  if (root !== transactionRoot)
    throw notProven(
      'TRANSACTION_ROOT_MISMATCH',
      number,
      `its header has the root ${transactionRoot}, its transactions have ${root}`,
    );
  if (number > 0 && earlier.length !== headersBefore(number))
    throw argumentInvalid('before', before, `${headersBefore(number)} headers`);
  checkLinks([...earlier, header]);
  verifyProducer(schedule, { header, signature: hexArgument('signature', signature), before: earlier });
  return { number, time, blockID: claimed, parentBlockID, transactionRoot, witness };
}
