import { integerArgument } from '../encoding/arguments.ts';
import { isRpcError, isRpcErrorCode, RpcError, type AnyRpcError } from '../errors.ts';
import { readAnswer } from './answer/read-answer.ts';
import { runCallback } from './callback.ts';
import { type NodeClientOptions } from './client-options.ts';
import { copyError, readProperty } from './copy-error.ts';
import { type Endpoint } from './endpoint-pool.ts';
import { untilAborted } from './until-aborted.ts';

/** One attempt of a call, at one endpoint. */
export interface Attempt {
  readonly endpoint: Endpoint;
  /** 0 for the first attempt of a call. */
  readonly number: number;
  /** Aborts when its time is up, or the call's. */
  readonly signal: AbortSignal;
  /** Whether a request has left: before that, time spent is not the endpoint's. */
  isSent: boolean;
}

/** Sends one request to one endpoint and reads the answer to its end: no retry, no fallback. */
export type Exchange = (attempt: Attempt, path: string, body: string) => Promise<Response>;

/** JavaScript engines have no longer ones. */
const LONGEST_TEXT = 2 ** 29;

const SOLID_PREFIX = '/walletsolidity/';

/** The base URL that serves a path. */
export const requestUrl = ({ url, solidUrl }: Endpoint, path: string): string =>
  path.startsWith(SOLID_PREFIX) ? solidUrl : url;

/** What is known of a broken connection: `fetch` gives the reason as the error's cause, where there is any. */
function reasonOf(error: unknown): string | undefined {
  const cause = readProperty(error, 'cause') ?? error;
  const texts = [readProperty(cause, 'message'), readProperty(cause, 'code'), cause];
  return texts.find((text): text is string => typeof text === 'string' && text !== '');
}

/** An error of this client, or one that a custom `fetch` throws in its name, with anything in its context. */
const isOwnError = (error: unknown): error is AnyRpcError => isRpcError(error) && isRpcErrorCode(error.code);

/** An error of an answer without the endpoint's secrets, which a gateway may have repeated. */
export function maskError(error: AnyRpcError, mask: (text: string) => string): RpcError {
  const context = Object(readProperty(error, 'context')) as object;
  const texts = Object.keys(context)
    .map((key) => [key, readProperty(context, key)] as const)
    .filter(([, value]) => Object(value) !== value)
    .map(([key, value]) => [key, typeof value === 'string' && key !== 'path' ? mask(value) : value]);
  const retryAfterMs = readProperty(error, 'retryAfterMs');
  const endpoint = readProperty(error, 'endpoint');
  return new RpcError(error.code, Object.fromEntries(texts) as typeof error.context, {
    retryable: readProperty(error, 'retryable') === true,
    ...(typeof retryAfterMs === 'number' && { retryAfterMs }),
    ...(typeof endpoint === 'string' && { endpoint: mask(endpoint) }),
  });
}

export function createExchange({
  fetch: customFetch,
  limits = [],
  hooks = {},
  maxResponseBytes = 2 ** 24,
}: NodeClientOptions): Exchange {
  integerArgument('maxResponseBytes', maxResponseBytes, { min: 1, max: LONGEST_TEXT });
  return async (attempt, path, body) => {
    const { endpoint, signal } = attempt;
    const source = { path, endpoint: endpoint.label };
    const event = { ...source, attempt: attempt.number };
    const releases: ((() => void) | void)[] = [];
    let callbackFailure: unknown;
    /** What a hook or a limit throws is the caller's own, and stays as it is. */
    const callBack = (callback: string, run: () => unknown, ended?: AbortSignal) =>
      runCallback({ callback, path, signal: ended }, run).catch((error: unknown) => {
        callbackFailure = error;
        throw error;
      });

    const send = async (): Promise<Response> => {
      const started = Date.now();
      const url = requestUrl(endpoint, path) + path;
      const headers = new Headers(endpoint.headers);
      headers.set('accept', 'application/json');
      headers.set('content-type', 'application/json');
      const init: RequestInit = {
        method: 'POST',
        headers,
        body,
        signal,
        // Following a redirect would turn the POST into a GET and send the key to another host.
        redirect: 'manual',
      };
      const response = await (customFetch === undefined ? fetch(url, init) : customFetch(new Request(url, init)));
      const { status } = response;
      const elapsedMs = Date.now() - started;
      await callBack('hooks.response', () => hooks.response?.({ ...event, status, elapsedMs }));
      return readAnswer(response, source, { limitBytes: maxResponseBytes, signal, hideIn: endpoint.secrets.hideIn });
    };

    try {
      for (const limit of limits) await callBack('limits', async () => releases.push(await limit(signal)), signal);
      await callBack('hooks.request', () => hooks.request?.({ ...event, body }));
      signal.throwIfAborted();
      attempt.isSent = true;
      return await untilAborted(signal, send());
    } catch (error) {
      const { mask } = endpoint.secrets;
      if (isOwnError(error)) throw error === callbackFailure ? error : maskError(error, mask);
      if (signal.aborted) throw signal.reason;
      const cause = copyError(error, mask);
      throw new RpcError(
        'NETWORK_FAILED',
        { path, reason: mask(reasonOf(error) ?? 'unknown') },
        { ...source, retryable: true, cause },
      );
    } finally {
      for (const release of releases) release?.();
    }
  };
}
