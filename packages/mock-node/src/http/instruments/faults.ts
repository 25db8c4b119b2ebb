import { type FalsifiedLedger } from '../falsification/false-statement.ts';
import { type Tampering } from './tampering.ts';

/** A way in which an answer goes wrong. Each kind reproduces a problem that clients have met at nodes and gateways. */
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
  /** Only the beginning of the body; `share`, from 0 to 1, defaults to 0.5. The connection ends normally. */
  | { readonly kind: 'truncated'; readonly share?: number }
  /** The correct body with another content type. */
  | { readonly kind: 'content-type'; readonly value: string }
  /** Another value, given as JSON, for every member with this name: another type, an integer above 2^53 or int64, … */
  | { readonly kind: 'replaced'; readonly key: string; readonly json: string }
  /** A duplicate after every member with this name. */
  | { readonly kind: 'duplicate-key'; readonly key: string; readonly json: string }
  /** The node's error object with status 200. */
  | { readonly kind: 'error'; readonly message: string }
  /** A code with its message, in `result` for contract calls and at the top level for other requests. */
  | { readonly kind: 'rejection'; readonly code: string; readonly message: string; readonly notation: 'hex' | 'text' }
  /**
   * Status 429. The time to wait, rounded up to seconds, is in the header `Retry-After` in seconds or as a date, or in
   * the body's text.
   */
  | {
      readonly kind: 'rate-limited';
      readonly retryAfter?:
        | { readonly kind: 'seconds' | 'text'; readonly waitMs: number }
        | { readonly kind: 'date'; readonly time: number };
    }
  | { readonly kind: 'hang' }
  /** The headers and the first half of the body, followed by silence. */
  | { readonly kind: 'hang-in-body' }
  /** The headers and a body that never ends. */
  | { readonly kind: 'endless-body' }
  | { readonly kind: 'reset' }
  /** The headers and the first half of the body, followed by a broken connection. */
  | { readonly kind: 'reset-in-body' }
  | { readonly kind: 'redirect'; readonly location: string; readonly status?: 301 | 302 | 303 | 307 | 308 }
  | { readonly kind: 'latency'; readonly latencyMs: number }
  /** Blocks and transactions as of this many blocks ago. */
  | { readonly kind: 'stale'; readonly blocks: number }
  /**
   * A broadcast that the node accepts or ignores (`taken`), and whose answer is lost or reports success in both cases.
   */
  | { readonly kind: 'lost-broadcast'; readonly taken: boolean; readonly answer: 'reset' | 'hang' | 'success' }
  /** A built transaction that differs from the request. */
  | { readonly kind: 'tampered'; readonly change: Tampering }
  /** Answers from a ledger in which false statements are true, at every endpoint in the same way. */
  | ({ readonly kind: 'falsified' } & FalsifiedLedger);

/** A fault and its conditions. Without any, it applies to every request. */
export interface FaultRule {
  /** A path such as `/wallet/getaccount`, or a pattern; defaults to any path. */
  readonly path?: string | RegExp;
  readonly method?: 'GET' | 'POST';
  readonly fault: Fault;
  /** Number of requests that the fault applies to, 1 or more; unlimited by default. */
  readonly times?: number;
  /** Number of matching requests before the first fault, 0 or more; defaults to 0. */
  readonly after?: number;
  /**
   * Share of the matching requests that the fault applies to, from 0 to 1, drawn with the node's seed; defaults to 1.
   */
  readonly probability?: number;
}

/** An active rule. */
export interface ActiveFault {
  /** Number of requests that the fault was applied to. */
  readonly timesApplied: number;
  readonly remove: () => void;
}

/** The fault rules of a node. The first added rule that applies to a request decides. */
export interface Faults {
  /** @throws MockNodeError `ARGUMENT_INVALID`, naming the member of the rule. */
  readonly add: (rule: FaultRule) => ActiveFault;
  /** Removes all rules and restarts the random draws from the seed. */
  readonly reset: () => void;
}
