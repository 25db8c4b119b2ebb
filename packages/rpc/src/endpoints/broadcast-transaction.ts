import { stringifyJson } from '../encoding/json.ts';
import { hasExactJson } from '../transaction/decode-raw-data.ts';
import { encodeTransaction } from '../transaction/encode-transaction.ts';
import { submitTransaction, type Broadcast } from '../transaction/submit-transaction.ts';
import { requireSigned, transactionArgument } from '../transaction/transaction-argument.ts';
import { type Transaction } from '../transaction/transaction.ts';
import { type CallOptions, type NodeClient } from '../transport/transport.ts';
import { broadcastHex } from './broadcast-hex.ts';

/**
 * Characters that a node misreads in a text field: quotes, backslashes and control characters, which JSON escapes, and
 * the characters that the node's own JSON library escapes. Source: docs/protocol/http.md, Broadcast.
 */
const MISREAD = /[\\\u007f-\u009f\u2028\u2029]/;

/**
 * Sends a signed transaction to the network. If an answer is lost, the same bytes are sent again, which cannot pay
 * twice. A node that already has them says so, which counts as accepted. Being accepted does not mean that a contract
 * succeeds: see the transaction's info.
 *
 * Source: docs/protocol/http.md, Broadcast.
 *
 * @param transaction - with at least one signature
 * @param options - `retries`: the number of times the same bytes are sent again
 * @throws `BROADCAST_REJECTED` with the node's code; `BROADCAST_OUTCOME_UNKNOWN` when no answer came back: it may have
 * been accepted or not; `SIGNATURE_INVALID` when it is not signed; `ARGUMENT_INVALID` before any request when a field
 * differs from its bytes; transport's codes when the transaction certainly did not reach the node
 *
 * @example
 * ```ts
 * import { broadcastTransaction, createNodeClient, createTransaction, signTransaction } from '@coin/rpc';
 * import { createKeySigner } from '@coin/rpc/signer';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * const signer = createKeySigner('bf7c82c5d9166e606c392b11b183c303ab774085c85b7756bb4a19a227426573');
 * const to = 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8';
 * const transfer = await createTransaction(client, { owner: signer.address, to, amount: 1_000_000n });
 * const { status } = await broadcastTransaction(client, await signTransaction(transfer, signer));
 * // => { status: 'accepted', … }
 * ```
 */
export async function broadcastTransaction(
  client: NodeClient,
  transaction: Transaction,
  options?: CallOptions,
): Promise<Broadcast> {
  const checked = transactionArgument(transaction);
  const { txID, rawData, rawDataHex, signatures, expiration } = checked;
  requireSigned(checked);
  // A node reads only the JSON. A type unknown here has none, and text with these characters is misread.
  if (!hasExactJson(checked) || MISREAD.test(stringifyJson(rawData)))
    return broadcastHex(client, { transaction: encodeTransaction(checked) }, options);
  // As in `rawData`, with addresses in base58check. The answer repeats none of it.
  const body = { visible: true, txID, raw_data: rawData, raw_data_hex: rawDataHex, signature: signatures };
  return submitTransaction(client, { path: '/wallet/broadcasttransaction', body, txID, expiration }, options);
}
