import { type MockNode } from '@coin/mock-node';

/** Sends a method to `/jsonrpc`, and returns its result. An error is thrown with its code and data. */
export const requestOf =
  (node: MockNode) =>
  async (method: string, params: readonly unknown[] = []): Promise<unknown> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const answer = await node.fetch('http://node/jsonrpc', { method: 'POST', body });
    const { result, error } = (await answer.json()) as { readonly result?: unknown; readonly error?: object };
    if (error !== undefined) throw Object.assign(new Error(`${method}: ${JSON.stringify(error)}`), error);
    return result;
  };
