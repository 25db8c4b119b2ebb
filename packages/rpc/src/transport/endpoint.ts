import {
  type AfterResponseHook,
  isForceRetryError,
  isTimeoutError,
  type KyInstance,
  type Options,
  type RetryOptions,
} from 'ky';
import { integerArgument } from '../encoding/arguments.ts';
import { stringifyJson } from '../encoding/json.ts';
import { omitUndefined } from '../encoding/omit-undefined.ts';
import { BROWSER_WORDS, isRpcError, RpcError, callbackFailed } from '../errors.ts';
import { type AnswerSource } from './answer/check-answer.ts';
import { readAnswer } from './answer/read-answer.ts';
import { readText } from './answer/read-text.ts';
import { HIDDEN } from './answer/secrets.ts';
import { isBroadcast } from './broadcast.ts';
import { checkCallOptions, retriesOption, timeOption } from './call-options.ts';
import { type Limit } from './limits.ts';
import { onAbort, throwIfAborted } from './on-abort.ts';
import { pathOf } from './request-path.ts';
import { type NodeAnswer, type RequestOptions, type Transport } from './transport.ts';

/** Options of every transport to one endpoint. Those of ky have ky's names and meanings. */
export interface EndpointOptions {
  /**
   * ky's retries, or their number: 2 by default, up to 1000. The error's `retryable` says which failures are repeated.
   * Pauses have full jitter by default. A broadcast is never repeated.
   */
  readonly retry?: number | Pick<RetryOptions, 'limit' | 'delay' | 'backoffLimit' | 'jitter'>;
  /** Limit of one attempt in milliseconds, including reading the body; by default, only the whole call has one. */
  readonly timeout?: number;
  /** Limit of a whole call in milliseconds: attempts, pauses and waits for limits. 10,000 by default. */
  readonly totalTimeout?: number;
  /** ky's hooks. An error that one throws ends the call as `CALLBACK_FAILED`. */
  readonly hooks?: NonNullable<Options['hooks']>;
  /** A larger answer is rejected while it streams; 16 MiB by default, 512 MiB at most. */
  readonly maxResponseBytes?: number;
  /** Opt-in limits, passed before each request: `createConcurrencyLimit`, `createRateLimit`, or your own. */
  readonly limits?: readonly Limit[];
}

/** The names of {@link EndpointOptions}. */
export const ENDPOINT_OPTIONS = ['retry', 'timeout', 'totalTimeout', 'hooks', 'maxResponseBytes', 'limits'] as const;

interface Connection {
  /** Sends the requests. */
  readonly ky: KyInstance;
  /** Origin only: a path or a query may hold a key. */
  readonly label: string;
  readonly addressOf: (path: string) => string;
  /** Whether errors may quote nothing that the endpoint or its connection says. */
  readonly hasKey: boolean;
}

/** JavaScript engines have no longer ones. */
const LONGEST_TEXT = 2 ** 29;

/** The error of a broken connection. Its known reason is the cause of `fetch`'s error, if there is one. */
function connectionFailed(error: unknown, source: AnswerSource, hasKey: boolean): RpcError {
  const cause = (error as Error | undefined)?.cause ?? error;
  const { message, code } = Object(cause) as { message?: unknown; code?: unknown };
  const blocked = BROWSER_WORDS.exec(String(message))?.[0];
  const texts = hasKey ? [blocked, code, HIDDEN] : [blocked, message, code, cause];
  const reason = texts.find((text): text is string => typeof text === 'string' && text !== '') ?? 'unknown';
  const details = { ...source, retryable: true, ...(!hasKey && { cause: error }) };
  return new RpcError('NETWORK_FAILED', { path: source.path, reason }, details);
}

/** Whether an answer says that it is JSON and cannot be parsed, or that an older node could not parse it itself. */
const isBrokenJson = (error: unknown): boolean =>
  (isRpcError(error, 'RESPONSE_NOT_JSON') && /json/i.test(error.context.contentType)) ||
  (isRpcError(error, 'NODE_ERROR') && error.context.nodeCode.endsWith('.JSONException'));

const NODE_FAULTS = /^(?:RESPONSE_INVALID|CLOCK_WRONG|NODE_LAGS)$/;

/** Throws what the check of an answer throws, if that is about the endpoint. All else is found where the answer is read. */
function requireUsable(answer: NodeAnswer, check: RequestOptions['check']): void {
  try {
    check?.(answer);
  } catch (error) {
    if (isRpcError(error) && NODE_FAULTS.test(error.code)) throw error;
  }
}

