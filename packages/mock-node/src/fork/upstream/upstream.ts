import { isMockNodeError, MockNodeError } from '../../errors.ts';
import { parseJson } from '../../json/fastjson-reader.ts';
import { writeJson, type JsonValue } from '../../json/json-value.ts';
import { type Milliseconds } from '../../protocol/primitives.ts';
import { MissingPieceError } from '../../state/record-source.ts';
import { exchange, quote, type ExchangeOptions } from './exchange.ts';
import { type ForkFetch } from './fetch.ts';
import { collectSecrets } from './secrets.ts';

/** The names of options in error messages: flags for users of the command. */
export type ForkOptionNames = Readonly<Record<'jsonRpcUrl' | 'cache', string>>;

export interface UpstreamOptions {
  /** URL of the HTTP interface, without `/wallet`. */
  readonly url: string;
  readonly jsonRpcUrl: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: ForkFetch;
  /** Timeout for one attempt of a request, including its answer. */
  readonly timeoutMs: Milliseconds;
  /** Infinity for no limit. */
  readonly requestsPerSecond: number;
  /** Waits. Replaced in tests with virtual time. */
  readonly sleep: (milliseconds: Milliseconds) => Promise<void>;
  readonly names: ForkOptionNames;
}

/** The purpose of a request, in words that an error can quote. */
export type Purpose = string;

/** The network that a fork reads from. Answers are JSON with exact integers. */
export interface Upstream {
  /** Returns the answer of `/wallet/<endpoint>`. @throws MockNodeError `FORK_UNREADABLE` */
  readonly ask: (endpoint: string, body: Readonly<Record<string, unknown>>, purpose: Purpose) => Promise<string>;
  /** Returns the result of a JSON-RPC method. @throws MockNodeError `FORK_UNREADABLE` */
  readonly call: (method: string, params: readonly unknown[], purpose: Purpose) => Promise<string>;
  /** Host of the HTTP interface, for errors. */
  readonly endpoint: string;
  /** Returns the number of requests sent so far, including repetitions. */
  readonly requestCount: () => number;
}

const MAX_ATTEMPTS = 6;
const MAX_CONCURRENT = 8;

export function createUpstream(options: UpstreamOptions): Upstream {
  const base = options.url.replace(/\/+$/, '');
  const pace = createPace(options);
  const addresses = options.jsonRpcUrl === undefined ? [options.url] : [options.url, options.jsonRpcUrl];
  const secrets = collectSecrets(options.headers, addresses);
  const exchangeOptions: ExchangeOptions = { ...options, secrets };
  let requests = 0;

  const failing = (piece: Purpose, url: string): Fail => {
    const endpoint = hostOf(url);
    return (reason, cause) =>
      new MockNodeError('FORK_UNREADABLE', { piece, endpoint, reason: secrets.mask(reason) }, { cause });
  };

  const send = async (url: string, body: string, purpose: Purpose): Promise<string> => {
    const unreadable = failing(purpose, url);
    for (let attempt = 1; ; attempt++) {
      const outcome = await pace(async () => {
        requests += 1;
        return exchange(exchangeOptions, url, body);
      });
      if (outcome.kind === 'answer') return outcome.text;
      if (outcome.kind === 'refusal') throw unreadable(outcome.reason);
      if (attempt === MAX_ATTEMPTS) throw unreadable(`${outcome.reason}, ${attempt} times in a row`, outcome.cause);
      await options.sleep(outcome.wait ?? 500 * 2 ** attempt);
    }
  };

  return {
    ask: async (endpoint, body, purpose) => {
      const text = await send(`${base}/wallet/${endpoint}`, JSON.stringify(body), purpose);
      return checkAnswer(text, failing(purpose, base));
    },
    call: async (method, params, purpose) => {
      const { jsonRpcUrl } = options;
      if (jsonRpcUrl === undefined) {
        const reason = `pass ${options.names.jsonRpcUrl}, because only JSON-RPC returns it`;
        throw new MockNodeError('FORK_UNKNOWN', { piece: purpose, reason });
      }
      const text = await send(jsonRpcUrl, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }), purpose);
      return checkResult(text, failing(purpose, jsonRpcUrl));
    },
    endpoint: hostOf(base),
    requestCount: () => requests,
  };
}

/** Limits the number of requests per second and at a time. */
function createPace({ requestsPerSecond, sleep }: UpstreamOptions): <T>(request: () => Promise<T>) => Promise<T> {
  let running = 0;
  const queue: (() => void)[] = [];
  let nextAt = 0;
  const admit = async (): Promise<void> => {
    if (running >= MAX_CONCURRENT) await new Promise<void>((resolve) => queue.push(resolve));
    else running += 1;
    if (requestsPerSecond === Number.POSITIVE_INFINITY) return;
    const now = Date.now();
    const at = Math.max(now, nextAt);
    nextAt = at + 1000 / requestsPerSecond;
    if (at > now) await sleep(at - now);
  };
  const leave = (): void => {
    const next = queue.shift();
    if (next === undefined) running -= 1;
    else next();
  };
  return async (request) => {
    await admit();
    try {
      return await request();
    } finally {
      leave();
    }
  };
}

/** Host of an address. The rest may contain a key. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'an address that is not valid';
}

/** Creates the error of a record that could not be read because its answer has an unexpected form. */
export function unreadable(error: unknown, piece: Purpose, { endpoint }: Pick<Upstream, 'endpoint'>): Error {
  if (isMockNodeError(error) || error instanceof MissingPieceError) return error;
  const reason = quote(error instanceof Error ? error.message : String(error));
  return new MockNodeError('FORK_UNREADABLE', {
    piece,
    endpoint,
    reason: `an answer has an unexpected form (${reason})`,
  });
}

/** Creates the error of an unusable answer. */
type Fail = (reason: string, cause?: Error) => MockNodeError;

function checkAnswer(text: string, fail: Fail): string {
  const value = readJson(text, fail);
  const error = value instanceof Map ? value.get('Error') : undefined;
  if (error === undefined || error === null) return text;
  throw fail(`it answers "${quote(typeof error === 'string' ? error : writeJson(error))}"`);
}

function checkResult(text: string, fail: Fail): string {
  const value = readJson(text, fail);
  const result = value instanceof Map ? value.get('result') : undefined;
  if (typeof result === 'string') return result;
  const error = value instanceof Map ? value.get('error') : undefined;
  throw fail(
    error === undefined || error === null ? 'the answer has no result' : `it answers ${quote(writeJson(error))}`,
  );
}

function readJson(text: string, fail: Fail): JsonValue | undefined {
  try {
    return parseJson(text);
  } catch {
    // The parser's message may quote the answer.
    throw fail('the answer is not JSON');
  }
}
