import { forkMockNode, type ForkedNode, type ForkFetch, type ForkOptions } from '../../src/fork/index.ts';
import { type MockNode } from '../../src/index.ts';

/** A node in this process as a network, and what it was asked. */
export function upstreamOf(node: MockNode): { readonly fetch: ForkFetch; readonly asked: readonly string[] } {
  const asked: string[] = [];
  return {
    asked,
    fetch: (url, init) => {
      asked.push(`${new URL(url).pathname} ${init.body}`);
      return node.fetch(url, init);
    },
  };
}

/** A fork of a node in this process. */
export const forkOf = (node: MockNode, options: Partial<ForkOptions> = {}): Promise<ForkedNode> =>
  forkMockNode({
    url: 'http://live.example',
    jsonRpcUrl: 'http://live.example/jsonrpc',
    fetch: upstreamOf(node).fetch,
    ...options,
  });
