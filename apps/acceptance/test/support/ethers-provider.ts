import { type MockNode } from '@coin/mock-node';
import { FetchRequest, JsonRpcProvider, type JsonRpcApiProviderOptions } from 'ethers';

/** A provider of ethers that asks a node in this process. */
export function ethersProvider(node: MockNode, options: JsonRpcApiProviderOptions = {}): JsonRpcProvider {
  const request = new FetchRequest('http://node/jsonrpc');
  request.getUrlFunc = async ({ url, body }) => {
    const answer = await node.fetch(url, {
      method: 'POST',
      body: new TextDecoder().decode(body ?? new Uint8Array()),
    });
    const bytes = new Uint8Array(await answer.arrayBuffer());
    return { statusCode: answer.status, statusMessage: '', headers: {}, body: bytes };
  };
  return new JsonRpcProvider(request, undefined, { staticNetwork: true, ...options });
}
