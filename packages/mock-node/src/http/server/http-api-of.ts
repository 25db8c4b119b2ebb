import { argumentInvalid } from '../../errors.ts';
import { type Fetch } from './fetch.ts';
import { type HttpApi } from './http-api.ts';

/** What identifies a node whose HTTP interface is looked up. */
interface KnownNode {
  readonly fetch: Fetch;
}

const httpApis = /* @__PURE__ */ new WeakMap<KnownNode, HttpApi>();

/** Keeps the HTTP interface of a node for a server and for energy reports. @internal */
export function keepHttpApi(node: KnownNode, api: HttpApi): void {
  httpApis.set(node, api);
}

/** The HTTP interface that was kept for a node. @throws MockNodeError `ARGUMENT_INVALID` @internal */
export function httpApiOf(node: KnownNode): HttpApi {
  const httpApi = httpApis.get(node);
  if (httpApi === undefined) throw argumentInvalid('node', node, 'a node made by createMockNode or forkMockNode');
  return httpApi;
}
