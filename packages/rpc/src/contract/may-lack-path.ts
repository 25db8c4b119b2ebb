import { isRpcError } from '../errors.ts';

/**
 * Whether an error may mean that the endpoint lacks the path without saying so: status 500, or a gateway's page.
 * Another request decides: if it fails too, the whole endpoint is unusable.
 */
export const mayLackPath = (error: unknown): boolean =>
  (isRpcError(error, 'HTTP_STATUS') && error.context.status === 500) ||
  (isRpcError(error, 'RESPONSE_NOT_JSON') && error.context.reason === 'a page');
