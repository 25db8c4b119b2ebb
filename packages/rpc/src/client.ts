import ky from 'ky';
import { isRpcError, RpcError, type AnyRpcError } from './errors.ts';
import { stringifyJson, type JsonValue } from './encoding/json.ts';
import { nextEndpoint, readEndpoint, type Endpoint, type EndpointOptions } from './transport/endpoint-pool.ts';
import { readAnswer } from './transport/read-answer.ts';

/** What hooks are told: no headers, no query, no credentials. */
export interface ClientEvent {
  path: string;
  /** Origin of the endpoint. */
  endpoint: string;
  /** 0 for the first try of a call. */
  attempt: number;
}

/** Called as things happen. They only listen: what they throw ends the call. */
export interface ClientHooks {
  request?: (event: ClientEvent & { body: string }) => void;
  response?: (event: ClientEvent & { status: number; elapsedMs: number }) => void;
  retry?: (event: ClientEvent & { error: AnyRpcError; delayMs: number }) => void;
  endpointSwitched?: (event: { from: string; to: string; error: AnyRpcError }) => void;
}

/** Waits until one more request may be made; what it gives back is called when the answer is there. */
export type Limit = (signal: AbortSignal) => Promise<(() => void) | void>;

/** How a client reaches its network. */
export interface NodeClientOptions {
  /** One endpoint, or several of one network: the first is asked as long as it answers. */
  endpoints: string | EndpointOptions | readonly (string | EndpointOptions)[];
  /** Takes the place of the global `fetch`; a mock node's `fetch`, for instance. */
  fetch?: typeof fetch;
  /** Limit of a whole call in milliseconds: waits, retries and the body included. 10,000 by default. */
  timeoutMs?: number;
  /** Limit of one try; by default the whole call's, shared out among the endpoints. */
  attemptTimeoutMs?: number;
  /** How often a failed read is tried again; 2 by default, 0 for never. */
  retries?: number;
  /** Wait before the first retry, doubled for each further one, with full jitter; 300 ms by default. */
  retryDelayMs?: number;
  /** An answer with more bytes is refused while it streams; 16 MiB by default. */
  maxResponseBytes?: number;
  /** How long an endpoint that failed is left alone while others answer; 30,000 ms by default. */
  restMs?: number;
  /** Genesis block id of the network: endpoints with another are refused. By default the first endpoint's decides, if there are several. */
  genesisId?: string;
  /** Opt-in limits, passed before each request: `concurrencyLimit`, `rateLimit`, or your own. */
  limits?: readonly Limit[];
  hooks?: ClientHooks;
  /** Milliseconds since 1970, for bounds on a transaction's expiration; `Date.now` by default. A mock node that travels in time gives its own. */
  clock?: () => number;
}

/** Options of one call. */
export interface CallOptions {
  signal?: AbortSignal;
  /** Limit of this whole call in milliseconds. */
  timeoutMs?: number;
  /** How often a failed try is repeated. */
  retries?: number;
}

/** Options of a read: which state it speaks of. */
export interface ReadStateOptions extends CallOptions {
  /** `solid` reads what no fork can undo, about a minute behind `head`, the default. */
  state?: 'head' | 'solid';
}

/** Options of one request. */
export interface RequestOptions extends ReadStateOptions {
  /** Told of each failure that is tried again. */
  onRetry?: (error: AnyRpcError) => void;
}

/** A node's answer: JSON with exact integers, and who gave it. */
export interface NodeAnswer {
  json: unknown;
  /** Origin of the endpoint. */
  endpoint: string;
}

/** A connection to one network. Endpoint functions take it first; it holds no state that a person can see. */
export interface NodeClient {
  /** Posts a body to a path; all endpoint functions go through it. Rejects with `RpcError`. */
  request(
    path: string,
    body: { readonly [key: string]: JsonValue | undefined },
    options?: RequestOptions,
  ): Promise<NodeAnswer>;
  /** Origin of the endpoint that the next request goes to. */
  readonly endpoint: string;
  readonly clock: () => number;
}

/**
 * A client of one network's nodes over HTTP. It checks every answer; an error is never read as a value.
 *
 * @param options - at least `endpoints`; times in milliseconds, see {@link NodeClientOptions}
 * @throws `ARGUMENT_INVALID` when an endpoint is no http(s) URL or there is none
 *
 * Source: docs/protocol/http.md; Decision: limits and retries, because a node's limiter queues without answering.
 *
 * @example
 * ```ts
 * import { createNodeClient, getBalance } from '@coin/rpc';
 *
 * const client = createNodeClient({ endpoints: 'http://127.0.0.1:8090' });
 * await getBalance(client, { address: 'TEzU2wsz5VdZs1FWn2oRXX9RMDqo8q1bUZ' }); // => 1_000_000_000_000_000n
 * ```
 */
