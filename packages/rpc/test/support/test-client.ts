import {
  createNodeClient,
  fallback,
  http,
  type EndpointHooks,
  type FallbackHooks,
  type FallbackOptions,
  type HttpOptions,
  type NodeClient,
  type NodeClientOptions,
} from '@coin/rpc';

/** One endpoint: its URL, and what it has besides the options that all endpoints share. */
export type TestEndpoint = string | ({ readonly url: string } & HttpOptions);

/** The options of a client, its transport and each of its endpoints, in one object. */
export interface TestClientOptions
  extends Omit<NodeClientOptions, 'transport'>, Omit<HttpOptions, 'hooks'>, Omit<FallbackOptions, 'hooks'> {
  readonly endpoints?: TestEndpoint | readonly TestEndpoint[];
  readonly hooks?: EndpointHooks & FallbackHooks;
}

const defined = <T extends object>(options: T): T =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as T;

/** A client over HTTP: of one endpoint, or by `fallback` of several, or of one that is to be of a given network. */
export function testClient({ endpoints = 'http://node.example', ...options }: TestClientOptions): NodeClient {
  const { clock, maxLifeMs, cooldownMs, genesisId, hooks, ...others } = options;
  const { timeoutMs, attemptTimeoutMs, retries, retryDelayMs, ...endpointOptions } = others;
  const attempts = defined({ timeoutMs, attemptTimeoutMs, retries, retryDelayMs });
  const list = [endpoints].flat().map((endpoint) => (typeof endpoint === 'string' ? { url: endpoint } : endpoint));
  const isPool = list.length > 1 || 'genesisId' in options || 'cooldownMs' in options || 'solidUrl' in (list[0] ?? {});
  const { request, response, retry, endpointSwitched } = hooks ?? {};
  const transports = list.map(({ url, ...own }) =>
    http(url, {
      ...endpointOptions,
      ...(isPool ? {} : attempts),
      ...(hooks && { hooks: defined({ request, response, ...(isPool ? {} : { retry }) }) }),
      ...own,
    } as HttpOptions),
  );
  const pool = (): FallbackOptions =>
    defined({ ...attempts, cooldownMs, genesisId, hooks: defined({ retry, endpointSwitched }) } as FallbackOptions);
  const [single] = transports;
  const transport = isPool || single === undefined ? fallback(transports, pool()) : single;
  return createNodeClient(defined({ transport, clock, maxLifeMs } as NodeClientOptions));
}
