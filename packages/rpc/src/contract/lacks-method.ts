import { isRpcError, RpcError } from '../errors.ts';

/**
 * The words in which nodes and gateways report that they lack a method. -32601 is JSON-RPC's code for an unknown
 * method.
 */
const LACKS_METHOD = /does(?: not|n't) support|not (?:supported|implemented)|unsupported|unimplemented|-32601\b/i;

/**
 * Throws the failure of a call or an estimate, as `NOT_SUPPORTED` if it says in any form that the node lacks the
 * method: a node in an answer's `result` or `Error`, a gateway by a status. Applies to no other request: their failures
 * can contain these words too, and a gateway may have forwarded a broadcast before it sends them.
 *
 * Source: docs/protocol/contract-calls.md, How a node rejects a call.
 */
export function throwCallFailure(error: unknown): never {
  const isHttp = isRpcError(error, 'HTTP_STATUS');
  if (!isHttp && !isRpcError(error, 'NODE_ERROR') && !isRpcError(error, 'VALIDATION_FAILED')) throw error;
  const { path } = error.context;
  const [status, nodeMessage] = isHttp ? [error.context.status, error.context.body] : [200, error.context.nodeMessage];
  const lacksMethod = status === 501 || (status < 502 && LACKS_METHOD.test(nodeMessage));
  throw lacksMethod
    ? new RpcError('NOT_SUPPORTED', { path, status, nodeMessage }, { endpoint: error.endpoint })
    : error;
}

/**
 * Whether an error may mean that the endpoint lacks the path without saying so: status 500, or a gateway's page.
 * Another request decides: if it fails too, the whole endpoint is unusable.
 */
export const mayLackPath = (error: unknown): boolean =>
  (isRpcError(error, 'HTTP_STATUS') && error.context.status === 500) ||
  (isRpcError(error, 'RESPONSE_NOT_JSON') && /^\s*<(?:!doctype|html)/i.test(error.context.body));
