import { object } from 'zod/mini';
import { objectArgument } from '../encoding/arguments.ts';
import { type JsonObject } from '../encoding/json.ts';
import { isRpcError, reasonOf, RpcError } from '../errors.ts';
import { checkShape, expectEqual, unexpectedAnswer, type AnswerSource } from '../transport/answer/check-answer.ts';
import { isBusy, readableMessage } from '../transport/answer/node-message.ts';
import { optionalBoolean, optionalString } from '../transport/answer/wire-schema.ts';
import { sendRequest } from '../transport/send-request.ts';
import { type CallOptions, type NodeClient, type RequestOptions } from '../transport/transport.ts';

const schema = /* @__PURE__ */ object({
  result: optionalBoolean,
  code: optionalString,
  message: optionalString,
  txid: optionalString,
});

/** Failures after which no node has the bytes: rejected by the node, or by a gateway in front of it. */
const REJECTIONS: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'BROADCAST_REJECTED',
  'UNAUTHORIZED',
  'RATE_LIMITED',
  'NOT_SUPPORTED',
  'ENDPOINT_MISMATCH',
  'NODE_ERROR',
  'VALIDATION_FAILED',
]);

const wasRejected = (error: RpcError): boolean =>
  REJECTIONS.has(error.code) ||
  (isRpcError(error, 'HTTP_STATUS') && error.context.status < 500 && error.context.status !== 408);

/** The outcome of a broadcast. */
export interface Broadcast {
  readonly txID: string;
  /** `known`: the network already had these bytes, from an earlier attempt or from another sender. */
  readonly status: 'accepted' | 'known';
}

/** A signed transaction in the form that a path takes. */
interface Submission {
  readonly path: string;
  readonly body: JsonObject;
  readonly txID: string;
  readonly expiration: number;
}

/** The status of the transaction `txID` according to a node's answer. */
function readBroadcast(source: AnswerSource, json: unknown, txID: string): Broadcast {
  const answer = checkShape(source, json, schema);
  if (answer.txid !== undefined) expectEqual(source, 'txid', { actual: answer.txid, requested: txID });
  const isSuccessCode = (answer.code ?? 'SUCCESS') === 'SUCCESS';
  if (answer.result === true && isSuccessCode) return { txID, status: 'accepted' };
  if (answer.code === 'DUP_TRANSACTION_ERROR') return { txID, status: 'known' };
  // Neither a success nor a rejection: it may have been accepted.
  if (answer.result === true || isSuccessCode)
    throw unexpectedAnswer(source, 'code', `"${answer.code}" beside the result ${answer.result}`);
  const { code: nodeCode = '' } = answer;
  const context = { txID, nodeCode, nodeMessage: readableMessage(answer.message ?? '') };
  throw new RpcError('BROADCAST_REJECTED', context, { endpoint: source.endpoint, retryable: isBusy(nodeCode) });
}

/**
 * Sends signed bytes to the network, repeats the same bytes if an answer was lost, and returns what is known of the
 * outcome.
 */
export async function submitTransaction(
  client: NodeClient,
  { path, body, txID, expiration }: Submission,
  options?: CallOptions,
): Promise<Broadcast> {
  let lost: RpcError | undefined;
  const outcomeUnknown = (cause: RpcError) => {
    const details = { endpoint: cause.endpoint, retryable: true, cause };
    return new RpcError('BROADCAST_OUTCOME_UNKNOWN', { txID, expiration, reason: reasonOf(cause) }, details);
  };
  try {
    const requestOptions: RequestOptions = {
      ...(options && objectArgument('options', options)),
      onRetry: (error) => {
        if (!wasRejected(error)) lost ??= error;
      },
    };
    const read = (json: unknown, source: AnswerSource) => readBroadcast(source, json, txID);
    return await sendRequest(client, { path, body, read }, requestOptions);
  } catch (error) {
    if (!isRpcError(error)) throw error;
    // A rejection proves nothing about an earlier attempt whose answer was lost.
    throw lost === undefined && wasRejected(error) ? error : outcomeUnknown(lost ?? error);
  }
}
