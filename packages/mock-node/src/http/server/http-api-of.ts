import { argumentInvalid } from '../../errors.ts';
import { type Fetch } from './fetch.ts';
import { type HttpApi } from './http-api.ts';

/** The part of a node that identifies it. */
interface KnownNode {
  readonly fetch: Fetch;
}

const httpApis = /* @__PURE__ */ new WeakMap<KnownNode, HttpApi>();

/** Registers the HTTP interface of a node for a server and for energy reports. @internal */
export function keepHttpApi(node: KnownNode, api: HttpApi): void {
  httpApis.set(node, api);
}

/** Returns the HTTP interface registered for a node. @throws MockNodeError `ARGUMENT_INVALID` @internal */
export function httpApiOf(node: KnownNode): HttpApi {
  const httpApi = httpApis.get(node);
  if (httpApi === undefined) throw argumentInvalid('node', node, 'a node made by createMockNode or forkMockNode');
  return httpApi;
}
