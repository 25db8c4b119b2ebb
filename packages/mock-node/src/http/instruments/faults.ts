import { MockNodeError } from '../../errors.ts';
import type { NodeRequest } from '../message/request.ts';
import type { Tampering } from './tampering.ts';

/**
 * What may go wrong with an answer.
 *
 * Source: Decision: what clients have met at nodes and gateways, one kind each.
 */
export type Fault =
  /** Another status, with a body of its own. */
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly body?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** A gateway's page, status 200 unless told otherwise. */
  | { readonly kind: 'html'; readonly status?: number }
  | { readonly kind: 'empty' }
  /** The first part of the body, by default half of it; the connection ends properly. */
  | { readonly kind: 'truncated'; readonly share?: number }
  /** The right body under another content type. */
  | { readonly kind: 'content-type'; readonly value: string }
  /** Another value, given as JSON text, for every member of that name: of another type, an integer above 2^53 or int64, … */
  | { readonly kind: 'replaced'; readonly key: string; readonly json: string }
  /** A second member of that name behind the first one. */
  | { readonly kind: 'duplicate-key'; readonly key: string; readonly json: string }
  /** The node's error object at status 200. */
  | { readonly kind: 'error'; readonly message: string }
  /** A code with its message, as calls (`result`) and broadcasts give them. */
  | { readonly kind: 'refusal'; readonly code: string; readonly message: string; readonly notation: 'hex' | 'text' }
  /** Status 429; the wait in seconds, as a date (milliseconds since 1970), or in the words of the body. */
  | {
      readonly kind: 'rate-limited';
      readonly retryAfter?: { readonly seconds: number } | { readonly date: number } | { readonly words: number };
    }
  | { readonly kind: 'hang' }
  /** Headers and the first half of the body, then nothing. */
  | { readonly kind: 'hang-in-body' }
  /** Headers and a body that never ends. */
  | { readonly kind: 'endless-body' }
  | { readonly kind: 'reset' }
  /** Headers and the first half of the body, then the connection is gone. */
  | { readonly kind: 'reset-in-body' }
  | { readonly kind: 'redirect'; readonly location: string; readonly status?: 301 | 302 | 303 | 307 | 308 }
  | { readonly kind: 'latency'; readonly milliseconds: number }
  /** Blocks and transactions as they stood so many blocks ago. */
  | { readonly kind: 'stale'; readonly blocks: number }
  /** A broadcast whose answer is lost, or that is answered well and forgotten; taken or not. */
  | { readonly kind: 'lost-broadcast'; readonly taken: boolean; readonly answer: 'reset' | 'hang' | 'success' }
  /** A built transaction is another one than was asked for. */
  | { readonly kind: 'tampered'; readonly change: Tampering };

/** When a fault strikes. Without a condition: at every request. */
export interface FaultRule {
  /** A path as `/wallet/getaccount`, or a pattern that paths match; absent: any. */
  readonly path?: string | RegExp;
  readonly method?: 'GET' | 'POST';
  readonly fault: Fault;
  /** The same as `times: 1`. */
  readonly once?: boolean;
  /** Strikes so often, then never again; 1 or more. */
  readonly times?: number;
  /** Requests that match and are let through first; 0 or more. */
  readonly after?: number;
  /** Share of the matching requests that are struck, 0 to 1, drawn from the seed. */
  readonly probability?: number;
}

/** A rule that was added. */
export interface ActiveFault {
  /** How often it has struck. */
  readonly strikes: number;
  readonly remove: () => void;
}

/** The rules of a node, in the order in which they were added: the first that strikes decides. */
export interface Faults {
  readonly add: (rule: FaultRule) => ActiveFault;
  /** Removes all rules and starts the seed anew. */
  readonly reset: () => void;
  /** The fault that strikes this request, counted. */
  readonly strike: (request: Pick<NodeRequest, 'method' | 'path'>) => Fault | undefined;
}