export function createNodeClient(options: NodeClientOptions): NodeClient {
  const {
    timeoutMs = 10_000,
    retries = 2,
    retryDelayMs = 300,
    maxResponseBytes = 2 ** 24,
    restMs = 30_000,
    limits = [],
    hooks = {},
    clock = Date.now,
  } = options;
  const inputs = [options.endpoints].flat();
  const endpoints = (inputs.length > 0 ? inputs : ['']).map((input) => readEndpoint(input));
  let current = endpoints[0] as Endpoint;
  let genesisId = options.genesisId;

  /** One exchange with one endpoint: no retry, no fallback. */
  async function exchange(
    endpoint: Endpoint,
    path: string,
    body: string,
    signal: AbortSignal,
    attempt: number,
  ): Promise<unknown> {
    const { label } = endpoint;
    const releases: ((() => void) | void)[] = [];
    try {
      for (const limit of limits) releases.push(await limit(signal));
      signal.throwIfAborted();
      hooks.request?.({ path, endpoint: label, attempt, body });
      const started = Date.now();
      const url = (path.startsWith('/walletsolidity/') ? endpoint.solidUrl : endpoint.url) + path;
      const init: RequestInit = {
        method: 'POST',
        headers: { ...endpoint.headers, accept: 'application/json', 'content-type': 'application/json' },
        body,
        signal,
        // A redirect would turn the POST into a GET, and carry the key to another host.
        redirect: 'manual',
      };
      try {
        const response = await (options.fetch === undefined ? fetch(url, init) : options.fetch(new Request(url, init)));
        const { status } = response;
        hooks.response?.({ path, endpoint: label, attempt, status, elapsedMs: Date.now() - started });
        return await readAnswer(response, { path, endpoint: label, maxResponseBytes, now: Date.now() });
      } catch (error) {
        if (isRpcError(error) || signal.aborted) throw error;
        const { cause = error } = error as Error;
        throw new RpcError(
          'NETWORK_FAILED',
          { path, reason: (cause as Error).message },
          { endpoint: label, retryable: true, cause: error },
        );
      }
    } finally {
      for (const release of releases) release?.();
    }
  }

  /** Several endpoints must be of one network; a balance of another would look right. */
  async function checkNetwork(endpoint: Endpoint, signal: AbortSignal): Promise<void> {
    if (endpoint.genesisId === undefined && (endpoints.length > 1 || options.genesisId !== undefined)) {
      const block = await exchange(endpoint, '/wallet/getblockbynum', '{"num":0}', signal, 0);
      endpoint.genesisId = String((block as { blockID?: unknown }).blockID);
    }
    genesisId ??= endpoint.genesisId;
    if (endpoint.genesisId !== genesisId)
      throw new RpcError(
        'ENDPOINT_MISMATCH',
        { expected: String(genesisId), actual: String(endpoint.genesisId) },
        { endpoint: endpoint.label },
      );
  }

  return {
    clock,
    get endpoint() {
      return current.label;
    },
    async request(path, fields, call = {}) {
      const { signal, timeoutMs: callMs = timeoutMs, retries: limit = retries, state } = call;
      const asked = state === 'solid' ? path.replace('/wallet/', '/walletsolidity/') : path;
      const body = stringifyJson(fields);
      const deadline = Date.now() + callMs;
      let attempt = -1;
      let answer: NodeAnswer | undefined;
      let delayMs = 0;

      const inWords = (error: unknown): unknown => {
        if (isRpcError(error)) return error;
        const details = { endpoint: current.label };
        if (signal?.aborted === true)
          return new RpcError('ABORTED', { path: asked }, { ...details, cause: signal.reason });
        if ((error as Error).name !== 'TimeoutError') return error;
        return new RpcError('TIMEOUT', { path: asked, timeoutMs: callMs }, { ...details, retryable: true });
      };
      /** Whether to try again, and where: another endpoint at once, one that has just failed after a pause. */
      const shouldRetry = (failed: { error: unknown }): boolean => {
        const error = inWords(failed.error);
        if (!isRpcError(error) || !error.retryable) return false;
        const from = current;
        const now = Date.now();
        from.notBefore = now + (error.retryAfterMs ?? 0);
        from.restingUntil = Math.max(from.notBefore, now + restMs);
        current = nextEndpoint(endpoints, from, now);
        const pause = current.restingUntil > now ? Math.random() * retryDelayMs * 2 ** attempt : 0;
        delayMs = Math.max(current.notBefore - now, pause);
        if (now + delayMs >= deadline) return false;
        call.onRetry?.(error as AnyRpcError);
        if (current !== from)
          hooks.endpointSwitched?.({ from: from.label, to: current.label, error: error as AnyRpcError });
        hooks.retry?.({
          path: asked,
          endpoint: current.label,
          attempt: attempt + 1,
          error: error as AnyRpcError,
          delayMs,
        });
        return true;
      };

      try {
        await ky.post(current.url, {
          // ky keeps the time and the tries; where a try goes and what its answer is worth is decided here.
          fetch: async (input) => {
            const { signal: trySignal } = input as Request;
            attempt++;
            const endpoint = current;
            await checkNetwork(endpoint, trySignal);
            const json = await exchange(endpoint, asked, body, trySignal, attempt);
            endpoint.restingUntil = 0;
            answer = { json, endpoint: endpoint.label };
            return new Response();
          },
          retry: { limit, methods: ['post'], shouldRetry, delay: () => delayMs },
          timeout: Math.min(callMs, options.attemptTimeoutMs ?? callMs / endpoints.length),
          totalTimeout: callMs,
          ...(signal === undefined ? {} : { signal }),
        });
      } catch (error) {
        throw inWords(error);
      }
      return answer as NodeAnswer;
    },
  };
}
