import { RpcError, type RpcErrorDetails } from '../errors.ts';
import { parseJson } from '../encoding/json.ts';
import { splitException } from './node-message.ts';
import { retryAfter } from './retry-after.ts';

/** Reads a body to its end, or until it is larger than allowed: the rest is not fetched then. */
async function readText(path: string, response: Response, limitBytes: number, endpoint: string): Promise<string> {
  // A length that is stated and not packed is kept to by HTTP itself: no need to count.
  const { headers } = response;
  if (!headers.has('content-encoding') && Number(headers.get('content-length') ?? NaN) <= limitBytes)
    return response.text();
  const reader = response.body?.getReader();
  if (reader === undefined) return '';
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.length;
    if (size > limitBytes) {
      void reader.cancel().catch(() => {});
      throw new RpcError('RESPONSE_TOO_LARGE', { path, limitBytes }, { endpoint });
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** Words of gateways that hold a caller back; the node's own exceptions also speak of limits, of other kinds. */
const LIMIT_WORDS = /limit|exceed|frequen|too many|suspend/i;
/** How a node refuses a path as a whole: switched off by configuration, or by being a lite node. */
const OFF_WORDS = /^this API is (?:unavailable|closed)/;

export interface ReadOptions {
  path: string;
  endpoint: string;
  maxResponseBytes: number;
  now: number;
}

/**
 * The JSON of an answer, or an error that says why it is none. Order of trust: size, status, content type, JSON, and the
 * node's own `Error`, which it sends at status 200.
 * Source: docs/protocol/http.md, Status code, headers, framing.
 */
export async function readAnswer(
  response: Response,
  { path, endpoint, maxResponseBytes, now }: ReadOptions,
): Promise<unknown> {
  const text = await readText(path, response, maxResponseBytes, endpoint);
  const { status } = response;
  const contentType = response.headers.get('content-type') ?? '';
  let value: unknown;
  let reason = '';
  try {
    value = parseJson(text);
  } catch (error) {
    reason = (error as Error).message;
  }
  const said = value instanceof Object && ('Error' in value ? value.Error : 'error' in value ? value.error : undefined);
  const body = typeof said === 'string' ? said : text.trim().slice(0, 200);
  const { exception, message } = splitException(body);
  const details: RpcErrorDetails = { endpoint };
  const again = { endpoint, retryable: true, retryAfterMs: retryAfter(response.headers.get('retry-after'), body, now) };

  if (status === 404 || status === 405 || OFF_WORDS.test(body))
    throw new RpcError('NOT_SUPPORTED', { path, status, nodeMessage: body }, details);
  const limited = exception === '' ? LIMIT_WORDS.test(body) : message === 'lack of computing resources';
  if (status === 429 || ((status === 403 || said) && limited))
    throw new RpcError('RATE_LIMITED', { path, status, body }, again);
  if (status === 401 || status === 403) throw new RpcError('UNAUTHORIZED', { path, status, body }, details);
  if (!response.ok)
    throw new RpcError('HTTP_STATUS', { path, status, body }, status === 408 || status >= 500 ? again : details);
  if (text.trim() === '') throw new RpcError('RESPONSE_EMPTY', { path, status }, again);
  if (reason || !/json/i.test(contentType))
    throw new RpcError('RESPONSE_NOT_JSON', { path, contentType, body, reason: reason || 'other content type' }, again);
  if (!said) return value;
  throw exception.endsWith('.ContractValidateException')
    ? new RpcError('VALIDATION_FAILED', { path, nodeMessage: message }, details)
    : new RpcError('NODE_ERROR', { path, nodeCode: exception, nodeMessage: message }, details);
}
