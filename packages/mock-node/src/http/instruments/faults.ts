import { type Tampering } from './tampering.ts';

/**
 * What goes wrong with an answer.
 *
 * Source: Decision: what clients have met at nodes and gateways, one kind each.
 */
export type Fault =
  /** A response with this status, body and headers in place of the node's. */
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly body?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** A gateway's HTML page; `status` defaults to 200. */
  | { readonly kind: 'html'; readonly status?: number }
  | { readonly kind: 'empty' }
  /** The beginning of the body; `share`, from 0 to 1, defaults to 0.5. The connection ends properly. */
  | { readonly kind: 'truncated'; readonly share?: number }
  /** The right body under another content type. */
  | { readonly kind: 'content-type'; readonly value: string }
  /**
   * Another value, given as JSON text, for every member of that name: another type, an integer above 2^53 or int64, …
   */
  | { readonly kind: 'replaced'; readonly key: string; readonly json: string }
  /** A second member of that name after each. */
  | { readonly kind: 'duplicate-key'; readonly key: string; readonly json: string }
  /** The node's error object at status 200. */
  | { readonly kind: 'error'; readonly message: string }
  /** A code with its message, in `result` for contract calls and at the top level for other requests. */
  | { readonly kind: 'rejection'; readonly code: string; readonly message: string; readonly notation: 'hex' | 'text' }
  /**
   * Status 429. The wait, rounded up to seconds, is in the header `Retry-After` in seconds, there as a date, or in the
   * text of the body.
   */
  | {
      readonly kind: 'rate-limited';
      readonly retryAfter?:
        | { readonly kind: 'seconds' | 'text'; readonly waitMs: number }
        | { readonly kind: 'date'; readonly time: number };
    }
  | { readonly kind: 'hang' }
  /** Headers and the first half of the body, then silence. */
  | { readonly kind: 'hang-in-body' }
  /** Headers and a body that never ends. */
  | { readonly kind: 'endless-body' }
  | { readonly kind: 'reset' }
  /** Headers and the first half of the body, then a broken connection. */
  | { readonly kind: 'reset-in-body' }
  | { readonly kind: 'redirect'; readonly location: string; readonly status?: 301 | 302 | 303 | 307 | 308 }
  | { readonly kind: 'latency'; readonly latencyMs: number }
  /** Blocks and transactions as they were this many blocks ago. */
  | { readonly kind: 'stale'; readonly blocks: number }
  /** A broadcast that is accepted or ignored (`taken`), and whose answer is lost or reports success either way. */
  | { readonly kind: 'lost-broadcast'; readonly taken: boolean; readonly answer: 'reset' | 'hang' | 'success' }
  /** A built transaction that differs from the requested one. */
  | { readonly kind: 'tampered'; readonly change: Tampering };

/** A fault and when it is applied: without a condition, to every request. */
export interface FaultRule {
  /** A path such as `/wallet/getaccount`, or a pattern that the path must match; defaults to any path. */
  readonly path?: string | RegExp;
  readonly method?: 'GET' | 'POST';
  readonly fault: Fault;
  /** How many requests the fault is applied to, 1 or more; unlimited by default. */
  readonly times?: number;
  /** How many matching requests pass before the first fault, 0 or more; defaults to 0. */
  readonly after?: number;
  /**
   * Share of the matching requests that the fault is applied to, from 0 to 1, drawn from the node's seed; defaults to
   * 1.
   */
  readonly probability?: number;
}

/** A rule in force. */
export interface ActiveFault {
  /** How many requests the fault was applied to. */
  readonly timesApplied: number;
  readonly remove: () => void;
}

/**
 * The fault rules of a node. The first one that applies to a request decides, in the order in which they were added.
 */
export interface Faults {
  /** @throws MockNodeError `ARGUMENT_INVALID`, naming the member of the rule. */
  readonly add: (rule: FaultRule) => ActiveFault;
  /** Removes all rules and restarts the random draws from the seed. */
  readonly reset: () => void;
}
