import { RpcError } from '../errors.ts';
import type { EndpointOptions, NodeClientOptions } from './client-options.ts';

/** One endpoint as the client keeps it. Times in milliseconds since 1970. */
export interface Endpoint {
  /** Origin only: a path or a query may hold a key. */
  readonly label: string;
  readonly url: string;
  readonly solidUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Genesis block id, once it was read. */
  genesisId?: string;
  /** Others are preferred until then. */
  cooldownUntil: number;
  /** It asked for no request before then. */
  retryNotBefore: number;
}

/** The endpoints of one network, and the one in use. */
export interface EndpointPool {
  readonly endpoints: readonly Endpoint[];
  current: Endpoint;
}

/** The URL itself does not appear in the error: it may contain a password or a key. */
function parseUrl(value: string): URL {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url?.username !== '' || url.password !== '' || !/^https?:/.test(url.protocol))
    throw new RpcError('ARGUMENT_INVALID', {
      argument: 'endpoints',
      value: '(hidden)',
      expected: 'http(s) URLs without credentials',
    });
  return url;
}

/** An endpoint ready for use; the caller's object is not kept. */
function parseEndpoint(input: string | EndpointOptions): Endpoint {
  const options: EndpointOptions = typeof input === 'string' ? { url: input } : input;
  const { apiKey, apiKeyHeader = 'TRON-PRO-API-KEY', headers, url, solidUrl = url } = options;
  const baseUrl = (value: string) => parseUrl(value).href.replace(/\/+$/, '');
  return {
    label: parseUrl(url).origin,
    url: baseUrl(url),
    solidUrl: baseUrl(solidUrl),
    headers: { ...(apiKey !== undefined && { [apiKeyHeader]: apiKey }), ...headers },
    cooldownUntil: 0,
    retryNotBefore: 0,
  };
}

/** Throws `ARGUMENT_INVALID` where there is no endpoint, or one is not an http(s) URL. */
export function createEndpointPool({ endpoints }: NodeClientOptions): EndpointPool {
  const [first = '', ...others] = [endpoints].flat();
  const current = parseEndpoint(first);
  return { endpoints: [current, ...others.map(parseEndpoint)], current };
}

/**
 * Puts another endpoint in place of the one in use, which has failed: the first after it that is not cooling down, or the one whose cooldown
 * ends first. As long as no endpoint fails, all requests go to the same one, so that a client reads what it wrote.
 */
export function failOver(pool: EndpointPool, now: number, cooldownMs: number, retryAfterMs = 0): void {
  const { endpoints, current: failed } = pool;
  failed.retryNotBefore = now + retryAfterMs;
  failed.cooldownUntil = Math.max(failed.retryNotBefore, now + cooldownMs);
  const after = endpoints.indexOf(failed) + 1;
  pool.current = [...endpoints.slice(after), ...endpoints.slice(0, after)].reduce((best, one) =>
    best.cooldownUntil > now && one.cooldownUntil < best.cooldownUntil ? one : best,
  );
}
