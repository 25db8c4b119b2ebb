import ky, { HTTPError, TimeoutError } from 'ky';
import { isMockNodeError, MockNodeError } from '../../errors.ts';
import { writeJson, type JsonValue } from '../../json/json-value.ts';
import { parseJson } from '../../json/read-json.ts';
import { type Milliseconds } from '../../protocol/primitives.ts';
import { MissingRecordError } from '../../state/record-source.ts';
import { limitConcurrency, limitRate } from './limit-requests.ts';
import { parseAddress, type UpstreamAddress } from './parse-address.ts';
import { AnswerTooLargeError, readAnswer } from './read-answer.ts';

export interface UpstreamOptions {
  /** URL of the HTTP interface, without `/wallet`. */
  readonly url: string;
  readonly jsonRpcUrl: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: (request: Request) => Promise<Response>;
  /** Timeout for one attempt of a request, including its answer. */
  readonly timeoutMs: Milliseconds;
  /** Infinity for no limit. */
  readonly requestsPerSecond: number;
}

/** The network that a fork reads from. Answers are JSON with exact integers. */
export interface Upstream {
  /** Returns the answer of `/wallet/<endpoint>`. @throws MockNodeError `FORK_UNREADABLE` */
  readonly ask: (endpoint: string, body: Readonly<Record<string, unknown>>, purpose: string) => Promise<string>;
  /** Returns the result of a JSON-RPC method. @throws MockNodeError `FORK_UNREADABLE` */
  readonly call: (method: string, params: readonly unknown[], purpose: string) => Promise<string>;
  /** Creates the error of something that could not be read; `detail` is the network's text, or a foreign error. */
  readonly unreadable: (purpose: string, reason: string, detail?: unknown) => MockNodeError;
  /** Returns the number of requests sent so far, including repetitions. */
  readonly requestCount: () => number;
}

const MAX_CONCURRENT = 8;
const MAX_RETRIES = 5;
const MAX_WAIT: Milliseconds = 60_000;
/** Statuses of a busy endpoint. 403 is one of them only if the endpoint says how long to wait. */
const BUSY = [403, 408, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524];

export function createUpstream(options: UpstreamOptions): Upstream {
  const http = parseAddress(options.url, options.headers);
  const jsonRpc = options.jsonRpcUrl === undefined ? undefined : parseAddress(options.jsonRpcUrl, options.headers);
  const mayHaveKey = http.mayHaveKey || jsonRpc?.mayHaveKey === true;
  const inTurn = limitConcurrency(MAX_CONCURRENT);
  const pause = limitRate(options.requestsPerSecond);
  const { fetch } = options;
  let requests = 0;
  const client = ky.create({
    redirect: 'manual',
    timeout: options.timeoutMs,
    retry: {
      limit: MAX_RETRIES,
      methods: ['post'],
      statusCodes: BUSY,
      afterStatusCodes: BUSY,
      maxRetryAfter: MAX_WAIT,
      delay: (attempt) => 500 * 2 ** attempt,
      jitter: (delay) => delay * (0.5 + Math.random() / 2),
      retryOnTimeout: true,
      shouldRetry: ({ error }) => (isForbidden(error) ? false : undefined),
    },
    hooks: { beforeRequest: [pause], beforeRetry: [pause] },
    fetch: async (request) => {
      requests += 1;
      return readAnswer(await fetch(request as Request));
    },
  });

  /** Quotes texts of the network, and errors of `fetch`, only if no key can be in them. */
  const failing =
    (purpose: string, endpoint: string): Fail =>
    (reason, detail) => {
      const isQuoted = detail !== undefined && !mayHaveKey;
      const shown = isQuoted ? `${reason} (${quote(detail)})` : reason;
      const cause = isQuoted && detail instanceof Error ? { cause: detail } : {};
      return new MockNodeError('FORK_UNREADABLE', { record: purpose, endpoint, reason: shown }, cause);
    };

  const send = async ({ url, headers }: UpstreamAddress, body: object, fail: Fail): Promise<string> => {
    try {
      return await inTurn(async () => (await client.post(url, { headers, json: body })).text());
    } catch (error) {
      if (error instanceof HTTPError) throw fail(reasonOfStatus(error.response.status));
      if (error instanceof TimeoutError) throw fail(`it did not answer within ${options.timeoutMs} ms`);
      if (error instanceof AnswerTooLargeError) throw fail(error.message);
      throw fail('it does not answer', error);
    }
  };

  return {
    ask: async (endpoint, body, purpose) => {
      const fail = failing(purpose, http.host);
      const text = await send({ ...http, url: `${http.url}/wallet/${endpoint}` }, body, fail);
      checkAnswer(text, fail);
      return text;
    },
    call: async (method, params, purpose) => {
      if (jsonRpc === undefined) {
        const reason = 'pass jsonRpcUrl, or --fork-jsonrpc to the command, because only JSON-RPC returns it';
        throw new MockNodeError('FORK_UNKNOWN', { record: purpose, reason });
      }
      const fail = failing(purpose, jsonRpc.host);
      return resultIn(await send(jsonRpc, { jsonrpc: '2.0', id: 1, method, params }, fail), fail);
    },
    unreadable: (purpose, reason, detail) => failing(purpose, http.host)(reason, detail),
    requestCount: () => requests,
  };
}

/** Creates the error of an unusable answer. */
type Fail = (reason: string, detail?: unknown) => MockNodeError;

const isForbidden = (error: Error): boolean =>
  error instanceof HTTPError && error.response.status === 403 && !error.response.headers.has('retry-after');

function reasonOfStatus(status: number): string {
  // Browsers hide the status of a redirect.
  return status === 0 || (status >= 300 && status < 400)
    ? `it redirects with status ${status}, and headers are not sent to another address; use that address instead`
    : `it answers with status ${status}`;
}

/** Creates the error of a record that could not be read because its answer has an unexpected form. */
export function malformed(error: unknown, purpose: string, { unreadable }: Pick<Upstream, 'unreadable'>): Error {
  if (isMockNodeError(error) || error instanceof MissingRecordError) return error;
  return unreadable(purpose, 'an answer has an unexpected form', error);
}

function checkAnswer(text: string, fail: Fail): void {
  const value = readJson(text, fail);
  const error = value instanceof Map ? value.get('Error') : undefined;
  if (error !== undefined && error !== null)
    throw fail('it answers with an error', typeof error === 'string' ? error : writeJson(error));
}

function resultIn(text: string, fail: Fail): string {
  const value = readJson(text, fail);
  const result = value instanceof Map ? value.get('result') : undefined;
  if (typeof result === 'string') return result;
  const error = value instanceof Map ? value.get('error') : undefined;
  if (error === undefined || error === null) throw fail('the answer has no result');
  throw fail('it answers with an error', writeJson(error));
}

function readJson(text: string, fail: Fail): JsonValue | undefined {
  try {
    return parseJson(text);
  } catch {
    throw fail('the answer is not JSON');
  }
}

/** Longer texts are cut. */
const MAX_QUOTED = 200;

function quote(detail: unknown): string {
  const text = detail instanceof Error ? innermostMessage(detail) : String(detail);
  return text.length <= MAX_QUOTED ? text : `${text.slice(0, MAX_QUOTED)}… (${text.length} characters)`;
}

/** The error of a failed `fetch` is only `fetch failed`. Its cause has the details, in a code if it has no message. */
function innermostMessage(error: Error): string {
  if (error.cause instanceof Error) return innermostMessage(error.cause);
  return error.message === '' && 'code' in error ? String(error.code) : error.message;
}
