import { type AbortSignalLike, type Clock } from '@coin/units';
import { type JsonObject } from '../encoding/json.ts';

/** The platform's `fetch`; where neither DOM nor Node types declare it, any function that returns a promise. */
export type PlatformFetch = typeof globalThis extends { readonly fetch: infer Fetch }
  ? Fetch
  : (...args: never[]) => Promise<unknown>;

/** Options of one call. */
export interface CallOptions {
  readonly signal?: AbortSignalLike;
  /** Limit of this whole call in milliseconds; the transport's by default. */
  readonly timeoutMs?: number;
  /** Number of retries after a failed attempt; the transport's by default. */
  readonly retries?: number;
}

/** Options of a read: which state it reads. */
export interface ReadStateOptions extends CallOptions {
  /** `solid` reads a state that no fork can undo, about a minute behind `head`, the default. */
  readonly state?: 'head' | 'solid';
}

/** Options of building a transaction. */
export interface BuildOptions extends CallOptions {
  /** The longest time until it may expire, in milliseconds; the client's `maxLifeMs` by default. */
  readonly maxLifeMs?: number;
}

/** Options of one request. */
export interface RequestOptions extends ReadStateOptions {
  /**
   * Gives the body to send immediately, to the same endpoint, if the first answer says that it is JSON and is invalid.
   */
  readonly fallbackBody?: () => JsonObject;
  /**
   * Called with each answer: with one for which it throws `RESPONSE_INVALID`, the attempt has failed. It returns what
   * the caller reads from the answer, in which several nodes have to agree.
   */
  readonly check?: (answer: NodeAnswer) => unknown;
}

/** A node's answer: JSON with exact integers, and the endpoint that gave it. */
export interface NodeAnswer {
  readonly json: unknown;
  /** Origin of the endpoint, for messages. */
  readonly endpoint: string;
  /** Identifies the endpoint: the same object in all of its answers, and a different one for every other endpoint. */
  readonly source: object;
}

/** Carries requests to the nodes of one network: {@link http}, {@link fallback}, {@link custom}, or your own. */
export interface Transport {
  /** Posts a body to a path. Rejects with `RpcError`. */
  readonly request: (path: string, body: JsonObject, options?: RequestOptions) => Promise<NodeAnswer>;
  /** Origin of the endpoint that the next request goes to. */
  readonly endpoint: string;
  /** The time of the network, if it has its own, as a mock node does. */
  readonly clock?: Clock;
}

/** A mock node, or anything else that answers requests by `fetch`. */
export interface NodeLike {
  readonly fetch: PlatformFetch;
  readonly clock?: Clock;
}

/** A transport, or a short form of one: a URL for `http(url)`, or a mock node for `http(node)`. */
export type TransportSource = Transport | NodeLike | string;

/** A connection to one network. Endpoint functions take it as their first argument. */
export interface NodeClient extends Transport {
  /** The time that expirations are compared with. */
  readonly clock: Clock;
  /** The longest time until a built transaction may expire, in milliseconds. */
  readonly maxLifeMs?: number;
}
