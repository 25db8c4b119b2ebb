import { argumentInvalid, listArgument, hexArgument } from '../encoding/arguments.ts';
import { RpcError } from '../errors.ts';
import { decodeRawData } from './decode-raw-data.ts';
import { type Transaction } from './transaction.ts';

/** Digits of a signature: r, s and the recovery id. */
const SIGNATURE_BYTES = 65;

/** A value that is not an object, as text. */
const toText: (value: unknown) => string = String;

/** Whether two values mean the same; integers may be a number, a bigint or decimal text. */
function saysTheSame(given: unknown, actual: unknown): boolean {
  if (typeof actual !== 'object' || actual === null)
    return typeof given !== 'object' && toText(given) === toText(actual);
  if (typeof given !== 'object' || given === null || Array.isArray(given) !== Array.isArray(actual)) return false;
  const entries = Object.entries(actual);
  return (
    Object.keys(given).length === entries.length &&
    entries.every(([key, value]) => saysTheSame((given as Record<string, unknown>)[key], value))
  );
}

export const signatureArgument = (argument: string, signature: unknown): string =>
  hexArgument(argument, signature, { bytes: SIGNATURE_BYTES });

/**
 * Decodes the transaction from the bytes of an argument, with its signatures. The argument may have been stored as JSON
 * and read again, so it is checked first: its id must be the hash of its bytes, and each field must match the bytes.
 */
export function transactionArgument(transaction: Transaction): Transaction {
  const { rawDataHex } = transaction;
  const signatures = listArgument('transaction.signatures', transaction.signatures);
  const txID = hexArgument('transaction.txID', transaction.txID, { bytes: 32 });
  const read = decodeRawData('transaction.rawDataHex', hexArgument('transaction.rawDataHex', rawDataHex));
  if (read.txID !== txID)
    throw new RpcError('SIGNATURE_INVALID', {
      txID,
      reason: 'wrong id',
      detail: 'its id is not the hash of its bytes',
    });
  for (const key of ['rawData', 'expiration', 'timestamp', 'feeLimit', 'contractAddress'] as const)
    if (!saysTheSame(transaction[key], read[key]))
      throw argumentInvalid(
        `transaction.${key}`,
        transaction[key],
        'the value in its bytes. Store a transaction with encodeTransaction, which keeps it exactly',
      );
  return {
    ...read,
    signatures: signatures.map((signature) => signatureArgument('a signature of transaction', signature)),
  };
}

/** @throws `SIGNATURE_INVALID` for a transaction without a signature */
export function requireSigned({ txID, signatures }: Transaction): void {
  if (signatures.length === 0)
    throw new RpcError('SIGNATURE_INVALID', { txID, reason: 'unsigned', detail: 'it has no signature' });
}
