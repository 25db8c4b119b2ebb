import { isRpcError, revertReason, type Abi, type RpcError } from '@coin/rpc';
import { reasonOf } from '../../errors.ts';
import { type OutboxEntry } from './outbox-entry.ts';

type Problem = NonNullable<OutboxEntry['problem']>;

/** How many errors deep a planner may have wrapped the error of a node. */
const MAX_CAUSES = 5;

/** The revert behind an error, if there is one. */
function revertBehind(error: unknown): RpcError<'CALL_REVERTED'> | undefined {
  let cause = error;
  for (let depth = 0; depth < MAX_CAUSES; depth++) {
    if (isRpcError(cause, 'CALL_REVERTED')) return cause;
    cause = cause instanceof Error ? cause.cause : undefined;
  }
  return undefined;
}

/** The reason of a failure, as an entry records it: a revert by the name of its error in these ABIs. */
export function problemOf(error: unknown, abi: Abi = []): Problem {
  const { code } = Object(error) as { code?: unknown };
  const message = reasonOf(error);
  const revert = revertBehind(error)?.context;
  return {
    code: typeof code === 'string' ? code : 'UNKNOWN',
    message: revert === undefined ? message : message.replace(revert.reason, () => revertReason(revert.data, abi)),
  };
}

/** An entry after a failure that counts: queued again, or rejected after too many failures. */
export function countedFailure(entry: OutboxEntry, problem: Problem, maxFailures: number): OutboxEntry {
  const { waitsFor: _, ...rest } = entry;
  const failures = entry.failures + 1;
  return { ...rest, status: failures < maxFailures ? 'queued' : 'rejected', failures, problem };
}

/** The chain's own rejections of a transaction or a simulation: another attempt would be rejected too. */
const REJECTIONS: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'VALIDATION_FAILED',
  'CALL_REVERTED',
  'CALL_FAILED',
  'ADDRESS_INVALID',
  'ARGUMENT_INVALID',
]);

/** An entry after a failed attempt. An entry with a transaction keeps its status until that is settled. */
export function failedEntry(
  entry: OutboxEntry,
  error: unknown,
  { abi, maxFailures }: { readonly abi: Abi; readonly maxFailures: number },
): OutboxEntry {
  const problem = problemOf(error, abi);
  const hasTransaction = entry.status === 'signed' || entry.status === 'awaiting-signatures';
  if (hasTransaction || (isRpcError(error) && error.retryable)) return { ...entry, problem };
  return countedFailure(entry, problem, isRpcError(error) && REJECTIONS.has(error.code) ? 0 : maxFailures);
}
