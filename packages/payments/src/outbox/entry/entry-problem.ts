import { reasonOf } from '@coin/errors';
import { isRpcError, revertReason, type Abi, type RpcError } from '@coin/rpc';
import { type EntryProblem } from './outbox-entry.ts';

/** How many errors deep a planner may have wrapped the error of a node. */
const MAX_CAUSES = 5;

/** Finds the revert behind an error. */
function findRevert(error: unknown): RpcError<'CALL_REVERTED'> | undefined {
  let cause = error;
  for (let depth = 0; depth < MAX_CAUSES; depth++) {
    if (isRpcError(cause, 'CALL_REVERTED')) return cause;
    cause = cause instanceof Error ? cause.cause : undefined;
  }
  return undefined;
}

/** Describes a failure as an entry records it: a revert by the name of its error in these ABIs. */
export function describeProblem(error: unknown, abi: Abi = []): EntryProblem {
  const { code } = Object(error) as { code?: unknown };
  const message = reasonOf(error);
  const revert = findRevert(error)?.context;
  return {
    code: typeof code === 'string' ? code : 'UNKNOWN',
    message: revert === undefined ? message : message.replace(revert.reason, () => revertReason(revert.data, abi)),
  };
}
