import { reasonOf } from '@coin/errors';
import { RpcError } from '../errors.ts';

/** The error of a call that a function of the caller's ended: no endpoint failed. */
export const callbackFailed = (callback: string, path: string, cause: unknown) =>
  new RpcError('CALLBACK_FAILED', { path, callback, reason: reasonOf(cause) }, { cause });
