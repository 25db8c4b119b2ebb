import ky, { type KyInstance, type Options } from 'ky';
import { rejectUnknown } from '../encoding/arguments.ts';
import { omitUndefined } from '../encoding/omit-undefined.ts';
import { RpcError } from '../errors.ts';
import { HIDDEN, mayHaveKey } from './answer/secrets.ts';
import { createEndpoint, ENDPOINT_OPTIONS, type EndpointOptions } from './endpoint.ts';
import { readsSolidState } from './request-path.ts';
import { type NodeLike, type Transport, type TransportSource } from './transport.ts';

/** Options of {@link http}. The key and headers are sent to this endpoint only. */
export interface HttpOptions extends EndpointOptions {
  /** Base URL for the solid state, where a node serves it on another port (8091 by default on a self-hosted node). */
  readonly solidUrl?: string;
  /** Sent in a header; never part of an error. */
  readonly apiKey?: string;
  /** The header's name; `TRON-PRO-API-KEY` by default. */
  readonly apiKeyHeader?: string;
  /** Further headers for this endpoint. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Replaces the platform's `fetch`. It is called with a `Request`. */
  readonly fetch?: NonNullable<Options['fetch']>;
  /**
   * The ky instance that sends the requests, with its hooks, its `fetch` and its options for `fetch`. Options given here
   * take precedence over its own. Its errors are taken to contain a key.
   */
  readonly ky?: KyInstance;
}

/** The error for an option whose value may be a secret. */
const invalidOption = (argument: string, expected: string) =>
  new RpcError('ARGUMENT_INVALID', { argument, value: HIDDEN, expected });

/** The URL itself does not appear in the error: it may contain a password or a key. */
function parseUrl(argument: string, value: string): URL {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url?.username !== '' || url.password !== '' || !/^https?:/.test(url.protocol))
    throw invalidOption(argument, 'an http(s) URL without credentials');
  return url;
}

/** The headers that identify the caller. They do not appear in the error: a key may stand in place of a name, too. */
function ownHeaders({ apiKey, apiKeyHeader = 'TRON-PRO-API-KEY', headers }: HttpOptions): Headers {
  try {
    const own = new Headers(apiKey === undefined ? {} : { [apiKeyHeader]: apiKey });
    for (const [name, value] of Object.entries(headers ?? {})) own.set(name, value);
    return own;
  } catch {
    throw invalidOption('headers', 'names and values that HTTP can send: no line breaks, nothing beyond Latin-1');
  }
}

/**
 * Creates a transport to one endpoint over HTTP: the URL of a node or a gateway, or a mock node.
 *
 * It trusts that the URL belongs to the network you mean. Wrap it in {@link fallback} to compare it, and `solidUrl`,
 * with a `genesisId`.
 *
 * It sends through ky, which retries and limits requests, because a node's rate limiter queues requests without
 * answering.
 *
 * Source: docs/protocol/http.md.
 *
 * @param target - an http(s) URL without credentials, or a mock node, whose `fetch` and clock are used
 * @param options - see {@link HttpOptions}
 * @throws `ARGUMENT_INVALID` when the URL or an option cannot be used; the error does not show its value
 *
 * @example
 * ```ts
 * import { createNodeClient, getBalance, http } from '@coin/rpc';
 *
 * const client = createNodeClient({ transport: http('http://127.0.0.1:8090', { timeout: 5_000, retry: 1 }) });
 * await getBalance(client, { address: 'TEzU2wsz5VdZs1FWn2oRXX9RMDqo8q1bUZ' }); // => 1_000_000_000_000_000n
 * ```
 */
export function http(target: string | NodeLike, options: HttpOptions = {}): Transport {
  rejectUnknown(options, ['solidUrl', 'apiKey', 'apiKeyHeader', 'headers', 'fetch', 'ky', ...ENDPOINT_OPTIONS]);
  const node = typeof target === 'object' ? target : undefined;
  const url = typeof target === 'object' ? 'http://node' : target;
  const { solidUrl = url, fetch = node && ((input, init) => node.fetch(input, init)), ky: instance = ky } = options;
  const urls = [parseUrl('url', url), parseUrl('solidUrl', solidUrl)] as const;
  const addressOf = (path: string) => {
    const { origin, pathname, search } = urls[readsSolidState(path) ? 1 : 0];
    return origin + pathname.replace(/\/+$/, '') + path + search;
  };
  const headers = ownHeaders(options);
  const hasKey = options.ky !== undefined || mayHaveKey(headers, urls);
  headers.set('accept', 'application/json');
  headers.set('content-type', 'application/json');
  const transport = createEndpoint(options, {
    // Following a redirect would turn the POST into a GET and send the key to another host.
    ky: instance.extend({ ...omitUndefined({ fetch }), headers: Object.fromEntries(headers), redirect: 'manual' }),
    label: urls[0].origin,
    addressOf,
    hasKey,
  });
  return node?.clock === undefined ? transport : { ...transport, clock: node.clock };
}

/** The transport that a URL, a mock node or a transport stands for. */
export const toTransport = (source: TransportSource): Transport =>
  typeof source === 'object' && 'request' in source ? source : http(source);
