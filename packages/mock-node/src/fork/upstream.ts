import { MockNodeError } from '../errors.ts';
import { parseJson } from '../http/json/fastjson-reader.ts';
import { writeJson, type JsonValue } from '../http/json/json-value.ts';
import { type Milliseconds } from '../protocol/primitives.ts';
import { type ForkFetch } from './fetch.ts';
import { type ForkOptionNames } from './fork-options.ts';

export interface UpstreamOptions {
  /** Of the HTTP interface, without `/wallet`. */
  readonly url: string;
  readonly jsonrpc: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: ForkFetch;
  /** Infinity for no limit of its own. */
  readonly requestsPerSecond: number;
  /** Waits; replaced where time is not real. */
  readonly sleep: (milliseconds: Milliseconds) => Promise<void>;
  readonly names: ForkOptionNames;
}

/** What a request is made for, in words, so that a failure can name it. */
export type Purpose = string;

/** The network that a fork reads from. Answers are JSON, integers exact. */
export interface Upstream {
  /** Answers of `/wallet/<endpoint>`. @throws MockNodeError `FORK_UNREADABLE` */
  readonly ask: (endpoint: string, body: Readonly<Record<string, unknown>>, purpose: Purpose) => Promise<string>;
  /** The result of a JSON-RPC method. @throws MockNodeError `FORK_UNREADABLE` */
  readonly call: (method: string, params: readonly unknown[], purpose: Purpose) => Promise<string>;
  /** Host of the HTTP interface, for errors. */
  readonly endpoint: string;
  /** Requests sent so far, repeated ones included. */
  readonly requestCount: () => number;
}

const MAX_ATTEMPTS = 6;
const MAX_CONCURRENT = 8;

export function createUpstream(options: UpstreamOptions): Upstream {
  const base = options.url.replace(/\/+$/, '');
  const pace = createPace(options);
  let requests = 0;

  const send = async (url: string, body: string, purpose: Purpose): Promise<string> => {
    const unreadable = (problem: string, cause?: unknown): MockNodeError =>
      new MockNodeError('FORK_UNREADABLE', { piece: purpose, endpoint: hostOf(url), problem }, { cause });
    for (let attempt = 1; ; attempt++) {
      const outcome = await pace(async () => {
        requests += 1;
        return attemptOnce(options, url, body);
      });
      if (outcome.kind === 'answer') return outcome.text;
      if (outcome.kind === 'refusal' || attempt === MAX_ATTEMPTS) throw unreadable(outcome.problem, outcome.cause);
      await options.sleep(outcome.wait ?? 500 * 2 ** attempt);
    }
  };

  return {
    ask: async (endpoint, body, purpose) => {
      const text = await send(`${base}/wallet/${endpoint}`, JSON.stringify(body), purpose);
      return checkAnswer(text, purpose, hostOf(base));
    },
    call: async (method, params, purpose) => {
      const { jsonrpc } = options;
      if (jsonrpc === undefined) {
        const problem = `it takes the JSON-RPC interface; name its address by ${options.names.jsonrpc}`;
        throw new MockNodeError('FORK_UNREADABLE', { piece: purpose, endpoint: hostOf(base), problem });
      }
      const text = await send(jsonrpc, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }), purpose);
      return checkResult(text, purpose, hostOf(jsonrpc));
    },
    endpoint: hostOf(base),
    requestCount: () => requests,
  };
}

type Outcome =
  | { readonly kind: 'answer'; readonly text: string }
  | { readonly kind: 'refusal'; readonly problem: string; readonly cause?: unknown }
  | { readonly kind: 'busy'; readonly problem: string; readonly cause?: unknown; readonly wait?: Milliseconds };

async function attemptOnce({ fetch, headers }: UpstreamOptions, address: string, body: string): Promise<Outcome> {
  const { url, authorization } = withoutCredentials(address);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...authorization, ...headers },
      body,
    });
    const text = await response.text();
    const { status } = response;
    if (status === 200) return { kind: 'answer', text };
    const wait = waitOf(response.headers.get('retry-after'), text);
    const problem = `it answers with status ${status}`;
    if (status === 429 || status >= 500 || wait !== undefined)
      return { kind: 'busy', problem: `${problem} again and again`, ...(wait !== undefined && { wait }) };
    return { kind: 'refusal', problem };
  } catch (error) {
    // `fetch failed`, and its cause says why.
    const { message, cause } = error instanceof Error ? error : { message: String(error), cause: undefined };
    const { code } = Object(cause) as { readonly code?: unknown };
    const reason = (cause instanceof Error && cause.message) || (typeof code === 'string' && code) || message;
    return { kind: 'busy', problem: `it does not answer (${reason})`, cause: error };
  }
}

/** `fetch` refuses an address that has credentials, in words that repeat them. */
function withoutCredentials(address: string): { readonly url: string; readonly authorization: Record<string, string> } {
  const url = new URL(address);
  const { username, password } = url;
  if (username === '' && password === '') return { url: address, authorization: {} };
  url.username = '';
  url.password = '';
  const credentials = btoa(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`);
  return { url: url.href, authorization: { authorization: `Basic ${credentials}` } };
}

/** How long an endpoint asks to wait: in seconds, as a date, or in the words of the best known one. */
function waitOf(retryAfter: string | null, text: string): Milliseconds | undefined {
  const words = /suspended for (\d+) ?s/.exec(text)?.[1];
  const seconds = retryAfter ?? words;
  if (seconds === undefined || seconds === null) return undefined;
  const wait = /^\d+(\.\d+)?$/.test(seconds) ? Number(seconds) * 1000 : Date.parse(seconds) - Date.now();
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), MAX_WAIT);
}

const MAX_WAIT = 60_000;

/** Sends at most so many requests a second, and so many at once. */
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

/** Host of an address: what comes after it may be a key. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'an address that is not valid';
}

function checkAnswer(text: string, purpose: Purpose, endpoint: string): string {
  const value = readJson(text, purpose, endpoint);
  const error = value instanceof Map ? value.get('Error') : undefined;
  if (error === undefined || error === null) return text;
  const words = typeof error === 'string' ? error : writeJson(error);
  throw new MockNodeError('FORK_UNREADABLE', { piece: purpose, endpoint, problem: `it answers "${words}"` });
}

function checkResult(text: string, purpose: Purpose, endpoint: string): string {
  const value = readJson(text, purpose, endpoint);
  const result = value instanceof Map ? value.get('result') : undefined;
  if (typeof result === 'string') return result;
  const error = value instanceof Map ? value.get('error') : undefined;
  const problem = error === undefined || error === null ? 'the answer has no result' : `it answers ${writeJson(error)}`;
  throw new MockNodeError('FORK_UNREADABLE', { piece: purpose, endpoint, problem });
}

function readJson(text: string, piece: Purpose, endpoint: string): JsonValue | undefined {
  try {
    return parseJson(text);
  } catch (cause) {
    throw new MockNodeError('FORK_UNREADABLE', { piece, endpoint, problem: 'the answer is not JSON' }, { cause });
  }
}
