import { forkMockNode, type ForkedNode, type ForkOptions } from '../../src/fork/index.ts';
import { type Fetch, type MockNode } from '../../src/index.ts';

/** Answers a request instead of the network, with its path and body. */
type Intercept = (path: string, body: string) => Response | undefined | Promise<Response | undefined>;

/** A node in this process as a network, and what it was asked. */
export function upstreamOf(
  node: MockNode,
  intercept: Intercept = () => undefined,
): { readonly fetch: Fetch; readonly asked: readonly string[] } {
  const asked: string[] = [];
  return {
    asked,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const { pathname } = new URL(request.url);
      const body = await request.clone().text();
      asked.push(`${pathname} ${body}`);
      return (await intercept(pathname, body)) ?? node.fetch(request);
    },
  };
}

/** What an endpoint answers that rejects a request. */
export const forbidden = (): Response => new Response('', { status: 403 });

/** A fork of a node in this process. */
export const forkOf = (node: MockNode, options: Partial<ForkOptions> = {}): Promise<ForkedNode> =>
  forkMockNode({
    url: 'http://live.example',
    jsonRpcUrl: 'http://live.example/jsonrpc',
    fetch: upstreamOf(node).fetch,
    ...options,
  });
