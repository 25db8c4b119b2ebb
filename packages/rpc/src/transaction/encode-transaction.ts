import { bytesToHex } from '../encoding/hex.ts';
import { transactionArgument } from './transaction-argument.ts';
import { TRANSACTION_LAYOUT } from './transaction-layout.ts';
import { type Transaction } from './transaction.ts';
import { encodeMessage } from './wire/encode-message.ts';

/** Hex of the `Transaction` message of these bytes and signatures. */
export const encodeSigned = (rawDataHex: string, signatures: readonly string[]): string =>
  bytesToHex(encodeMessage(TRANSACTION_LAYOUT, { raw_data: rawDataHex, signature: signatures }));

/**
 * Encodes a transaction with its signatures as hex of the network's own `Transaction` message. Store this form before
 * you first send the transaction. Other tools and `broadcastHex` take it too.
 *
 * Source: docs/protocol/transfers.md, Protobuf shapes.
 *
 * @param transaction - as a build function or {@link signTransaction} returned it
 * @throws `ARGUMENT_INVALID`, `SIGNATURE_INVALID` when its fields differ from its bytes, for instance because a store
 * changed them
 *
 * @example
 * ```ts
 * import { createNodeClient, createTransaction, decodeTransaction, encodeTransaction } from '@coin/rpc';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * const transfer = await createTransaction(client, {
 *   owner: 'TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvvi',
 *   to: 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8',
 *   amount: 1_000_000n,
 * });
 * const stored = encodeTransaction(transfer);
 * decodeTransaction(stored).txID; // => '9b355f7dea3de951042e29cc17a806c99f8df0aa3691f47c585a4f76e1a40380'
 * ```
 */
export function encodeTransaction(transaction: Transaction): string {
  const { rawDataHex, signatures } = transactionArgument(transaction);
  return encodeSigned(rawDataHex, signatures);
}
