import ky from 'ky';
import { objectArgument, readArgument, stringArgument } from '../encoding/arguments.ts';
import { stringifyJson } from '../encoding/json.ts';
import { isRpcError, RpcError, type AnyRpcError } from '../errors.ts';
import { checkCallOptions, maxLifeOption, retriesOption, timeOption } from './call-options.ts';
import { runCallback } from './callback.ts';
import { type NodeClientOptions } from './client-options.ts';
import { copyError } from './copy-error.ts';
import {
  chooseEndpoint,
  chooseFailure,
  isEndpointFailure,
  recordFailure,
  recordSuccess,
  type CallFailures,
  type Endpoint,
  type EndpointPool,
} from './endpoint-pool.ts';
import { createExchange, maskError, type Attempt } from './exchange.ts';
import { createNetworkCheck } from './network-check.ts';
import { type NodeAnswer, type NodeClient } from './node-client.ts';

/** Whether an answer says that it is JSON and cannot be parsed. */
const isBrokenJson = (error: unknown): boolean =>
  isRpcError(error, 'RESPONSE_NOT_JSON') && /json/i.test(error.context.contentType);

/**
 * A client's `request`: one call as attempts at exchanges, repeated and moved to other endpoints as the options allow.
 * ky keeps the time and counts the attempts; where an attempt goes and what its answer is worth is decided here.
 */
export function createRequest(options: NodeClientOptions, pool: EndpointPool): NodeClient['request'] {
  const {
    hooks = {},
    retryDelayMs = 300,
    cooldownMs = 30_000,
    timeoutMs: defaultTimeoutMs = 10_000,
    retries: defaultRetries = Math.max(2, pool.endpoints.length - 1),
    attemptTimeoutMs: longestAttemptMs,
    maxLifeMs,
  } = options;
  timeOption('retryDelayMs', retryDelayMs, 0);
  timeOption('cooldownMs', cooldownMs, 0);
  timeOption('timeoutMs', defaultTimeoutMs);
  retriesOption(defaultRetries);
  if (longestAttemptMs !== undefined) timeOption('attemptTimeoutMs', longestAttemptMs);
  if (maxLifeMs !== undefined) maxLifeOption(maxLifeMs);
  const exchange = createExchange(options);
  const checkNetwork = createNetworkCheck(options, pool, exchange);

  return async (headPath, fields, call = {}) => {
    stringArgument('path', headPath);
    objectArgument('body', fields);
    call = objectArgument('options', call);
    checkCallOptions(call);
    const { signal, timeoutMs = defaultTimeoutMs, retries = defaultRetries } = call;
    const attemptTimeoutMs = longestAttemptMs ?? Math.ceil(timeoutMs / pool.endpoints.length);
    const path = call.state === 'solid' ? headPath.replace('/wallet/', '/walletsolidity/') : headPath;
    const body = readArgument('body', fields, () => stringifyJson(fields));
    const deadline = Date.now() + timeoutMs;
    const failures: CallFailures = new Map();
    /** The latest attempt, and the endpoint that it was made at. */
    let attempt: Attempt | undefined;
    let delayMs = 0;

    const toRpcError = (error: unknown): AnyRpcError => {
      if (isRpcError(error)) return error;
      const endpoint = attempt?.endpoint.label;
      if (signal?.aborted === true) return new RpcError('ABORTED', { path }, { endpoint, cause: signal.reason });
      // ky throws no other error of its own here. It names the first endpoint's URL, and a custom fetch may name any.
      const cause = pool.endpoints.reduce((copy, { secrets }) => copyError(copy, secrets.mask), error);
      return new RpcError('TIMEOUT', { path, timeoutMs }, { endpoint, retryable: true, cause });
    };

    /** The error of the latest attempt; its endpoint rests where the failure is the endpoint's. */
    const fail = (thrown: unknown): AnyRpcError => {
      const error = toRpcError(thrown);
      if (attempt === undefined || !isEndpointFailure(error)) return error;
      const { endpoint, isSent } = attempt;
      failures.delete(endpoint);
      failures.set(endpoint, error);
      if (isSent) recordFailure(endpoint, { error, now: Date.now(), cooldownMs });
      return error;
    };

    const answerOf = (endpoint: Endpoint, json: unknown): NodeAnswer => ({
      json,
      endpoint: endpoint.label,
      endpointIndex: pool.endpoints.indexOf(endpoint),
    });

    /** Whatever else a check throws is found where the answer is read. */
    const checkAnswer = (checked: NodeAnswer, { secrets }: Endpoint) => {
      try {
        call.check?.(checked);
      } catch (error) {
        if (isRpcError(error, 'RESPONSE_UNEXPECTED')) throw maskError(error, secrets.mask);
      }
    };

    const answer = async ({ signal: attemptSignal }: Request): Promise<Response> => {
      const startedAt = Date.now();
      const endpoint = chooseEndpoint(pool, failures, startedAt) ?? pool.current;
      const sent: Attempt = { endpoint, number: (attempt?.number ?? -1) + 1, signal: attemptSignal, isSent: false };
      attempt = sent;
      const settle = async () => {
        const change = recordSuccess(pool, endpoint, { startedAt, failures });
        if (change === undefined) return;
        const { replaced, error } = change;
        await runCallback({ callback: 'hooks.endpointSwitched', path }, () =>
          hooks.endpointSwitched?.({ from: replaced.label, to: endpoint.label, error }),
        );
      };
      await checkNetwork(attempt, path);
      try {
        const response = await exchange(sent, path, body).catch((error: unknown) => {
          if (call.fallbackBody === undefined || !isBrokenJson(error)) throw error;
          return exchange(sent, path, stringifyJson(call.fallbackBody()));
        });
        checkAnswer(answerOf(endpoint, await response.json()), endpoint);
        await settle();
        return response;
      } catch (error) {
        if (isRpcError(error, 'NODE_ERROR') || isRpcError(error, 'VALIDATION_FAILED')) await settle();
        throw error;
      }
    };

    /** Whether to try again: at once on an endpoint that this call has not tried, else after a pause. */
    const shouldRetry = async ({ error: thrown }: { error: unknown }): Promise<boolean> => {
      const error = fail(thrown);
      const now = Date.now();
      const next = chooseEndpoint(pool, failures, now);
      if (!isEndpointFailure(error) || next === undefined) return false;
      const number = attempt?.number ?? 0;
      const pause = failures.has(next) ? Math.random() * retryDelayMs * 2 ** number : 0;
      delayMs = Math.max(next.retryNotBefore - now, pause);
      if (now + delayMs >= deadline) return false;
      call.onRetry?.(error);
      await runCallback({ callback: 'hooks.retry', path }, () =>
        hooks.retry?.({ path, endpoint: next.label, attempt: number + 1, error, delayMs }),
      );
      return true;
    };

    try {
      const response = await ky.post(pool.current.url, {
        fetch: (input) => answer(input as Request),
        retry: { limit: retries, methods: ['post'], shouldRetry, delay: () => delayMs },
        timeout: Math.min(timeoutMs, attemptTimeoutMs),
        totalTimeout: timeoutMs,
        ...(signal !== undefined && { signal }),
      });
      return answerOf(attempt?.endpoint ?? pool.current, await response.json());
    } catch (thrown) {
      const error = fail(thrown);
      if (!isEndpointFailure(error)) throw error;
      const chosen = chooseFailure([...failures.values()]) ?? error;
      if (chosen !== error) call.onRetry?.(error);
      throw chosen;
    }
  };
}
