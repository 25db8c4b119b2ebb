import { type JsonObject } from '../encoding/json.ts';
import { type AnyRpcError } from '../errors.ts';
import { type Clock } from './clock.ts';
import { type PlatformSignal } from './platform.ts';

/** Options of one call. */
export interface CallOptions {
  readonly signal?: PlatformSignal;
  /** Limit of this whole call in milliseconds. */
  readonly timeoutMs?: number;
  /** How often a failed attempt is repeated. */
  readonly retries?: number;
}

/** Options of a read: which state it reads. */
export interface ReadStateOptions extends CallOptions {
  /** `solid` reads what no fork can undo, about a minute behind `head`, the default. */
  readonly state?: 'head' | 'solid';
}

/** Options of building a transaction. */
export interface BuildOptions extends CallOptions {
  /** How far in the future the node may let it expire, in milliseconds; the client's `maxLifeMs` by default. */
  readonly maxLifeMs?: number;
}

/** Options of one request. */
export interface RequestOptions extends ReadStateOptions {
  /** Gives the body to send at once, to the same endpoint, if the first answer says that it is JSON and is invalid. */
  readonly fallbackBody?: () => JsonObject;
  /** Called with each failure before the request is sent again. */
  readonly onRetry?: (error: AnyRpcError) => void;
  /** Called with each answer: with one for which it throws `RESPONSE_UNEXPECTED`, the attempt has failed. */
  readonly check?: (answer: NodeAnswer) => void;
}

/** A node's answer: JSON with exact integers, and the endpoint that gave it. */
export interface NodeAnswer {
  readonly json: unknown;
  /** Origin of the endpoint, for messages. */
  readonly endpoint: string;
  /** Position of the endpoint in the client's list, which tells endpoints of one origin apart. */
  readonly endpointIndex: number;
}

/** A connection to one network. Endpoint functions take it as their first argument. */
export interface NodeClient {
  /** Posts a body to a path; all endpoint functions go through it. Rejects with `RpcError`. */
  request(path: string, body: JsonObject, options?: RequestOptions): Promise<NodeAnswer>;
  /** Origin of the endpoint that the next request goes to. */
  readonly endpoint: string;
  /** The local time. */
  readonly clock: Clock;
  /** How far in the future a built transaction may expire, in milliseconds. */
  readonly maxLifeMs?: number;
}
