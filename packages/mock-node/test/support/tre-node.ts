import { createMockNode, serve, type MockNode, type MockNodeOptions } from '../../src/index.ts';
import { type Json } from './http-network.ts';

/** A node that is served with the paths of TronBox's container. */
export interface TreNode extends AsyncDisposable {
  readonly node: MockNode;
  readonly get: (path: string) => Promise<Response>;
  readonly post: (path: string, body: unknown) => Promise<Json>;
  /** The body of an answer, as it is. */
  readonly postText: (path: string, body: unknown) => Promise<string>;
  /** A method's result, or the text of its error. */
  readonly rpc: (method: string, ...params: unknown[]) => Promise<unknown>;
}

export async function openTreNode(options: MockNodeOptions = {}): Promise<TreNode> {
  const node = createMockNode(options);
  const served = await serve(node, { tre: true });
  const get = (path: string): Promise<Response> => fetch(`${served.url}${path}`);
  const postText = async (path: string, body: unknown): Promise<string> => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return (await fetch(`${served.url}${path}`, { method: 'POST', body: text })).text();
  };
  const post = async (path: string, body: unknown): Promise<Json> => JSON.parse(await postText(path, body)) as Json;
  const rpc = async (method: string, ...params: unknown[]): Promise<unknown> => {
    const answer = await post('/tre', { jsonrpc: '2.0', id: 1, method, params });
    return 'result' in answer ? answer['result'] : (answer['error'] as { message: string }).message;
  };
  return { node, get, post, postText, rpc, [Symbol.asyncDispose]: () => served.close() };
}
