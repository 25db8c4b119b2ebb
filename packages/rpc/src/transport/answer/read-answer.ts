import { parseJson } from '../../encoding/json.ts';
import { RpcError } from '../../errors.ts';
import { unexpectedAnswer, type AnswerSource } from './check-answer.ts';
import { splitException } from './node-message.ts';
import { retryAfter } from './retry-after.ts';

/** The limits and settings for reading an answer. */
export interface ReadOptions {
  readonly limitBytes: number;
  readonly signal: AbortSignal;
  /** Hides the endpoint's secrets in the answer's text. */
  readonly hideIn: (answer: string) => string;
}

/** Reads a body to its end, or until it is larger than allowed: the rest is not fetched then. */
async function readText(
  response: Response,
  source: AnswerSource,
  { limitBytes, signal }: ReadOptions,
): Promise<string> {
  const tooLarge = () => new RpcError('RESPONSE_TOO_LARGE', { path: source.path, limitBytes }, source);
  // Where a length is declared and the body is not compressed, HTTP itself enforces the length: no need to count.
  const { headers } = response;
  if (!headers.has('content-encoding') && Number(headers.get('content-length') ?? NaN) <= limitBytes)
    return response.text();
  const reader = (response.body as ReadableStream<Uint8Array> | null | undefined)?.getReader?.();
  if (reader === undefined) {
    // No body, or no streams: React Native, polyfills, mocks.
    const whole = await response.text();
    if (new TextEncoder().encode(whole).length > limitBytes) throw tooLarge();
    return whole;
  }
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.length;
    if (size > limitBytes || signal.aborted) {
      void reader.cancel().catch(() => {});
      signal.throwIfAborted();
      throw tooLarge();
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** Number of characters of an answer, or of its `Error`, that are searched for words that identify a failure. */
const MAX_WORDS_LENGTH = 1000;
/** Words of gateways that throttle a caller. The node's own exceptions mention limits of other kinds. */
const LIMIT_WORDS = /limit|exceed|frequen|too many|suspend/i;
/** The words with which a node rejects a whole path: it is switched off, or the node is a lite node. */
const OFF_WORDS = /^this API is (?:unavailable|closed)/;

/**
 * The JSON of an answer, with exact integers; or an error that says why it is none. Checked in this order: size,
 * status, content type, JSON, and the node's own `Error`, which it sends at status 200. Source: docs/protocol/http.md,
 * Status code, headers, framing.
 */
export async function readAnswer(response: Response, source: AnswerSource, options: ReadOptions): Promise<unknown> {
  const text = options.hideIn(await readText(response, source, options));
  const { path } = source;
  const { status, headers } = response;
  const contentType = headers.get('content-type') ?? '';
  let json: unknown;
  let parseError: Error | undefined;
  try {
    json = parseJson(text);
  } catch (error) {
    parseError = error as Error;
  }
  const errorField =
    json instanceof Object && ('Error' in json ? json.Error : 'error' in json ? json.error : undefined);
  if (response.ok && parseError === undefined && !errorField && /json/i.test(contentType)) return json;

  const body = (typeof errorField === 'string' ? errorField : text.trim()).slice(0, MAX_WORDS_LENGTH);
  const { exception, message: nodeMessage } = splitException(body);
  const retryAfterMs = retryAfter(headers.get('retry-after') ?? '', body, Date.now());
  const retryable = { ...source, retryable: true, retryAfterMs };
  const context = { path, status, body };

  if (status === 404 || status === 405 || OFF_WORDS.test(body))
    throw new RpcError('NOT_SUPPORTED', { path, status, nodeMessage: body }, source);
  const isLimited = exception === '' ? LIMIT_WORDS.test(body) : nodeMessage === 'lack of computing resources';
  if (status === 429 || ((status === 403 || errorField) && isLimited))
    throw new RpcError('RATE_LIMITED', context, retryable);
  if (status === 401 || status === 403) throw new RpcError('UNAUTHORIZED', context, source);
  if (!response.ok) throw new RpcError('HTTP_STATUS', context, status === 408 || status >= 500 ? retryable : source);
  if (text.trim() === '') throw new RpcError('RESPONSE_EMPTY', { path, status }, retryable);
  if (parseError?.name === 'RangeError') throw unexpectedAnswer(source, 'body', parseError.message);
  if (parseError !== undefined || !/json/i.test(contentType)) {
    // Not the engine's words: they quote a piece of the text.
    const reason =
      parseError === undefined ? 'other content type' : 'invalid, a duplicate key, or more than 256 levels';
    throw new RpcError('RESPONSE_NOT_JSON', { path, contentType, body, reason }, retryable);
  }
  throw exception.endsWith('.ContractValidateException')
    ? new RpcError('VALIDATION_FAILED', { path, nodeMessage }, source)
    : new RpcError('NODE_ERROR', { path, nodeCode: exception, nodeMessage }, source);
}
