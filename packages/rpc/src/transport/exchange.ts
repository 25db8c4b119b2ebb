import { isRpcError, RpcError } from '../errors.ts';
import type { NodeClientOptions } from './client-options.ts';
import type { Endpoint } from './endpoint-pool.ts';
import { readAnswer } from './read-answer.ts';

/** Sends one request to one endpoint and reads the answer's JSON: no retry, no fallback. */
export type Exchange = (
  endpoint: Endpoint,
  path: string,
  body: string,
  signal: AbortSignal,
  attempt: number,
) => Promise<unknown>;

export function createExchange({
  fetch: customFetch,
  limits = [],
  hooks = {},
  maxResponseBytes = 2 ** 24,
}: NodeClientOptions): Exchange {
  return async (endpoint, path, body, signal, attempt) => {
    const source = { path, endpoint: endpoint.label };
    const event = { ...source, attempt };
    const releases: ((() => void) | void)[] = [];
    try {
      for (const limit of limits) releases.push(await limit(signal));
      signal.throwIfAborted();
      hooks.request?.({ ...event, body });
      const started = Date.now();
      const url = (path.startsWith('/walletsolidity/') ? endpoint.solidUrl : endpoint.url) + path;
      const init: RequestInit = {
        method: 'POST',
        headers: { ...endpoint.headers, accept: 'application/json', 'content-type': 'application/json' },
        body,
        signal,
        // Following a redirect would turn the POST into a GET and send the key to another host.
        redirect: 'manual',
      };
      try {
        const response = await (customFetch === undefined ? fetch(url, init) : customFetch(new Request(url, init)));
        hooks.response?.({ ...event, status: response.status, elapsedMs: Date.now() - started });
        return await readAnswer(response, source, maxResponseBytes);
      } catch (error) {
        if (isRpcError(error) || signal.aborted) throw error;
        const { cause = error } = error as Error;
        const reason = (cause as Error).message;
        throw new RpcError('NETWORK_FAILED', { path, reason }, { ...source, retryable: true, cause: error });
      }
    } finally {
      for (const release of releases) release?.();
    }
  };
}
