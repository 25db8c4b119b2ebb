import { isRpcError } from '@coin/rpc';
import { reasonOf } from '../../errors.ts';
import { type OutboxEntry } from './outbox-entry.ts';

type Problem = NonNullable<OutboxEntry['problem']>;

/** The reason of a failure, as an entry records it. */
export function problemOf(error: unknown): Problem {
  const { code } = Object(error) as { code?: unknown };
  return { code: typeof code === 'string' ? code : 'UNKNOWN', message: reasonOf(error) };
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

/** An entry after a failed attempt. A signed entry stays signed until its transaction is settled. */
export function failedEntry(entry: OutboxEntry, error: unknown, maxFailures: number): OutboxEntry {
  const problem = problemOf(error);
  if (entry.status === 'signed' || (isRpcError(error) && error.retryable)) return { ...entry, problem };
  return countedFailure(entry, problem, isRpcError(error) && REJECTIONS.has(error.code) ? 0 : maxFailures);
}
