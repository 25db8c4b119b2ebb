import { type ZodMiniType } from 'zod/mini';
import { type JsonObject } from '../encoding/json.ts';
import { checkShape, unexpectedAnswer, type AnswerSource } from './answer/check-answer.ts';
import { type NodeClient, type ReadStateOptions } from './node-client.ts';
import { sendRequest } from './send-request.ts';

const isEmptyObject = (json: unknown): boolean => Object.keys(json ?? {}).length === 0;

/**
 * Sends a request and checks the answer's shape. Bytes are hex in both, because what a node prints as text with
 * `visible` true is not always JSON, and strangers choose it: docs/protocol/http.md, Text in visible answers.
 * `isEmpty`: the answer is `{}`, by which the node says that there is no such thing.
 */
export async function queryNode<T>(
  client: NodeClient,
  path: string,
  body: JsonObject,
  schema: ZodMiniType<T>,
  options?: ReadStateOptions,
): Promise<{ answer: T; source: AnswerSource; isEmpty: boolean }> {
  return sendRequest(client, path, { ...body, visible: false }, options, (json, source) => {
    const answer = checkShape(source, json, schema);
    const isEmpty = isEmptyObject(json);
    // An answer about something else, a rejection for instance, has none of the fields: they would all be read as 0.
    if (isEmptyObject(answer) !== isEmpty) throw unexpectedAnswer(source, 'body', 'invalid');
    return { answer, source, isEmpty };
  });
}
