import { objectArgument } from '../encoding/arguments.ts';
import { RpcError, type AnyRpcError } from '../errors.ts';
import { type EndpointOptions, type NodeClientOptions } from './client-options.ts';
import { collectSecrets, type Secrets } from './secrets.ts';

/** One endpoint as the client keeps it. Times in milliseconds since 1970. */
export interface Endpoint {
  /** Origin only: a path or a query may hold a key. */
  readonly label: string;
  readonly url: string;
  readonly solidUrl: string;
  readonly headers: Headers;
  readonly secrets: Secrets;
  /** Those of its URLs that were found to be of the client's network. */
  readonly checkedUrls: Set<string>;
  /** When it failed last, and how. */
  failedAt: number;
  lastError?: AnyRpcError;
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

/** The endpoints that failed during one call, and how they failed last. */
export type CallFailures = Map<Endpoint, AnyRpcError>;

/** The error of an option whose value may be a secret. */
const invalidOption = (argument: string, expected: string) =>
  new RpcError('ARGUMENT_INVALID', { argument, value: '(hidden)', expected });

/** The URL itself does not appear in the error: it may contain a password or a key. */
function parseUrl(value: string): URL {
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined;
  if (url?.username !== '' || url.password !== '' || !/^https?:/.test(url.protocol))
    throw invalidOption('endpoints', 'http(s) URLs without credentials');
  return url;
}

/** Headers that can be sent as they are. Names do not appear in errors either: a key may stand in their place. */
function parseHeaders(entries: readonly (readonly [string, unknown])[]): Headers {
  const headers = new Headers();
  for (const [name, value] of entries) {
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) throw invalidOption('endpoints', 'header names of letters, digits and -');
    if (typeof value !== 'string' || !/^[\t -~\u0080-\u00ff]*$/.test(value))
      throw invalidOption('endpoints', 'header values that are text without line breaks or other control characters');
    headers.set(name, value);
  }
  return headers;
}

/** A copy of an object that may hold a secret, none of which an error shows. */
const hiddenArgument = <T extends object>(value: T): T => {
  try {
    return objectArgument('endpoints', value);
  } catch {
    throw invalidOption('endpoints', 'URLs, or objects with a url');
  }
};

const listOf = (endpoints: Exclude<NodeClientOptions['endpoints'], string>): readonly (string | EndpointOptions)[] => {
  try {
    return Array.isArray(endpoints) ? [...(endpoints as readonly EndpointOptions[])] : [endpoints as EndpointOptions];
  } catch {
    throw invalidOption('endpoints', 'URLs, or objects with a url');
  }
};

/** An endpoint ready for use; the caller's object is not kept. */
function parseEndpoint(input: string | EndpointOptions): Endpoint {
  const options: EndpointOptions = typeof input === 'string' ? { url: input } : hiddenArgument(input);
  const { apiKey, apiKeyHeader = 'TRON-PRO-API-KEY', url, solidUrl = url } = options;
  const urls = [parseUrl(url), parseUrl(solidUrl)] as const;
  const [base, solidBase] = urls.map(({ href }) => href.replace(/\/+$/, '')) as [string, string];
  const keys: [string, unknown][] = apiKey === undefined ? [] : [[apiKeyHeader, apiKey]];
  const headers = parseHeaders([...keys, ...Object.entries(hiddenArgument(options.headers ?? {}))]);
  return {
    label: urls[0].origin,
    url: base,
    solidUrl: solidBase,
    headers,
    secrets: collectSecrets(headers, urls),
    checkedUrls: new Set(),
    failedAt: 0,
    cooldownUntil: 0,
    retryNotBefore: 0,
  };
}

/** Throws `ARGUMENT_INVALID` where there is no endpoint, or one is not an http(s) URL. */
export function createEndpointPool({ endpoints }: NodeClientOptions): EndpointPool {
  const [first = '', ...others] = typeof endpoints === 'string' ? [endpoints] : listOf(endpoints);
  const current = parseEndpoint(first);
  return { endpoints: [current, ...others.map(parseEndpoint)], current };
}

/**
 * The endpoint for a call's next attempt, undefined where every one has failed in a way that will last. The one in use
 * comes first as long as it does not fail, so that a client reads what it wrote; then those that the call has not tried
 * yet, and among them those that are not cooling down; last one that it has tried, the one that failed longest ago.
 */
export function chooseEndpoint(
  { endpoints, current }: EndpointPool,
  failures: CallFailures,
  now: number,
): Endpoint | undefined {
  const start = endpoints.indexOf(current);
  const inOrder = [...endpoints.slice(start), ...endpoints.slice(0, start)];
  const [best] = inOrder
    .filter((endpoint) => failures.get(endpoint)?.retryable !== false)
    .sort(
      (a, b) =>
        Math.max(a.retryNotBefore, now) - Math.max(b.retryNotBefore, now) ||
        Number(failures.has(a)) - Number(failures.has(b)) ||
        Math.max(a.cooldownUntil, now) - Math.max(b.cooldownUntil, now),
    );
  return best;
}

/** Whether an error says that an endpoint is of no use, now or for this path. Else it answered, or was not asked. */
export const isEndpointFailure = ({ code }: AnyRpcError): boolean =>
  !['NODE_ERROR', 'VALIDATION_FAILED', 'ABORTED', 'CALLBACK_FAILED'].includes(code);

/** Lets an endpoint rest that failed; one that only lacks a path is of use for others. */
export function recordFailure(
  endpoint: Endpoint,
  { error, now, cooldownMs }: { readonly error: AnyRpcError; readonly now: number; readonly cooldownMs: number },
): void {
  endpoint.failedAt = now;
  endpoint.lastError = error;
  endpoint.retryNotBefore = Math.max(endpoint.retryNotBefore, now + (error.retryAfterMs ?? 0));
  if (error.code !== 'NOT_SUPPORTED')
    endpoint.cooldownUntil = Math.max(endpoint.cooldownUntil, endpoint.retryNotBefore, now + cooldownMs);
}

/**
 * Takes an endpoint that answered into use where the one in use failed, for this call or for another one.
 * Gives the endpoint that it replaced and that one's error.
 */
export function recordSuccess(
  pool: EndpointPool,
  endpoint: Endpoint,
  { startedAt, failures }: { readonly startedAt: number; readonly failures: CallFailures },
): { readonly replaced: Endpoint; readonly error: AnyRpcError } | undefined {
  if (endpoint.failedAt <= startedAt) endpoint.cooldownUntil = 0;
  const replaced = pool.current;
  const error = failures.get(replaced) ?? (replaced.cooldownUntil > Date.now() ? replaced.lastError : undefined);
  if (endpoint === replaced || error === undefined) return undefined;
  pool.current = endpoint;
  return { replaced, error };
}

/**
 * Of the failures of a call's endpoints the one that it rejects with: a wrong configuration, which no other call will
 * survive either; the word of a node that it lacks the path; the latest that may pass; the first.
 */
export const chooseFailure = (errors: readonly AnyRpcError[]): AnyRpcError | undefined =>
  errors.find(({ code }) => code === 'ENDPOINT_MISMATCH') ??
  errors.find(({ code }) => code === 'NOT_SUPPORTED') ??
  errors.filter(({ retryable }) => retryable).at(-1) ??
  errors[0];
