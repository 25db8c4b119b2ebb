import { reasonOf } from '@coin/errors';
import { object } from 'zod/mini';
import { type JsonObject } from '../encoding/json.ts';
import { omitUndefined } from '../encoding/omit-undefined.ts';
import { isRpcError, RpcError } from '../errors.ts';
import { checkShape, expectEqual, unexpectedAnswer, type AnswerSource } from '../transport/answer/check-answer.ts';
import { isBusy, readableMessage } from '../transport/answer/node-message.ts';
import { optionalBoolean, optionalString, optionalWord } from '../transport/answer/wire-schema.ts';
import { wasRejected } from '../transport/broadcast.ts';
import { CALL_OPTIONS, checkCallOptions } from '../transport/call-options.ts';
import { sendRequest } from '../transport/query-node.ts';
import { retryRounds } from '../transport/retry-rounds.ts';
import { type CallOptions, type NodeClient } from '../transport/transport.ts';

/** The node's answers to a broadcast. Any other word may mean that it has the bytes. Source: docs/protocol/http.md, Broadcast. */
const RESPONSE_CODES = [
  'SUCCESS',
  'SIGERROR',
  'CONTRACT_VALIDATE_ERROR',
  'CONTRACT_EXE_ERROR',
  'BANDWITH_ERROR',
  'DUP_TRANSACTION_ERROR',
  'TAPOS_ERROR',
  'TOO_BIG_TRANSACTION_ERROR',
  'TRANSACTION_EXPIRATION_ERROR',
  'SERVER_BUSY',
  'NO_CONNECTION',
  'NOT_ENOUGH_EFFECTIVE_CONNECTION',
  'BLOCK_UNSOLIDIFIED',
  'OTHER_ERROR',
] as const;

const schema = /* @__PURE__ */ object({
  result: optionalBoolean,
  code: /* @__PURE__ */ optionalWord(RESPONSE_CODES),
  message: optionalString,
  txid: optionalString,
});

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

/** The number of times that lost bytes are sent again by default. */
const DEFAULT_RETRIES = 2;
/** A longer wait, asked for by an endpoint, is left to the caller, unless the call may last longer. */
const LONGEST_PAUSE_MS = 10_000;

/**
 * Sends signed bytes to the network, repeats the same bytes if an answer was lost, and returns what is known of the
 * outcome. The transport sends them once each time, so every lost answer is seen here.
 */
export async function submitTransaction(
  client: NodeClient,
  { path, body, txID, expiration }: Submission,
  options: CallOptions = {},
): Promise<Broadcast> {
  checkCallOptions(options, CALL_OPTIONS);
  const { signal, timeoutMs, retries = DEFAULT_RETRIES } = options;
  let lost: RpcError | undefined;
  const outcomeUnknown = (cause: RpcError) => {
    const details = { endpoint: cause.endpoint, retryable: true, cause };
    return new RpcError('BROADCAST_OUTCOME_UNKNOWN', { txID, expiration, reason: reasonOf(cause) }, details);
  };
  const read = (json: unknown, source: AnswerSource) => readBroadcast(source, json, txID);
  const send = async (leftMs: number): Promise<Broadcast> => {
    try {
      const limit = timeoutMs === undefined ? undefined : Math.max(1, leftMs);
      return await sendRequest(client, { path, body, read }, omitUndefined({ signal, timeoutMs: limit, retries: 0 }));
    } catch (error) {
      if (isRpcError(error) && !wasRejected(error)) lost ??= error;
      throw error;
    }
  };
  // Another node may give an answer that can be read. A node that is busy needs a longer pause than this.
  const shouldRetry = ({ code, retryable, retryAfterMs = 0 }: RpcError) =>
    code === 'RESPONSE_INVALID' ||
    (retryable && code !== 'BROADCAST_REJECTED' && retryAfterMs < (timeoutMs ?? LONGEST_PAUSE_MS));
  try {
    return await retryRounds({ path, retries, timeoutMs, signal, shouldRetry }, send);
  } catch (error) {
    if (!isRpcError(error)) throw error;
    // A rejection proves nothing about an earlier attempt whose answer was lost.
    throw lost === undefined && wasRejected(error) ? error : outcomeUnknown(lost ?? error);
  }
}
