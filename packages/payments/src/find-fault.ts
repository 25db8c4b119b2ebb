import { isRpcError, type RpcError } from '@coin/rpc';
import { isPaymentsError, type PaymentsError } from './errors.ts';

/** The faults of nodes that are not retried by themselves, because people have to act first. */
const FAULTS =
  /^(?:CLOCK_WRONG|HTTP_STATUS|UNAUTHORIZED|REQUEST_TOO_LARGE|NOT_SUPPORTED|RESPONSE_INVALID|RESPONSE_TOO_LARGE|NODES_DISAGREE|WRONG_SIGNER)$/;
/** How many errors deep a planner may have wrapped the error of a node. */
const MAX_CAUSES = 5;

/** Returns the errors behind an error, itself first. */
export function causesOf(error: unknown): unknown[] {
  const causes = [error];
  for (let cause = error; cause instanceof Error && causes.length < MAX_CAUSES;) causes.push((cause = cause.cause));
  return causes;
}

/**
 * Finds the fault of the surroundings behind an error: of clocks, nodes, the network or keys. It hits every payment
 * alike. Undefined if the payment itself is at fault.
 */
export const findFault = (error: unknown): RpcError | PaymentsError | undefined =>
  causesOf(error).find(
    (cause): cause is RpcError | PaymentsError =>
      isPaymentsError(cause, 'SIGNER_MISMATCH') || (isRpcError(cause) && (cause.retryable || FAULTS.test(cause.code))),
  );
