import { createNodeClient, type NodeClient, type NodeClientOptions } from '@coin/rpc';

export interface SentRequest {
  path: string;
  body: Record<string, unknown>;
}

/** A time at which the recorded transfer has not expired, in milliseconds since 1970. */
export const RECORDED_AT = 1_795_231_232_000;

/** A client of a node that answers with this function, and the requests that the node received. */
export function clientOf(
  answer: (request: SentRequest) => Response | Promise<Response>,
  options: Partial<NodeClientOptions> = {},
): { client: NodeClient; requests: SentRequest[] } {
  const requests: SentRequest[] = [];
  const client = createNodeClient({
    endpoints: 'http://node.example',
    retries: 0,
    clock: { now: () => RECORDED_AT },
    async fetch(input) {
      const sent = input as Request;
      const request = { path: new URL(sent.url).pathname, body: await sent.json() };
      requests.push(request);
      return answer(request);
    },
    ...options,
  });
  return { client, requests };
}
