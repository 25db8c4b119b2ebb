import { createMockNode, serve, type MockNode, type MockNodeOptions } from '../../src/index.ts';
import { type Json } from './http-network.ts';

/** A node that is served with the paths of TronBox's container. */
export interface TreNode extends AsyncDisposable {
  readonly node: MockNode;
  readonly get: (path: string) => Promise<Response>;
  readonly post: (path: string, body: unknown) => Promise<Json>;
}

export async function openTreNode(options: MockNodeOptions = {}): Promise<TreNode> {
  const node = createMockNode(options);
  const served = await serve(node, { tre: true });
  const get = (path: string): Promise<Response> => fetch(`${served.url}${path}`);
  const post = async (path: string, body: unknown): Promise<Json> => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return (await (await fetch(`${served.url}${path}`, { method: 'POST', body: text })).json()) as Json;
  };
  return { node, get, post, [Symbol.asyncDispose]: () => served.close() };
}
