import { object } from 'zod/mini';
import { checkShape, flag, text, unexpected } from '../call.ts';
import type { CallOptions, NodeClient } from '../client.ts';
import { isRpcError, RpcError } from '../errors.ts';
import type { Transaction } from '../transaction/transaction.ts';
import { readableMessage } from '../transport/node-message.ts';

const PATH = '/wallet/broadcasttransaction';

const schema = /* @__PURE__ */ object({ result: flag, code: text, message: text, txid: text });

/** The node's words for "not now": the same bytes may go again. Source: docs/protocol/http.md, Broadcast. */
const NOT_NOW = /^(?:SERVER_BUSY|NO_CONNECTION|NOT_ENOUGH_EFFECTIVE_CONNECTION|BLOCK_UNSOLIDIFIED)$/;

/** Failures in which no node took the bytes: refused by itself, or by what stands before it. */
const NOT_TAKEN: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'BROADCAST_REFUSED',
  'UNAUTHORIZED',
  'RATE_LIMITED',
  'NOT_SUPPORTED',
  'ENDPOINT_MISMATCH',
  'NODE_ERROR',
  'VALIDATION_FAILED',
]);

const neverArrived = (error: RpcError): boolean =>
  NOT_TAKEN.has(error.code) ||
  (isRpcError(error, 'HTTP_STATUS') && error.context.status < 500 && error.context.status !== 408);

/** What became of a broadcast. */
export interface Broadcast {
  txID: string;
  /** `known`: the network had these very bytes already, from an earlier try or from another sender. */
  outcome: 'accepted' | 'known';
}

/**
 * Hands a signed transaction to the network. Lost answers are met by sending the same bytes again, which can't pay twice; a node that
 * has them says so, and that counts as accepted. That a contract will succeed does not follow from it: see the transaction's info.
 *
 * @param transaction - with at least one signature
 * @param options - `retries`: how often the same bytes go again
 * @throws `BROADCAST_REFUSED` with the node's code; `BROADCAST_OUTCOME_UNKNOWN` when no answer came back: it may be taken or not;
 * `SIGNATURE_INVALID` when it is not signed; transport's codes where the node surely did not see it
 *
 * Source: docs/protocol/http.md, Broadcast.
 *
 * @example
 * ```ts
 * import { broadcastTransaction, createNodeClient, createTransaction, signTransaction } from '@coin/rpc';
 * import { signerFromPrivateKey } from '@coin/rpc/signer';
 *
 * const client = createNodeClient({ endpoints: 'http://127.0.0.1:8090' });
 * const signer = signerFromPrivateKey('bf7c82c5d9166e606c392b11b183c303ab774085c85b7756bb4a19a227426573');
 * const to = 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8';
 * const transfer = await createTransaction(client, { owner: signer.address, to, amount: 1_000_000n });
 * const { outcome } = await broadcastTransaction(client, await signTransaction(transfer, signer));
 * // => { outcome: 'accepted', … }
 * ```
 */
export async function broadcastTransaction(
  client: NodeClient,
  transaction: Transaction,
  options?: CallOptions,
): Promise<Broadcast> {
  const { txID, rawData, rawDataHex, signatures, expiration } = transaction;
  if (signatures.length === 0) throw new RpcError('SIGNATURE_INVALID', { txID, reason: 'it has no signature to send' });
  const body = { visible: true, txID, raw_data: rawData, raw_data_hex: rawDataHex, signature: signatures };
  let lost: RpcError | undefined;
  const unknown = (error: RpcError) => {
    const context = { txID, expiration, reason: error.message };
    return new RpcError('BROADCAST_OUTCOME_UNKNOWN', context, {
      endpoint: error.endpoint,
      retryable: true,
      cause: error,
    });
  };
  try {
    const { json, endpoint } = await client.request(PATH, body, {
      ...options,
      onRetry: (error) => {
        if (!neverArrived(error)) lost ??= error;
      },
    });
    const answer = checkShape(PATH, endpoint, json, schema);
    if (answer.txid !== undefined && answer.txid !== txID)
      throw unexpected(PATH, endpoint, 'txid', `${answer.txid}, sent ${txID}`);
    if (answer.result === true) return { txID, outcome: 'accepted' };
    if (answer.code === 'DUP_TRANSACTION_ERROR') return { txID, outcome: 'known' };
    if (answer.code === undefined) throw unexpected(PATH, endpoint, 'result', 'neither true nor a code');
    const context = { txID, nodeCode: answer.code, nodeMessage: readableMessage(answer.message ?? '') };
    throw new RpcError('BROADCAST_REFUSED', context, { endpoint, retryable: NOT_NOW.test(answer.code) });
  } catch (error) {
    if (!isRpcError(error)) throw error;
    // A refusal answers for its own try, not for one before it whose answer was lost.
    if (lost !== undefined) throw unknown(lost);
    throw neverArrived(error) ? error : unknown(error);
  }
}
