import ky from 'ky';
import { stringifyJson } from '../encoding/json.ts';
import { isRpcError, RpcError } from '../errors.ts';
import type { NodeClientOptions } from './client-options.ts';
import { failOver, type EndpointPool } from './endpoint-pool.ts';
import { createExchange } from './exchange.ts';
import { createNetworkCheck } from './network-check.ts';
import type { NodeAnswer, NodeClient } from './node-client.ts';

/** A client's `request`: one call as attempts at exchanges, repeated and moved to other endpoints as the options allow. */
export function createRequest(options: NodeClientOptions, pool: EndpointPool): NodeClient['request'] {
  const { retryDelayMs = 300, cooldownMs = 30_000, hooks = {} } = options;
  const exchange = createExchange(options);
  const checkNetwork = createNetworkCheck(options, pool, exchange);

  return async (headPath, fields, call = {}) => {
    const { signal, timeoutMs = options.timeoutMs ?? 10_000, retries = options.retries ?? 2 } = call;
    const path = call.state === 'solid' ? headPath.replace('/wallet/', '/walletsolidity/') : headPath;
    const body = stringifyJson(fields);
    const deadline = Date.now() + timeoutMs;
    let attempt = -1;
    let delayMs = 0;
    let answer: NodeAnswer | undefined;

    const toRpcError = (error: unknown): unknown => {
      if (isRpcError(error)) return error;
      const endpoint = pool.current.label;
      if (signal?.aborted === true) return new RpcError('ABORTED', { path }, { endpoint, cause: signal.reason });
      if ((error as Error).name !== 'TimeoutError') return error;
      return new RpcError('TIMEOUT', { path, timeoutMs }, { endpoint, retryable: true });
    };
    /** Whether to try again, and where: on another endpoint at once, on one that has just failed after a pause. */
    const shouldRetry = (failure: { error: unknown }): boolean => {
      const error = toRpcError(failure.error);
      if (!isRpcError(error) || !error.retryable) return false;
      const now = Date.now();
      const failed = pool.current;
      failOver(pool, now, cooldownMs, error.retryAfterMs);
      const { label, cooldownUntil, retryNotBefore } = pool.current;
      const pause = cooldownUntil > now ? Math.random() * retryDelayMs * 2 ** attempt : 0;
      delayMs = Math.max(retryNotBefore - now, pause);
      if (now + delayMs >= deadline) return false;
      call.onRetry?.(error);
      if (pool.current !== failed) hooks.endpointSwitched?.({ from: failed.label, to: label, error });
      hooks.retry?.({ path, endpoint: label, attempt: attempt + 1, error, delayMs });
      return true;
    };

    try {
      await ky.post(pool.current.url, {
        // ky keeps the time and counts the attempts; where an attempt goes and what its answer is worth is decided here.
        fetch: async (input) => {
          const { signal: attemptSignal } = input as Request;
          attempt++;
          const endpoint = pool.current;
          await checkNetwork(endpoint, attemptSignal);
          const json = await exchange(endpoint, path, body, attemptSignal, attempt);
          endpoint.cooldownUntil = 0;
          answer = { json, endpoint: endpoint.label };
          return new Response();
        },
        retry: { limit: retries, methods: ['post'], shouldRetry, delay: () => delayMs },
        timeout: Math.min(timeoutMs, options.attemptTimeoutMs ?? timeoutMs / pool.endpoints.length),
        totalTimeout: timeoutMs,
        ...(signal !== undefined && { signal }),
      });
    } catch (error) {
      throw toRpcError(error);
    }
    return answer as NodeAnswer;
  };
}
