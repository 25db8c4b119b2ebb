import { integerArgument } from '../encoding/arguments.ts';
import { isRpcError, RpcError, type AnyRpcError } from '../errors.ts';
import { runCallback } from './callback.ts';
import { type NodeClientOptions } from './client-options.ts';
import { type Endpoint } from './endpoint-pool.ts';
import { readAnswer } from './answer/read-answer.ts';
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
function reasonOf(error: unknown): string {
  const { cause = error } = Object(error) as { cause?: unknown };
  const { message, code } = Object(cause) as { message?: unknown; code?: unknown };
  return [message, code, cause].find((text) => typeof text === 'string' && text !== '') as string;
}

/** An error of an answer without the endpoint's secrets, which a gateway may have repeated. */
export function maskError(error: AnyRpcError, mask: (text: string) => string): RpcError {
  if (error.code === 'CALLBACK_FAILED') return error;
  const texts = Object.entries(error.context).map(([key, value]) => [
    key,
    typeof value === 'string' && key !== 'path' ? mask(value) : (value as unknown),
  ]);
  return new RpcError(error.code, Object.fromEntries(texts) as typeof error.context, error);
}

/** The cause of a broken connection; where it repeats a secret, only its masked text. */
function maskCause(error: unknown, mask: (text: string) => string): unknown {
  const { message, stack, cause } = Object(error) as { message?: unknown; stack?: unknown; cause?: unknown };
  const text = [message, stack, Object(cause).message, Object(cause).stack].join('\n');
  return mask(text) === text ? error : new Error(mask(String(message)));
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
      await runCallback('hooks.response', path, () => hooks.response?.({ ...event, status, elapsedMs }));
      return readAnswer(response, source, { limitBytes: maxResponseBytes, signal, hideIn: endpoint.secrets.hideIn });
    };

    try {
      for (const limit of limits)
        await runCallback('limits', path, async () => releases.push(await limit(signal)), signal);
      await runCallback('hooks.request', path, () => hooks.request?.({ ...event, body }));
      signal.throwIfAborted();
      attempt.isSent = true;
      return await untilAborted(signal, send());
    } catch (error) {
      if (isRpcError(error)) throw maskError(error, endpoint.secrets.mask);
      if (signal.aborted) throw error;
      const reason = endpoint.secrets.mask(reasonOf(error) ?? 'unknown');
      const details = { ...source, retryable: true, cause: maskCause(error, endpoint.secrets.mask) };
      throw new RpcError('NETWORK_FAILED', { path, reason }, details);
    } finally {
      for (const release of releases) release?.();
    }
  };
}
