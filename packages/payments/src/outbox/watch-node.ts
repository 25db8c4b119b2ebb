import { reasonOf } from '@coin/errors';
import { RpcError, type NodeClient } from '@coin/rpc';
import { isPaymentsError, PaymentsError } from '../errors.ts';
import { findFault } from '../find-fault.ts';

/** Called with a fault of the surroundings for which a run waits, or with the damage of one entry. */
export type OnProblem = (problem: RpcError | PaymentsError) => unknown;

/** The time after which a problem that persists is reported again. */
const REPEAT_MS = 60_000;
/** The time after which a request without an answer is reported. A transport may wait longer. */
const SILENCE_MS = 5000;

/** Returns a function that reports faults of the surroundings and damaged entries, each of them once a minute. */
export function createReport(onProblem: OnProblem | undefined, fail: (error: unknown) => void) {
  const reported = new Map<string, number>();
  return (error: unknown): void => {
    const fault = isPaymentsError(error, 'RECORD_INVALID') ? error : findFault(error);
    if (fault === undefined || onProblem === undefined) return;
    // Messages of nodes contain numbers that change each time.
    const key = fault instanceof PaymentsError ? fault.message : fault.code;
    const now = performance.now();
    if (now - (reported.get(key) ?? -Infinity) < REPEAT_MS) return;
    reported.set(key, now);
    const notify = async (): Promise<void> => {
      try {
        await onProblem(fault);
      } catch (cause) {
        fail(new PaymentsError('CALLBACK_FAILED', { callback: 'onProblem', reason: reasonOf(cause) }, { cause }));
      }
    };
    void notify();
  };
}

/** Wraps a client. Reports each request that fails or gets no response for five seconds. */
export const watchNode = (client: NodeClient, report: (error: unknown) => void): NodeClient => ({
  ...client,
  get endpoint() {
    return client.endpoint;
  },
  async request(path, ...rest) {
    const details = { retryable: true, endpoint: client.endpoint };
    const silent = () => report(new RpcError('TIMEOUT', { path, timeoutMs: SILENCE_MS }, details));
    const timer = setTimeout(silent, SILENCE_MS);
    try {
      return await client.request(path, ...rest);
    } catch (error) {
      report(error);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  },
});
