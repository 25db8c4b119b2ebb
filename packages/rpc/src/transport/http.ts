import { objectArgument, readArgument, rejectUnknown, serviceArgument, type AllNames } from '../encoding/arguments.ts';
import { RpcError } from '../errors.ts';
import { createEndpoint } from './endpoint.ts';
import { checkRuntime } from './runtime.ts';
import { collectSecrets } from './secrets.ts';
import { type EndpointOptions } from './transport-options.ts';
import { type NodeLike, type PlatformFetch, type Transport, type TransportSource } from './transport.ts';

/** Options for `fetch` besides the request: a dispatcher, a cache mode, credentials. */
export type FetchOptions = Omit<
  PlatformFetch extends (input: never, init?: infer Init) => unknown ? NonNullable<Init> : object,
  'body' | 'headers' | 'method' | 'redirect' | 'signal'
>;

/** Options of {@link http}. The key and headers are sent to this endpoint only. */
export interface HttpOptions extends EndpointOptions {
  /** Base URL for the solid state, where a node serves it on another port (8091 by default on a self-hosted node). */
  readonly solidUrl?: string;
  /** Sent in a header; never part of an error, a log or a hook's event. */
  readonly apiKey?: string;
  /** The header's name; `TRON-PRO-API-KEY` by default. */
  readonly apiKeyHeader?: string;
  /** Further headers for this endpoint. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Replaces the platform's `fetch`. It is called with a `Request`. A ky instance fits, with its hooks. Leave attempts
   * to this client: `retry: 0`, `timeout: false`, `throwHttpErrors: false`.
   */
  readonly fetch?: PlatformFetch;
  /** Further options of each `fetch`, such as a dispatcher. */
  readonly fetchOptions?: FetchOptions;
}

/** The error for an option whose value may be a secret. */
const invalidOption = (argument: string, expected: string) =>
  new RpcError('ARGUMENT_INVALID', { argument, value: '(hidden)', expected });

/** The URL itself does not appear in the error: it may contain a password or a key. */
function parseUrl(argument: string, value: string): URL {
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined;
  if (url?.username !== '' || url.password !== '' || !/^https?:/.test(url.protocol))
    throw invalidOption(argument, 'an http(s) URL without credentials');
  return url;
}

/** Sets a header that can be sent as it is. Its name does not appear in errors either: a key may stand in its place. */
function setHeader(headers: Headers, argument: string, name: string, value: unknown): void {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) throw invalidOption(argument, 'header names of letters, digits and -');
  if (typeof value !== 'string' || !/^[\t -~\u0080-\u00ff]*$/.test(value))
    throw invalidOption(argument, 'header values that are strings without line breaks or other control characters');
  headers.set(name, value);
}

/** Copies an object that may hold a secret. Errors show no part of it. */
const hiddenArgument = <T extends object>(argument: string, value: T): T => {
  try {
    return objectArgument(argument, value);
  } catch {
    throw invalidOption(argument, 'an object');
  }
};

const HTTP_NAMES = [
  'solidUrl',
  'apiKey',
  'apiKeyHeader',
  'headers',
  'fetch',
  'fetchOptions',
  'maxResponseBytes',
  'limits',
  'hooks',
  'timeoutMs',
  'attemptTimeoutMs',
  'retries',
  'retryDelayMs',
] as const;
HTTP_NAMES satisfies AllNames<HttpOptions, typeof HTTP_NAMES>;
const TARGET = 'a URL, a transport such as http(url), or a mock node';
const SOLID_PREFIX = '/walletsolidity/';

/**
 * Creates a transport to one endpoint over HTTP: the URL of a node or a gateway, or a mock node.
 *
 * It trusts that the URL belongs to the network you mean. Wrap it in {@link fallback} to compare it, and `solidUrl`,
 * with a `genesisId`.
 *
 * It retries and limits requests, because a node's rate limiter queues requests without answering.
 *
 * Source: docs/protocol/http.md.
 *
 * @param target - an http(s) URL without credentials, or a mock node, whose `fetch` and clock are used
 * @param options - see {@link HttpOptions}
 * @throws `ARGUMENT_INVALID` when the URL or an option cannot be used; the error does not show its value;
 * `RUNTIME_UNSUPPORTED` when the runtime lacks a feature that requests need
 *
 * @example
 * ```ts
 * import { createNodeClient, getBalance, http } from '@coin/rpc';
 *
 * const client = createNodeClient({ transport: http('http://127.0.0.1:8090', { timeoutMs: 5_000, retries: 1 }) });
 * await getBalance(client, { address: 'TEzU2wsz5VdZs1FWn2oRXX9RMDqo8q1bUZ' }); // => 1_000_000_000_000_000n
 * ```
 */
export function http(target: string | NodeLike, options: HttpOptions = {}): Transport {
  const isUrl = typeof target === 'string';
  const url = isUrl ? target : 'http://node';
  const node = isUrl ? undefined : serviceArgument('transport', target, { method: 'fetch', expected: TARGET });
  options = hiddenArgument('options', options);
  rejectUnknown('options', options, HTTP_NAMES);
  const { solidUrl = url, apiKey, apiKeyHeader = 'TRON-PRO-API-KEY' } = options;
  const customFetch = options.fetch ?? (node && ((input, init) => node.fetch(input, init)));
  checkRuntime(...(customFetch === undefined ? ['fetch'] : []));
  const urls = [parseUrl('url', url), parseUrl('solidUrl', solidUrl)] as const;
  const [base, solidBase] = urls.map(({ href }) => href.replace(/\/+$/, '')) as [string, string];
  const headers = new Headers();
  if (apiKey !== undefined) setHeader(headers, 'apiKey', apiKeyHeader, apiKey);
  for (const [name, value] of Object.entries(hiddenArgument('headers', options.headers ?? {})))
    setHeader(headers, 'headers', name, value);
  const sent = new Headers(headers);
  sent.set('accept', 'application/json');
  sent.set('content-type', 'application/json');
  const fetchOptions = hiddenArgument('fetchOptions', options.fetchOptions ?? {});
  const transport = createEndpoint(options, {
    label: urls[0].origin,
    secrets: collectSecrets(headers, urls),
    async send({ path, body, signal }) {
      // Following a redirect would turn the POST into a GET and send the key to another host.
      const own = { method: 'POST', headers: sent, body, signal, redirect: 'manual' } as const;
      const init: RequestInit = { ...fetchOptions, ...own };
      const address = (path.startsWith(SOLID_PREFIX) ? solidBase : base) + path;
      return customFetch === undefined ? fetch(address, init) : customFetch(new Request(address, init));
    },
  });
  const clock = node && readArgument('transport', node, () => node.clock);
  return clock === undefined ? transport : { ...transport, clock };
}

/** The transport that a URL, a mock node or a transport stands for. */
export function toTransport(source: TransportSource): Transport {
  const { request } = readArgument('transport', source, () => ({ request: Object(source).request as unknown }));
  return typeof request === 'function' ? (source as Transport) : http(source as NodeLike | string);
}
