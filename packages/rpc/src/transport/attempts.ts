import { objectArgument, stringArgument } from '../encoding/arguments.ts';
import { type JsonObject } from '../encoding/json.ts';
import { isRpcError, RpcError } from '../errors.ts';
import { checkCallOptions, retriesOption, timeOption } from './call-options.ts';
import { runCallback } from './callback.ts';
import { sleepBy, systemClock } from './clock.ts';
import { withinTime } from './on-abort.ts';
import { type AttemptOptions, type RetryHooks } from './transport-options.ts';
import { type NodeAnswer, type RequestOptions, type Transport } from './transport.ts';

/** A call as its attempts see it. */
export interface Call {
  /** The path that was asked for, and the one of the state that the call reads. */
  readonly headPath: string;
  readonly path: string;
  readonly body: JsonObject;
  readonly options: RequestOptions;
  /** Limit of the whole call. */
  readonly timeoutMs: number;
}

export interface Attempt {
  /** 0 for the first attempt of a call. */
  readonly number: number;
  /** Aborts when its time is up, or the call's. */
  readonly signal: AbortSignal;
  /** Origin of the endpoint, once a request has left: before that, time spent is not the endpoint's. */
  sentTo?: string;
}

/** The endpoint of the next attempt. */
export interface NextAttempt {
  readonly endpoint: string;
  /** Whether this call has tried the endpoint before. */
  readonly isTried: boolean;
  /** The endpoint asked for no request before then. */
  readonly notBefore: number;
}

/** The attempts of one call. */
export interface Attempts {
  readonly send: (attempt: Attempt) => Promise<NodeAnswer>;
  /** Called when an endpoint could not be used. `sentTo` is undefined if no request has left. */
  readonly failed: (error: RpcError, sentTo: string | undefined) => void;
  /** Undefined if no attempt may help after this failure. */
  readonly next: (error: RpcError) => NextAttempt | undefined;
  /** The error to reject with, if that is not the latest. */
  readonly chosenError?: () => RpcError | undefined;
}

/**
 * Whether an error means that an endpoint is unusable, now or for this path. Otherwise it answered or was not asked.
 */
const isEndpointFailure = ({ code }: RpcError): boolean =>
  !['ABORTED', 'ARGUMENT_INVALID', 'CALLBACK_FAILED', 'NODE_ERROR', 'VALIDATION_FAILED'].includes(code);

/**
 * A transport's `request`: one call as attempts, repeated as the options allow. For each call, `begin` decides once
 * where attempts go and how their answers are judged.
 */
export function createRequest(
  {
    hooks = {},
    retryDelayMs = 300,
    timeoutMs: defaultTimeoutMs = 10_000,
    retries: defaultRetries = 2,
    attemptTimeoutMs: longestAttemptMs,
  }: AttemptOptions & { readonly hooks?: RetryHooks },
  { endpoints, begin }: { readonly endpoints: number; readonly begin: (call: Call) => Attempts },
): Transport['request'] {
  timeOption('retryDelayMs', retryDelayMs, 0);
  timeOption('timeoutMs', defaultTimeoutMs);
  retriesOption(defaultRetries);
  if (longestAttemptMs !== undefined) timeOption('attemptTimeoutMs', longestAttemptMs);

  return async (headPath, body, call = {}) => {
    stringArgument('path', headPath);
    objectArgument('body', body);
    const options = objectArgument('options', call);
    checkCallOptions(options);
    const { timeoutMs = defaultTimeoutMs, retries = defaultRetries, signal } = options;
    const path = options.state === 'solid' ? headPath.replace('/wallet/', '/walletsolidity/') : headPath;
    const { send, failed, next, chosenError } = begin({ headPath, path, body, options, timeoutMs });
    const attemptMs = longestAttemptMs ?? Math.ceil(timeoutMs / endpoints);
    const deadline = Date.now() + timeoutMs;
    let delayMs = 0;

    for (let number = 0; ; number++) {
      let attempt: Attempt | undefined;
      try {
        if (delayMs > 0) await sleepBy(systemClock, { ms: delayMs, path, signal });
        const ms = Math.min(attemptMs, deadline - Date.now());
        return await withinTime({ ms, signal }, (signal) => send((attempt = { number, signal })));
      } catch (thrown) {
        const details = { endpoint: attempt?.sentTo };
        const error: RpcError = isRpcError(thrown)
          ? thrown
          : signal?.aborted === true
            ? new RpcError('ABORTED', { path }, { ...details, cause: signal.reason })
            : new RpcError('TIMEOUT', { path, timeoutMs }, { ...details, retryable: true });
        if (!isEndpointFailure(error)) throw error;
        failed(error, details.endpoint);

        // The next attempt goes immediately to an endpoint that this call has not tried, else after a pause.
        const target = number < retries ? next(error) : undefined;
        const now = Date.now();
        delayMs = Math.max(
          (target?.notBefore ?? 0) - now,
          target?.isTried === true ? Math.random() * retryDelayMs * 2 ** number : 0,
        );
        if (target === undefined || now + delayMs >= deadline) {
          const chosen = chosenError?.() ?? error;
          if (chosen !== error) options.onRetry?.(error);
          throw chosen;
        }
        options.onRetry?.(error);
        const event = { path, endpoint: target.endpoint, attempt: number + 1, error, delayMs };
        await withinTime({ ms: deadline - now, signal }, () =>
          runCallback({ callback: 'hooks.retry', path }, () => hooks.retry?.(event)),
        );
      }
    }
  };
}
