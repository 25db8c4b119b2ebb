import { RpcError } from '../errors.ts';

/** One endpoint of the network, with what belongs to it alone: its key never goes to another. */
export interface EndpointOptions {
  /** Base URL without credentials; those go into `headers`. */
  url: string;
  /** Base URL of the solid state's paths where they live on another port (8091 by default on a node of one's own). */
  solidUrl?: string;
  /** Sent in a header, never shown in an error, a log or a hook. */
  apiKey?: string;
  /** The header's name; `TRON-PRO-API-KEY` by default. */
  apiKeyHeader?: string;
  /** Further headers for this endpoint. */
  headers?: Readonly<Record<string, string>>;
}

export interface Endpoint {
  /** Origin only: a path or a query may hold a key. */
  readonly label: string;
  readonly url: string;
  readonly solidUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Genesis block id, once asked. */
  genesisId?: string;
  /** Others are preferred until then; milliseconds since 1970. */
  restingUntil: number;
  /** It asked not to be asked before. */
  notBefore: number;
}

/** The value itself is not shown: it may hold a password or a key. */
function readUrl(value: string): URL {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url?.username !== '' || url.password !== '' || !/^https?:/.test(url.protocol))
    throw new RpcError('ARGUMENT_INVALID', {
      argument: 'endpoints',
      value: 'unfit',
      expected: 'http(s) URLs without credentials',
    });
  return url;
}

/** An endpoint ready for use; the caller's object is not kept. */
export function readEndpoint(input: string | EndpointOptions): Endpoint {
  const options: EndpointOptions = typeof input === 'string' ? { url: input } : input;
  const { apiKey, apiKeyHeader = 'TRON-PRO-API-KEY', headers, url, solidUrl = url } = options;
  const base = (value: string) => readUrl(value).href.replace(/\/+$/, '');
  return {
    label: readUrl(url).origin,
    url: base(url),
    solidUrl: base(solidUrl),
    headers: { ...(apiKey === undefined ? {} : { [apiKeyHeader]: apiKey }), ...headers },
    restingUntil: 0,
    notBefore: 0,
  };
}

/**
 * The endpoint that comes next when one has failed: the first after it that is not resting, or the one that may be asked soonest.
 * The one in use stays in use as long as it answers, so that one reads what one wrote.
 */
export function nextEndpoint(endpoints: readonly Endpoint[], current: Endpoint, now: number): Endpoint {
  const after = endpoints.indexOf(current) + 1;
  const inTurn = [...endpoints.slice(after), ...endpoints.slice(0, after)];
  return inTurn.reduce((best, one) => (best.restingUntil > now && one.restingUntil < best.restingUntil ? one : best));
}
