import { serveSurface } from './http/server/http-server.ts';
import type { ServedNode, ServeOptions } from './http/server/http-server.ts';
import { surfaceOf } from './node.ts';
import type { MockNode } from './node.ts';

/**
 * Serves a node over HTTP, for clients that take a URL. It resolves once the port is bound, and listens on the loopback interface only unless told otherwise;
 * requests that name a host it was not told of are refused. Needs Node.
 *
 * @param node made by `createMockNode`; closing the server does not close it.
 * @param options port (0, any free one, unless given), host, further host names, origins of pages that may ask.
 * @throws MockNodeError `INVALID_ARGUMENT`, naming the option, `PORT_TAKEN`, `CANNOT_LISTEN`.
 * @example
 * ```ts
 * import { createMockNode, serve } from '@coin/mock-node';
 *
 * await using served = await serve(createMockNode());
 * const answer = await fetch(`${served.url}/wallet/getburntrx`);
 * await answer.json(); // => { burnTrxAmount: 0 }
 * ```
 *
 * Source: Decision: a page of the web must not reach a node on the developer's machine through a name of its own.
 */
export function serve(node: MockNode, options: ServeOptions = {}): Promise<ServedNode> {
  return serveSurface(surfaceOf(node), options);
}
