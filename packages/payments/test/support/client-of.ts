import { createNodeClient, http, fallback, type HttpOptions, type NodeClient, type NodeClientOptions } from '@coin/rpc';

export interface SentRequest {
  path: string;
  body: Record<string, unknown>;
}

/** A time at which the recorded transfer has not expired, in milliseconds since 1970. */
export const RECORDED_AT = 1_795_231_232_000;

interface ClientOptions extends HttpOptions {
  readonly url?: string;
  readonly clock?: NodeClientOptions['clock'];
  readonly genesisId?: string;
}

/** A client of a node that answers with this function, and the requests that the node received. */
export function clientOf(
  answer: (request: SentRequest) => Response | Promise<Response>,
  {
    clock = { now: () => RECORDED_AT, sleep: () => new Promise<never>(() => {}) },
    url = 'http://node.example',
    genesisId,
    ...options
  }: ClientOptions = {},
): { client: NodeClient; requests: SentRequest[] } {
  const requests: SentRequest[] = [];
  const transport = http(url, {
    retry: 0,
    async fetch(input) {
      const sent = input as Request;
      const request = { path: new URL(sent.url).pathname, body: await sent.json() };
      requests.push(request);
      // Ends with its signal, as a platform's `fetch` does.
      const { promise, resolve, reject } = Promise.withResolvers<Response>();
      sent.signal.addEventListener('abort', () => reject(sent.signal.reason as Error));
      Promise.resolve(answer(request)).then(resolve, reject);
      return promise;
    },
    ...options,
  });
  const checked = genesisId === undefined ? transport : fallback([transport], { genesisId, retries: 0 });
  return { client: createNodeClient({ transport: checked, ...(clock && { clock }) }), requests };
}
