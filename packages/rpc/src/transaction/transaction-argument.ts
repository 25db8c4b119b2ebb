import { hexArgument, integerArgument, invalidArgument, objectArgument } from '../encoding/arguments.ts';
import { type Transaction } from './transaction.ts';

/** Deeper than any transaction. */
const MAX_DEPTH = 32;

const isJson = (value: unknown, depth = 0): boolean =>
  ['string', 'number', 'bigint', 'boolean'].includes(typeof value) ||
  (depth < MAX_DEPTH &&
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((item) => isJson(item, depth + 1)));

/** A signature: 65 bytes of r, s and the recovery id. */
export const signatureArgument = (argument: string, signature: unknown): string =>
  hexArgument(argument, signature, { bytes: 65 });

/**
 * A transaction of a build function, or one whose fields were stored and read again: their types are checked, not their
 * bytes.
 */
export function transactionArgument(transaction: Transaction): Transaction {
  const { txID, rawDataHex, rawData, signatures, expiration } = objectArgument('transaction', transaction);
  hexArgument('transaction.txID', txID, { bytes: 32 });
  hexArgument('transaction.rawDataHex', rawDataHex);
  if (!isJson(objectArgument('transaction.rawData', rawData)))
    throw invalidArgument('transaction.rawData', rawData, 'JSON with bigint, as a build function returned it');
  integerArgument('transaction.expiration', expiration);
  if (!Array.isArray(signatures)) throw invalidArgument('transaction.signatures', signatures, 'an array');
  for (const signature of signatures) hexArgument('a signature of transaction', signature);
  return transaction;
}
