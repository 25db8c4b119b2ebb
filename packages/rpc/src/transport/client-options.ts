import { type AnyRpcError } from '../errors.ts';
import { type Clock } from './clock.ts';
import { type PlatformFetch, type PlatformSignal } from './platform.ts';

/** What hooks are given: no headers, no query, no credentials. */
export interface ClientEvent {
  readonly path: string;
  /** Origin of the endpoint. */
  readonly endpoint: string;
  /** 0 for the first attempt of a call. */
  readonly attempt: number;
}

/**
 * Called as things happen, and waited for. Hooks only observe: an error that one throws ends the call as
 * `CALLBACK_FAILED`, and no endpoint is blamed for it.
 */
export interface ClientHooks {
  readonly request?: (event: ClientEvent & { body: string }) => void;
  readonly response?: (event: ClientEvent & { status: number; elapsedMs: number }) => void;
  readonly retry?: (event: ClientEvent & { error: AnyRpcError; delayMs: number }) => void;
  /** Another endpoint answered in place of the one in use, whose error this is. */
  readonly endpointSwitched?: (event: { from: string; to: string; error: AnyRpcError }) => void;
}

/** Resolves when one more request may be sent; the function that it resolves to is called after reading the answer. */
export type Limit = (signal: PlatformSignal) => Promise<(() => void) | void>;

/** One endpoint of the network. Its key and headers are never sent to another. */
export interface EndpointOptions {
  /** Base URL without credentials; those go into `headers`. */
  readonly url: string;
  /** Base URL for the solid state, where a node serves it on another port (8091 by default on a self-hosted node). */
  readonly solidUrl?: string;
  /** Sent in a header; never part of an error, a log or a hook's event. */
  readonly apiKey?: string;
  /** The header's name; `TRON-PRO-API-KEY` by default. */
  readonly apiKeyHeader?: string;
  /** Further headers for this endpoint. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** How a client reaches its network. */
export interface NodeClientOptions {
  /** One endpoint, or several of one network: the first is used as long as it answers. */
  readonly endpoints: string | EndpointOptions | readonly (string | EndpointOptions)[];
  /** Replaces the global `fetch`: a mock node's `fetch`, for instance. */
  readonly fetch?: PlatformFetch;
  /** Limit of a whole call in milliseconds, including waits, retries and reading the body. 10,000 by default. */
  readonly timeoutMs?: number;
  /** Limit of one attempt in milliseconds; by default `timeoutMs` divided by the number of endpoints. */
  readonly attemptTimeoutMs?: number;
  /**
   * How often a failed attempt is repeated, here or elsewhere, up to 1000; 2 by default, or one less than there are
   * endpoints.
   */
  readonly retries?: number;
  /** Wait before the first retry, doubled for each further one, with full jitter; 300 ms by default. */
  readonly retryDelayMs?: number;
  /** A larger answer is rejected while it streams; 16 MiB by default, 512 MiB at most. */
  readonly maxResponseBytes?: number;
  /** How long an endpoint that failed is avoided while others answer; 30,000 ms by default. */
  readonly cooldownMs?: number;
  /**
   * Genesis block id of the network, 64 hex digits: endpoints of another are not used. Without it, and with several
   * URLs, the first endpoint that answers decides for as long as the client lives.
   */
  readonly genesisId?: string;
  /** Opt-in limits, passed before each request: `concurrencyLimit`, `rateLimit`, or your own. */
  readonly limits?: readonly Limit[];
  readonly hooks?: ClientHooks;
  /**
   * The local time, with which a transaction's expiration is compared; the system's by default. Pass that of a mock
   * node.
   */
  readonly clock?: Clock;
  /** How far in the future a built transaction may expire, in milliseconds, up to a day; 600,000 by default. */
  readonly maxLifeMs?: number;
}
