import {
  createNodeClient,
  fallback,
  http,
  type FallbackOptions,
  type HttpOptions,
  type NodeClient,
  type NodeClientOptions,
} from '@coin/rpc';

/** One endpoint: its URL, and what it has besides the options that all endpoints share. */
export type TestEndpoint = string | ({ readonly url: string } & HttpOptions);

/** The options of a client, its transport and each of its endpoints, in one object. */
export interface TestClientOptions extends Omit<NodeClientOptions, 'transport'>, HttpOptions, FallbackOptions {
  readonly endpoints?: TestEndpoint | readonly TestEndpoint[];
}

const defined = <T extends object>(options: T): T =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as T;

/** A stub that ends when the request's signal aborts, as a platform's `fetch` does. */
const endingAtAbort =
  (stub: typeof globalThis.fetch): typeof globalThis.fetch =>
  (input, init) =>
    new Promise((resolve, reject) => {
      const { signal } = input as Request;
      const answer = stub(input, init);
      const abort = () => reject(signal.reason as Error);
      if (signal.aborted) abort();
      signal.addEventListener('abort', abort);
      answer.then(resolve, reject);
    });

/** A client over HTTP: of one endpoint, or by `fallback` of several, or of one that is to be of a given network. */
export function testClient({ endpoints = 'http://node.example', ...options }: TestClientOptions): NodeClient {
  const { clock, maxLifeMs, cooldownMs, genesisId, onSwitch, timeoutMs, retries, fetch, ...others } = options;
  const endpointOptions = { ...others, ...(fetch && { fetch: endingAtAbort(fetch) }) };
  const list = [endpoints].flat().map((endpoint) => (typeof endpoint === 'string' ? { url: endpoint } : endpoint));
  const isPool = list.length > 1 || 'genesisId' in options || 'cooldownMs' in options || 'solidUrl' in (list[0] ?? {});
  const transports = list.map(({ url, ...own }) => http(url, { ...endpointOptions, ...own }));
  const pool = defined({ cooldownMs, genesisId, onSwitch, timeoutMs, retries } as FallbackOptions);
  const [single] = transports;
  const transport = isPool || single === undefined ? fallback(transports, pool) : single;
  return createNodeClient(defined({ transport, clock, maxLifeMs } as NodeClientOptions));
}
