import { httpApiOf } from '../http/server/http-api-of.ts';
import { serveHttpApi, type ServedNode, type ServeOptions } from '../http/server/http-server.ts';
import { type BaseNode } from './base-node.ts';

/**
 * Serves a node over HTTP, for clients that take a URL. Resolves once the port is bound.
 *
 * Listens on the loopback interface by default, and rejects requests for other hosts. Otherwise a web page could reach
 * a node on the developer's machine through its own host name. Needs Node.
 *
 * @param node - made by `createMockNode` or `forkMockNode`; closing the server does not close it
 * @param options - port (defaults to 0, any free one), host, further host names, origins of pages that may send
 * requests
 * @throws MockNodeError `ARGUMENT_INVALID`, naming the option, `PORT_TAKEN`, `LISTEN_FAILED`.
 * @example
 * ```ts
 * import { createMockNode, serve } from '@coin/mock-node';
 *
 * await using served = await serve(createMockNode());
 * const answer = await fetch(`${served.url}/wallet/getburntrx`);
 * await answer.json(); // => { burnTrxAmount: 0 }
 * ```
 */
export async function serve(node: BaseNode, options: ServeOptions = {}): Promise<ServedNode> {
  return serveHttpApi(httpApiOf(node), options);
}
