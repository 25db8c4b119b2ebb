import { isRpcError, type RpcError } from '../errors.ts';
import { isInternalError } from './answer/node-message.ts';

/** Whether a request sends a transaction to the network: only `submitTransaction` may repeat it. */
export const isBroadcast = (path: string): boolean => path.includes('/broadcast');

/** Failures after which no node has the bytes: rejected by the node, or by a gateway in front of it. */
const REJECTIONS: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'BROADCAST_REJECTED',
  'UNAUTHORIZED',
  'RATE_LIMITED',
  'REQUEST_TOO_LARGE',
  'NOT_SUPPORTED',
  'ENDPOINT_MISMATCH',
  'NODE_ERROR',
  'VALIDATION_FAILED',
]);

/** Whether a failed broadcast certainly reached no node, or no node took it. Otherwise its outcome is unknown. */
export const wasRejected = (error: RpcError): boolean =>
  // A node that only says that it failed may have failed after it took the transaction.
  (REJECTIONS.has(error.code) && !(isRpcError(error, 'NODE_ERROR') && isInternalError(error.context.nodeMessage))) ||
  (isRpcError(error, 'HTTP_STATUS') && error.context.status < 500 && error.context.status !== 408);
