import { type AbortSignalLike } from '@coin/units';
import { type RpcError } from '../errors.ts';

/** The argument of hooks. It has no headers, no query and no credentials. */
export interface RequestEvent {
  readonly path: string;
  /** Origin of the endpoint. */
  readonly endpoint: string;
  /** 0 for the first attempt of a call. */
  readonly attempt: number;
}

/** The time limit and the retries of a call. */
export interface AttemptOptions {
  /** Limit of a whole call in milliseconds, including waits, retries and reading the body. 10,000 by default. */
  readonly timeoutMs?: number;
  /** Limit of one attempt in milliseconds; by default `timeoutMs` divided by the number of endpoints. */
  readonly attemptTimeoutMs?: number;
  /** Number of retries after a failed attempt, up to 1000; 2 by default, or one less than the number of endpoints. */
  readonly retries?: number;
  /** Wait before the first retry, doubled for each further one, with full jitter; 300 ms by default. */
  readonly retryDelayMs?: number;
}

/** Called before a retry, and waited for. */
export interface RetryHooks {
  readonly retry?: (event: RequestEvent & { error: RpcError; delayMs: number }) => void;
}

/** Resolves when one more request may be sent; the function that it resolves to is called after reading the answer. */
export type Limit = (signal: AbortSignalLike) => Promise<(() => void) | void>;

/**
 * Called as things happen, and waited for. Hooks only observe: an error that one throws ends the call as
 * `CALLBACK_FAILED`, and no endpoint is blamed for it.
 */
export interface EndpointHooks extends RetryHooks {
  readonly request?: (event: RequestEvent & { body: string }) => void;
  readonly response?: (event: RequestEvent & { status: number; elapsedMs: number }) => void;
}

/** Options of every transport to one endpoint. */
export interface EndpointOptions extends AttemptOptions {
  /** A larger answer is rejected while it streams; 16 MiB by default, 512 MiB at most. */
  readonly maxResponseBytes?: number;
  /** Opt-in limits, passed before each request: `createConcurrencyLimit`, `createRateLimit`, or your own. */
  readonly limits?: readonly Limit[];
  readonly hooks?: EndpointHooks;
}

/** A request on its way to an endpoint. */
export interface OutgoingRequest {
  /** `/wallet/…`, or `/walletsolidity/…` for the solid state. */
  readonly path: string;
  /** JSON. */
  readonly body: string;
  /** Aborts when the attempt's time is up, or the call ends. */
  readonly signal: typeof globalThis extends { readonly AbortSignal: { readonly prototype: infer Signal } }
    ? Signal
    : AbortSignalLike;
}
