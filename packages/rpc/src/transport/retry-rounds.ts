import { type AbortSignalLike } from '@coin/units';
import { isRpcError, type RpcError } from '../errors.ts';
import { sleepBy, systemClock } from './clock.ts';

/** The longest pause before the first repetition, in milliseconds. It doubles for each further one. */
const FIRST_PAUSE_MS = 300;

interface Rounds {
  /** What the error of an abort names. */
  readonly path: string;
  readonly retries: number;
  /** The time of all rounds and pauses together, in milliseconds; no limit if absent. */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignalLike | undefined;
  /** Whether a failure is repeated; by default, one that may pass. */
  readonly shouldRetry?: (error: RpcError) => boolean;
}

/**
 * Repeats what several requests do together, after failures that may pass. Pauses have full jitter, and last at least
 * as long as the endpoint asked to wait. A single request is repeated by ky.
 */
export async function retryRounds<T>(
  { path, retries, timeoutMs = Infinity, signal, shouldRetry = ({ retryable }) => retryable }: Rounds,
  round: (leftMs: number) => Promise<T>,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (let number = 0; ; number++) {
    try {
      return await round(deadline - Date.now());
    } catch (error) {
      if (number >= retries || !isRpcError(error) || !shouldRetry(error)) throw error;
      const ms = Math.max(error.retryAfterMs ?? 0, Math.random() * FIRST_PAUSE_MS * 2 ** number);
      if (Date.now() + ms >= deadline) throw error;
      await sleepBy(systemClock, { ms, path, signal });
    }
  }
}
