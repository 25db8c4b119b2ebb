import { reasonOf } from '@coin/errors';
import { isRpcError, type Abi } from '@coin/rpc';
import { revertReason } from '@coin/rpc/abi';
import { causesOf } from '../../find-fault.ts';
import { type EntryProblem } from './outbox-entry.ts';

/** Describes a failure as an entry records it: a revert by the name of its error in these ABIs. */
export function describeProblem(error: unknown, abi: Abi = []): EntryProblem {
  const { code } = Object(error) as { code?: unknown };
  const message = reasonOf(error);
  const revert = causesOf(error).find((cause) => isRpcError(cause, 'CALL_REVERTED'))?.context;
  return {
    code: typeof code === 'string' ? code : 'UNKNOWN',
    message: revert === undefined ? message : message.replace(revert.reason, () => revertReason(revert.data, abi)),
  };
}
