import { type Abi } from '@coin/units';
import { isRpcError, RpcError } from '../errors.ts';
import { revertReason } from './revert-reason.ts';

/** Awaits a call of a contract. The error of a revert names the error of the ABI, with its values. */
export async function nameRevert<T>(abi: Abi, call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (isRpcError(error, 'CALL_REVERTED')) {
      const { data } = error.context;
      throw new RpcError('CALL_REVERTED', { ...error.context, reason: revertReason(data, abi) }, error);
    }
    if (isRpcError(error, 'TRANSACTION_FAILED') && error.context.result === 'REVERT') {
      const { data } = error.context;
      throw new RpcError('TRANSACTION_FAILED', { ...error.context, reason: revertReason(data, abi) }, error);
    }
    throw error;
  }
}
