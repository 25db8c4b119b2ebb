import { argumentInvalid } from '../encoding/arguments.ts';
import { RUNS_CONTRACT } from '../transaction/decode-raw-data.ts';
import { decodeTransaction } from '../transaction/decode-transaction.ts';
import { encodeSigned } from '../transaction/encode-transaction.ts';
import { type Transaction } from '../transaction/transaction.ts';
import { decodeExactly, LEAF_LAYOUT, type Header } from './block-bytes.ts';
import { certificateArgument, type Certificate } from './certificate.ts';
import { hashLeaf, computeRoot } from './merkle-tree.ts';
import { paymentIn, type ProvenPayment } from './proven-payment.ts';
import { headersArgument } from './verify-block.ts';
import { checkLinks, headersBefore, notProven, verifyProducer } from './verify-header.ts';
import { cycleAfter, scheduleArgument, witnessesNeeded, type WitnessSchedule } from './witness-schedule.ts';

/** A transaction in a block that no fork can undo. */
export interface ProvenTransaction {
  readonly txID: string;
  readonly blockID: string;
  readonly blockNumber: number;
  /** Milliseconds since 1970. */
  readonly blockTime: number;
  /** Whether it took effect: `result` is `SUCCESS`, or `DEFAULT` for a transaction that runs no contract. */
  readonly succeeded: boolean;
  /** `SUCCESS`, `REVERT`, `OUT_OF_ENERGY` and so on; `DEFAULT` if the witness wrote none. */
  readonly result: string;
  /** The payment that its own bytes state; absent if it failed or does something else. */
  readonly payment?: ProvenPayment;
  /** The transaction as `decodeTransaction` returns it. */
  readonly transaction: Transaction;
}

/**
 * How many more witnesses must build on the first of these headers until its block is solid; 0 if it is.
 *
 * Source: docs/protocol/proofs.md, When a block is solid.
 */
export function witnessesMissing(schedule: WitnessSchedule, headers: readonly Header[]): number {
  const producers = new Set<string>();
  const missing = headers.map((header) => {
    producers.add(header.witness);
    const { witnesses } = cycleAfter(schedule, header);
    const count = witnesses.filter(({ address }) => producers.has(address)).length;
    return Math.max(0, witnessesNeeded(witnesses.length) - count);
  });
  return Math.min(...missing);
}

/**
 * Verifies a certificate without a node, and returns the transaction that it proves: that it is in a block, with this
 * result, and that no fork can undo it. The certificate does not prove fees, energy, logs or coin sent by contracts.
 *
 * Source: docs/protocol/proofs.md.
 *
 * @param certificate - as {@link proveTransaction} returned it
 * @param options - `witnesses`: the trusted witnesses
 * @throws `PARENT_MISMATCH`, `TRANSACTION_ROOT_MISMATCH`, `BLOCK_SIGNATURE_INVALID`, `WITNESS_OUT_OF_TURN`,
 * `WITNESSES_UNKNOWN`, `BLOCK_NOT_SOLID`; `ARGUMENT_INVALID` for anything that is not a certificate
 *
 * @example
 * ```ts
 * import { isRpcError } from '@coin/rpc';
 * import { verifyProof, type Certificate } from '@coin/rpc/proof';
 *
 * const stored = '{"version":1,"transaction":"0a00","path":[],"before":[],"headers":[]}';
 * const address = 'TA7QfZdDN1XBEcpnwuzkQYhDMSqtK1Rf5A';
 * const cycle = { from: 0, until: 1_795_240_800_000, witnesses: [{ address, signer: address }] };
 * try {
 *   verifyProof(JSON.parse(stored) as Certificate, { witnesses: { genesisTime: 0, cycles: [cycle] } });
 * } catch (error) {
 *   isRpcError(error) && error.code; // => 'ARGUMENT_INVALID'
 * }
 * ```
 */
export function verifyProof(
  certificate: Certificate,
  options: { readonly witnesses: WitnessSchedule },
): ProvenTransaction {
  const { transaction: bytes, path, before, headers: signed } = certificateArgument(certificate);
  const schedule = scheduleArgument(options.witnesses);
  const headers = headersArgument(
    'headers',
    signed.map(({ header }) => header),
  );
  const earlier = headersArgument('before', before);
  const [own] = headers;
  if (own === undefined) throw argumentInvalid('headers', signed, 'a list of at least one header');
  if (earlier.length !== headersBefore(own.number))
    throw argumentInvalid('before', before, `${headersBefore(own.number)} headers`);

  const row = [...earlier, ...headers];
  checkLinks(row);
  headers.forEach((header, index) => {
    const at = index + earlier.length;
    const signature = signed[index]?.signature ?? '';
    verifyProducer(schedule, { header, signature, before: row.slice(at - headersBefore(header.number), at) });
  });
  if (computeRoot(hashLeaf(bytes), path) !== own.transactionRoot)
    throw notProven('TRANSACTION_ROOT_MISMATCH', own.number, 'its header commits to other transactions');
  const missing = witnessesMissing(schedule, headers);
  if (missing > 0) throw notProven('BLOCK_NOT_SOLID', own.number, `${missing} more witnesses must build on it`);

  const { number: blockNumber, time: blockTime, blockID } = own;
  const { transaction, result, runsContract } = readLeaf(bytes);
  const succeeded = result === 'SUCCESS' || (result === 'DEFAULT' && !runsContract);
  const payment = succeeded ? paymentIn(transaction) : undefined;
  return {
    txID: transaction.txID,
    blockID,
    blockNumber,
    blockTime,
    succeeded,
    result,
    ...(payment !== undefined && { payment }),
    transaction,
  };
}

/**
 * An inner node of the tree has 64 bytes: a signature makes a transaction longer. Only a contract's result must be there:
 * other types are in a block only if they succeeded, and some witnesses wrote no result for them.
 *
 * Source: docs/protocol/proofs.md, What success means.
 */
function readLeaf(bytes: string): { transaction: Transaction; result: string; runsContract: boolean } {
  const { raw_data = '', signature = [], ret = [] } = decodeExactly(LEAF_LAYOUT, bytes) ?? {};
  const invalid = () => argumentInvalid('transaction', bytes, 'a signed transaction with one result');
  if (signature.length === 0) throw invalid();
  const transaction = decodeTransaction(encodeSigned(raw_data, signature));
  const [{ type }] = transaction.rawData['contract'] as unknown as readonly [{ readonly type: string }];
  const runsContract = RUNS_CONTRACT.has(type);
  const isEmpty = ret.every(({ contractRet }) => contractRet === undefined);
  if (ret.length !== 1 && (runsContract || !isEmpty)) throw invalid();
  return { transaction, result: ret[0]?.contractRet ?? 'DEFAULT', runsContract };
}
