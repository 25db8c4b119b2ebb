import { getBalance, isRpcError, type NodeClient, type ReadStateOptions, type RpcError } from '@coin/rpc';
import { type SentRequest } from './client-with-answers.ts';

/** The account of the recording `account.visible`. */
export const JUDY = 'TEzU2wsz5VdZs1FWn2oRXX9RMDqo8q1bUZ';

/** Small units. */
export const JUDYS_BALANCE = 1_000_000_000_000_000n;

/** Judy's balance, or the error of reading it. */
export const balanceOrError = (client: NodeClient, options?: ReadStateOptions): Promise<bigint | RpcError> =>
  getBalance(client, { address: JUDY }, options).catch((error: unknown) => {
    if (isRpcError(error)) return error;
    throw error;
  });

/** Never answers; rejects when the signal aborts. */
export const hang = (_: SentRequest, signal: AbortSignal): Promise<Response> =>
  new Promise<Response>((_resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort);
  });
