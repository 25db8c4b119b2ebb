import { quoteText } from '@coin/errors';
import { parseJson } from '../../encoding/json.ts';
import { RpcError } from '../../errors.ts';
import { unexpectedAnswer, type AnswerSource } from './check-answer.ts';
import { isInternalError, splitException } from './node-message.ts';
import { HIDDEN, hideKeys } from './secrets.ts';

/** Number of characters of an answer, or of its `Error`, that are searched for words that identify a failure. */
const MAX_WORDS_LENGTH = 1000;
/** Words of gateways that throttle a caller. */
const LIMIT_WORDS = /limit|exceed|frequen|too many|suspend|quickly/i;
/** Words for a limit of requests. A node's refusal may mention other limits, but has none of these words. */
const THROTTLED = /\brate\b|requests|[rq]ps\b|frequen|suspend|usage|quota|quickly|limit (?:exceed|reach)|lack of comp/i;
/** Paths that read, simulate or send. All others build a transaction, which a node validates first. */
const READS = /\/(?:get|list|triggerconstant|estimate|broadcast)/;
/** The place in the request that a node's parser names. */
const PARSER = /^\d+:\d+: /;
/** The words with which a node rejects a whole path: it is switched off, or the node is a lite node. */
const OFF_WORDS = /^this API is (?:unavailable|closed)/;
/** How nodes word a request, or a batch of JSON-RPC, that is too large. Source: docs/protocol/http.md, Generic error object. */
const TOO_LARGE = /body size is too big|Batch size \d+ exceeds/;
/** The start of a gateway's page. */
const PAGE = /^<(?:!doctype|html)/i;
/** Simulated calls, which a node or a gateway may lack. Failures of other requests can contain the same words. */
const CALLS = /\/(?:triggerconstantcontract|estimateenergy)$/;
/**
 * The words in which nodes and gateways report that they lack a method. -32601 is JSON-RPC's code for an unknown
 * method. Source: docs/protocol/contract-calls.md, How a node rejects a call.
 */
const LACKS_METHOD = /does(?: not|n't) support|not (?:supported|implemented)|unsupported|unimplemented|-32601\b/i;

/**
 * The JSON of an answer, with exact integers; or an error that says why it is none. Checked in this order: size,
 * status, content type, JSON, and the node's own `Error`, which it sends at status 200. Source: docs/protocol/http.md,
 * Status code, headers, framing.
 */
export function readAnswer(
  text: string,
  { ok, status, headers }: Pick<Response, 'ok' | 'status' | 'headers'>,
  { source, hasKey }: { readonly source: AnswerSource; readonly hasKey: boolean },
): unknown {
  const { path } = source;
  // Without parameters, in which a gateway may put anything.
  const contentType = headers.get('content-type')?.split(';')[0] ?? '';
  let json: unknown;
  let parseError: Error | undefined;
  try {
    json = parseJson(text);
  } catch (error) {
    parseError = error as Error;
  }
  const errorField =
    json instanceof Object && ('Error' in json ? json.Error : 'error' in json ? json.error : undefined);
  if (ok && parseError === undefined && !errorField && /json/i.test(contentType)) return json;

  const words = (typeof errorField === 'string' ? errorField : text.trim()).slice(0, MAX_WORDS_LENGTH);
  const { exception, message } = splitException(words);
  const body = hasKey ? HIDDEN : quoteText(words);
  // A node's exception is its answer; other texts may be a gateway's.
  const said = hasKey && exception === '' ? hideKeys(message) : message;
  const nodeMessage = typeof errorField === 'string' ? said : body;
  const retryAfterMs = retryAfter(headers.get('retry-after') ?? '', words, Date.now());
  const retryable = { ...source, retryable: true, retryAfterMs };
  const context = { path, status, body };

  const notSupported = (said: string) => new RpcError('NOT_SUPPORTED', { path, status, nodeMessage: said }, source);
  if (status === 413 || (errorField && TOO_LARGE.test(words))) throw new RpcError('REQUEST_TOO_LARGE', context, source);
  if (status === 404 || status === 405 || OFF_WORDS.test(words)) throw notSupported(body);
  const isNodes = ok && typeof Object(json).Error === 'string';
  const isLimited =
    exception === '' ? (isNodes ? THROTTLED : LIMIT_WORDS).test(words) : message === 'lack of computing resources';
  if (status === 429 || ((status === 403 || errorField) && isLimited))
    throw new RpcError('RATE_LIMITED', context, retryable);
  if (status === 401 || status === 403) throw new RpcError('UNAUTHORIZED', context, source);
  const lacksMethod = (said: string) => CALLS.test(path) && LACKS_METHOD.test(said);
  if (!ok)
    throw (status === 501 && CALLS.test(path)) || (status < 502 && lacksMethod(words))
      ? notSupported(body)
      : new RpcError('HTTP_STATUS', context, status === 408 || status >= 500 ? retryable : source);
  if (text.trim() === '') throw new RpcError('RESPONSE_EMPTY', { path, status }, retryable);
  if (parseError?.name === 'RangeError') throw unexpectedAnswer(source, 'body', parseError.message);
  if (parseError !== undefined || !/json/i.test(contentType)) {
    // Not the engine's words: they quote a piece of the text.
    const reason = PAGE.test(words)
      ? 'a page'
      : parseError === undefined
        ? 'other content type'
        : 'invalid, a duplicate key, or more than 256 levels';
    throw new RpcError('RESPONSE_NOT_JSON', { path, contentType, body, reason }, retryable);
  }
  if (lacksMethod(message)) throw notSupported(nodeMessage);
  // Nodes after 4.8.2 name no exception. What they tell of a build is then a refusal, if it is not about its JSON.
  const isRefusal =
    exception === ''
      ? isNodes && !READS.test(path) && !isInternalError(message) && !PARSER.test(message)
      : exception.endsWith('.ContractValidateException');
  throw isRefusal
    ? new RpcError('VALIDATION_FAILED', { path, nodeMessage }, source)
    : new RpcError('NODE_ERROR', { path, nodeCode: exception, nodeMessage }, source);
}

/**
 * Returns the time that an endpoint asks to wait, in milliseconds. It reads Retry-After in seconds or as a date, or the
 * text of the body ("suspended for 5s", "try again in 2 minutes"). Undefined if neither can be understood.
 *
 * Source: RFC 9110, section 10.2.3; the texts come from hosted gateways.
 */
export function retryAfter(header: string, body: string, now: number): number | undefined {
  const wait = /^\d+(?:\.\d+)?$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  if (!Number.isNaN(wait)) return Math.max(0, Math.ceil(wait));
  const words = /(?:suspended|again|wait|retry)\D{0,24}(\d+) ?(m?)(s?)/i.exec(body);
  if (words === null) return undefined;
  const unit = words[2] === '' ? 1000 : words[3] === '' ? 60_000 : 1;
  return Number(words[1]) * unit;
}