interface Counted {
  readonly rule: FaultRule;
  seen: number;
  strikes: number;
}

export function createFaults({ seed }: { readonly seed: number }): Faults {
  let rules: readonly Counted[] = [];
  let random = randomNumbers(seed);

  const strikes = (counted: Counted): boolean => {
    const { rule } = counted;
    const limit = rule.once === true ? 1 : (rule.times ?? Number.POSITIVE_INFINITY);
    if (counted.strikes >= limit) return false;
    counted.seen += 1;
    if (counted.seen <= (rule.after ?? 0)) return false;
    if (rule.probability !== undefined && random() >= rule.probability) return false;
    counted.strikes += 1;
    return true;
  };

  return {
    add(rule) {
      checkRule(rule);
      const counted: Counted = { rule, seen: 0, strikes: 0 };
      rules = [...rules, counted];
      return {
        get strikes() {
          return counted.strikes;
        },
        remove() {
          rules = rules.filter((other) => other !== counted);
        },
      };
    },
    reset() {
      rules = [];
      random = randomNumbers(seed);
    },
    strike: (request) => rules.find((counted) => matches(counted.rule, request) && strikes(counted))?.rule.fault,
  };
}

function matches({ path, method }: FaultRule, request: Pick<NodeRequest, 'method' | 'path'>): boolean {
  if (method !== undefined && method !== request.method) return false;
  if (path === undefined) return true;
  return typeof path === 'string' ? path === request.path : request.path.search(path) !== -1;
}

const kinds: { readonly [K in Fault['kind']]: true } = {
  status: true,
  html: true,
  empty: true,
  truncated: true,
  'content-type': true,
  replaced: true,
  'duplicate-key': true,
  error: true,
  refusal: true,
  'rate-limited': true,
  hang: true,
  'hang-in-body': true,
  'endless-body': true,
  reset: true,
  'reset-in-body': true,
  redirect: true,
  latency: true,
  stale: true,
  'lost-broadcast': true,
  tampered: true,
};

function checkRule({ path, fault, times, after, probability }: FaultRule): void {
  const fail = (argument: string, problem: string): never => {
    throw new MockNodeError('INVALID_ARGUMENT', { argument, problem });
  };
  checkFault(fault, fail);
  if (typeof path === 'string' && !path.startsWith('/')) fail('path', `is ${path}, must begin with /`);
  if (times !== undefined && !(Number.isInteger(times) && times >= 1))
    fail('times', `is ${times}, must be an integer of 1 or more`);
  if (after !== undefined && !(Number.isInteger(after) && after >= 0))
    fail('after', `is ${after}, must be an integer of 0 or more`);
  if (probability !== undefined && !(probability >= 0 && probability <= 1))
    fail('probability', `is ${probability}, must be from 0 to 1`);
}

/** Rules come over HTTP, too, where no compiler has looked at them. */
function checkFault(fault: Fault, fail: (argument: string, problem: string) => never): void {
  const { kind, status }: { readonly kind?: unknown; readonly status?: unknown } = Object(fault);
  const known = Object.keys(kinds);
  if (!known.includes(String(kind))) fail('fault.kind', `is ${String(kind)}, not one of ${known.join(', ')}`);
  const isStatus = Number.isInteger(status) && Number(status) >= 200 && Number(status) <= 599;
  if (status === undefined ? fault.kind === 'status' : !isStatus) {
    fail('fault.status', `is ${String(status)}, must be an integer from 200 to 599`);
  }
  const isShare = fault.kind !== 'truncated' || fault.share === undefined || (fault.share >= 0 && fault.share <= 1);
  if (!isShare) fail('fault.share', `is ${fault.share}, must be from 0 to 1`);
}

/** Numbers from 0 to 1 that only the seed decides: a 32-bit linear congruential generator, its low bits stirred in. */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return ((state ^ (state >>> 15)) >>> 0) / 2 ** 32;
  };
}
