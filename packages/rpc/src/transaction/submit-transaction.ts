import { object } from 'zod/mini';
import { expectEqual, checkShape, requireField } from '../transport/check-answer.ts';
import { optionalBoolean, optionalString } from '../transport/wire-schema.ts';
import type { CallOptions, NodeClient } from '../transport/node-client.ts';
import { isRpcError, RpcError } from '../errors.ts';
import type { JsonObject } from '../encoding/json.ts';
import { isBusy, readableMessage } from '../transport/node-message.ts';

const schema = /* @__PURE__ */ object({
  result: optionalBoolean,
  code: optionalString,
  message: optionalString,
  txid: optionalString,
});

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

/** Hands signed bytes to the network, the same bytes again where an answer was lost, and says what is known of the outcome. */
export async function submit(
  client: NodeClient,
  path: string,
  body: JsonObject,
  { txID, expiration }: { txID: string; expiration: number },
  options?: CallOptions,
): Promise<Broadcast> {
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
    const { json, endpoint } = await client.request(path, body, {
      ...options,
      onRetry: (error) => {
        if (!neverArrived(error)) lost ??= error;
      },
    });
    const source = { path, endpoint };
    const answer = checkShape(source, json, schema);
    if (answer.txid !== undefined) expectEqual(source, 'txid', answer.txid, txID);
    if (answer.result === true) return { txID, outcome: 'accepted' };
    if (answer.code === 'DUP_TRANSACTION_ERROR') return { txID, outcome: 'known' };
    const nodeCode = requireField(source, 'code', answer.code);
    const context = { txID, nodeCode, nodeMessage: readableMessage(answer.message ?? '') };
    throw new RpcError('BROADCAST_REFUSED', context, { endpoint, retryable: isBusy(nodeCode) });
  } catch (error) {
    if (!isRpcError(error)) throw error;
    // A refusal answers for its own try, not for one before it whose answer was lost.
    if (lost !== undefined) throw unknown(lost);
    throw neverArrived(error) ? error : unknown(error);
  }
}
