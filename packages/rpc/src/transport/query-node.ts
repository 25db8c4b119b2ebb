import { type ZodMiniType } from 'zod/mini';
import { addressToHex, isAddress } from '../encoding/address.ts';
import { type JsonObject } from '../encoding/json.ts';
import { checkShape, unexpectedAnswer, type AnswerSource } from './answer/check-answer.ts';
import { type NodeClient, type ReadStateOptions } from './node-client.ts';
import { sendRequest } from './send-request.ts';

const isEmptyObject = (json: unknown): boolean => Object.keys(json ?? {}).length === 0;

interface Queried<T> {
  readonly answer: T;
  readonly source: AnswerSource;
  /** The answer is `{}`, by which the node says that there is no such thing. */
  readonly isEmpty: boolean;
}

/** A body as it is with `visible` false. */
const inHex = (body: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries({ ...body, visible: false }).map(([key, value]) => [
      key,
      typeof value === 'string' && isAddress(value) ? addressToHex(value) : value,
    ]),
  );

/**
 * Sends a request and checks the answer's shape. It asks with `visible` true, and again with `visible` false where that
 * gives no JSON or an answer that `isDoubtful`: a node prints texts that strangers choose nearly as they are, and they
 * may end a string early or look like other fields. In hex they cannot.
 *
 * Source: docs/protocol/http.md, Text in visible answers.
 */
export async function queryNode<T>(
  client: NodeClient,
  path: string,
  body: JsonObject,
  schema: ZodMiniType<T>,
  options?: ReadStateOptions,
  isDoubtful: (answer: T) => boolean = () => false,
): Promise<Queried<T>> {
  const fallbackBody = (): JsonObject => inHex(body);
  const read = (json: unknown, source: AnswerSource): Queried<T> => {
    const answer = checkShape(source, json, schema);
    const isEmpty = isEmptyObject(json);
    // An answer about something else, a rejection for instance, has none of the fields: they would all be read as 0.
    if (isEmptyObject(answer) !== isEmpty) throw unexpectedAnswer(source, 'body', 'invalid');
    return { answer, source, isEmpty };
  };
  const queried = await sendRequest(client, path, { ...body, visible: true }, options, read, fallbackBody);
  return isDoubtful(queried.answer) ? sendRequest(client, path, fallbackBody(), options, read) : queried;
}
