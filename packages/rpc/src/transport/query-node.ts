import { type ZodMiniType } from 'zod/mini';
import { type JsonObject } from '../encoding/json.ts';
import { omitUndefined } from '../encoding/omit-undefined.ts';
import { type AnswerSource, checkShape, unexpectedAnswer } from './answer/check-answer.ts';
import { type NodeAnswer, type NodeClient, type RequestOptions, type ReadStateOptions } from './transport.ts';

interface ReadRequest<T> extends Pick<RequestOptions, 'fallbackBody'> {
  readonly path: string;
  readonly body: JsonObject;
  readonly read: (json: unknown, source: AnswerSource) => T;
}

/**
 * Sends a request through a client, and reads the answer. If reading throws `RESPONSE_INVALID`, `CLOCK_WRONG` or
 * `NODE_LAGS`, the endpoint is unusable, and the request goes to the next one.
 */
export async function sendRequest<T>(
  client: NodeClient,
  { path, body, read, fallbackBody }: ReadRequest<T>,
  options: RequestOptions = {},
): Promise<T> {
  let latest: { json: unknown; value: T } | undefined;
  const check = ({ json, endpoint }: NodeAnswer): T => {
    if (latest === undefined || latest.json !== json) latest = { json, value: read(json, { path, endpoint }) };
    return latest.value;
  };
  // A client of another make may not check.
  return check(await client.request(path, body, { ...options, check, ...omitUndefined({ fallbackBody }) }));
}

const isEmptyObject = (json: unknown): boolean => Object.keys(json ?? {}).length === 0;

interface Queried<T> {
  readonly answer: T;
  readonly source: AnswerSource;
  /** The answer is `{}`: the node has no such object. */
  readonly isEmpty: boolean;
}

/** The way to read an answer with texts that anyone can set. */
interface TextReading<T> {
  /** Whether a valid visible answer may mean something else. Absent if the caller gets no text. */
  readonly isDoubtful?: (answer: T) => boolean;
  /** Gives the fields of the body that differ with `visible` false: addresses in hex. */
  readonly hexFields?: () => JsonObject;
}

interface Query<T> {
  readonly path: string;
  /** Empty by default. */
  readonly body?: JsonObject;
  readonly schema: ZodMiniType<T>;
  /** False asks for addresses and texts in hex: the one question to which no text can make the answer another. */
  readonly visible?: boolean;
  readonly texts?: TextReading<T> | undefined;
}

/**
 * Sends a request and checks the answer's shape. It asks with `visible` true. If the answer contains text that anyone
 * may have chosen, and is doubtful or not valid JSON, it asks again with `visible` false. A node prints such text
 * nearly unescaped, so the text can end a string early or look like other fields. In hex it cannot.
 *
 * Source: docs/protocol/http.md, Text in visible answers.
 */
export async function queryNode<T>(
  client: NodeClient,
  { path, body = {}, schema, visible = true, texts }: Query<T>,
  options?: ReadStateOptions,
): Promise<Queried<T>> {
  // Apart from what is read: endpoints differ where answers agree.
  let source: AnswerSource = { path, endpoint: client.endpoint };
  const read = (json: unknown, from: AnswerSource): Omit<Queried<T>, 'source'> => {
    source = from;
    const answer = checkShape(source, json, schema);
    const isEmpty = isEmptyObject(json);
    // An unrelated answer, such as a rejection, has none of the fields, and they would all be read as 0.
    if (isEmptyObject(answer) !== isEmpty) throw unexpectedAnswer(source, 'body', 'invalid');
    return { answer, isEmpty };
  };
  const send = async (sent: JsonObject, fallbackBody?: () => JsonObject): Promise<Queried<T>> => {
    const queried = await sendRequest(client, { path, body: sent, read, ...omitUndefined({ fallbackBody }) }, options);
    return { ...queried, source };
  };
  const visibleBody = { ...body, visible };
  if (texts === undefined) return send(visibleBody);
  const hexBody = (): JsonObject => ({ ...body, ...texts.hexFields?.(), visible: false });
  const queried = await send(visibleBody, hexBody);
  return texts.isDoubtful?.(queried.answer) ? send(hexBody()) : queried;
}