/** Creates the transport to one endpoint. ky repeats and limits the requests. */
export function createEndpoint(options: EndpointOptions, { ky, label, addressOf, hasKey }: Connection): Transport {
  const { retry = {}, timeout, totalTimeout, hooks, maxResponseBytes = 2 ** 24, limits = [] } = options;
  integerArgument('maxResponseBytes', maxResponseBytes, { min: 1, max: LONGEST_TEXT });
  const retryOptions = retry instanceof Object ? retry : { limit: retry };
  if (retryOptions.limit !== undefined) retriesOption('retry', retryOptions.limit);
  if (timeout !== undefined) timeOption('timeout', timeout);
  if (totalTimeout !== undefined) timeOption('totalTimeout', totalTimeout);

  let defaults: Options = {};
  const api = ky.extend((parent) => {
    defaults = parent;
    return {
      ...omitUndefined({ hooks }),
      method: 'post',
      prefix: '',
      throwHttpErrors: false,
      retry: {
        methods: ['post'],
        jitter: true,
        retryOnTimeout: true,
        shouldRetry: ({ error }) => (isRpcError(error) ? error.retryable : undefined),
        ...retryOptions,
      },
    };
  });

  const send = defaults.fetch ?? ((...request) => fetch(...request));
  const attemptMs = timeout ?? (defaults.timeout || undefined);
  // ky copies a response for each hook, which takes a fifth of a call's time, so only hooks of the caller get a body.
  const hasHooks = (hooks?.afterResponse ?? defaults.hooks?.afterResponse) !== undefined;
  const callMs = totalTimeout ?? (defaults.totalTimeout || 10_000);

  const transport: Transport = {
    endpoint: label,
    async request(headPath, body, requestOptions = {}) {
      checkCallOptions(requestOptions);
      const { fallbackBody, ...call } = requestOptions;
      const { check, signal, timeoutMs = callMs, retries } = call;
      const path = pathOf(headPath, call);
      const source = { path, endpoint: label };
      const deadline = Date.now() + timeoutMs;
      let text = '';
      let answer: NodeAnswer | undefined;
      let latestFailure: unknown;

      /** One attempt with its body, so ky limits the time of both. */
      const attempt: typeof send = async (input, init) => {
        const { signal: attemptSignal } = input as Request;
        const releases: ((() => void) | void)[] = [];
        try {
          attemptSignal.throwIfAborted();
          for (const limit of limits)
            releases.push(
              await limit(attemptSignal).catch((cause: unknown) => {
                throw callbackFailed('limits', path, cause);
              }),
            );
          const response = await send(input, init);
          text = await readText(response, source, maxResponseBytes);
          return response.body === null ? response : new Response(hasHooks ? text : null, response);
        } catch (error) {
          throw (latestFailure = isRpcError(error) ? error : connectionFailed(error, source, hasKey));
        } finally {
          for (const release of releases) release?.();
        }
      };
      /** A node reports failures at status 200, too. */
      const judge: AfterResponseHook = async ({ response }) => {
        try {
          const json = readAnswer(hasHooks ? await response.text() : text, response, { source, hasKey });
          answer = { json, endpoint: label, source: transport };
          requireUsable(answer, check);
          return undefined;
        } catch (error) {
          latestFailure = error;
          const isFinal = !isRpcError(error) || !error.retryable || (fallbackBody !== undefined && isBrokenJson(error));
          if (isFinal || Date.now() + (error.retryAfterMs ?? 0) >= deadline) throw error;
          const { code, retryAfterMs: delay } = error;
          return api.retry({ code, cause: error, ...(delay !== undefined && { delay }) });
        }
      };

      // The platform takes signals of its own only.
      const ended = new AbortController();
      const stopListening = onAbort(signal, (reason) => ended.abort(reason));
      try {
        await api(addressOf(path), {
          ...(signal && { signal: ended.signal }),
          body: stringifyJson(body),
          fetch: attempt,
          timeout: attemptMs ?? timeoutMs,
          totalTimeout: timeoutMs,
          retry: omitUndefined({ limit: isBroadcast(path) ? 0 : retries }),
          hooks: { afterResponse: [judge] },
        });
        return answer as unknown as NodeAnswer;
      } catch (thrown) {
        throwIfAborted(signal, path);
        const error = isForceRetryError(thrown) ? thrown.cause : thrown;
        if (fallbackBody !== undefined && isBrokenJson(error))
          return transport.request(headPath, fallbackBody(), {
            ...call,
            timeoutMs: Math.max(1, deadline - Date.now()),
          });
        if (isRpcError(error)) throw error;
        if (isTimeoutError(error))
          throw new RpcError('TIMEOUT', { path, timeoutMs }, { ...source, retryable: true, cause: latestFailure });
        throw callbackFailed('hooks', path, error);
      } finally {
        stopListening();
      }
    },
  };
  return transport;
}
