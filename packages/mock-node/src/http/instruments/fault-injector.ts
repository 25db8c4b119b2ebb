import { type NodeRequest } from '../../message/request.ts';
import { checkFaultRule } from './check-fault-rule.ts';
import { type Fault, type FaultRule, type Faults } from './faults.ts';

type MatchedRequest = Pick<NodeRequest, 'method' | 'path'>;

/** Decides which fault applies to a request. */
export interface FaultInjector {
  readonly faults: Faults;
  /** Returns the fault for this request, and counts the request towards the rule's limits. */
  readonly nextFault: (request: MatchedRequest) => Fault | undefined;
}

interface CountedRule {
  readonly rule: FaultRule;
  matched: number;
  applied: number;
}

export function createFaultInjector({ seed }: { readonly seed: number }): FaultInjector {
  let rules: readonly CountedRule[] = [];
  let random = randomNumbers(seed);

  const applies = (counted: CountedRule): boolean => {
    const { times = Number.POSITIVE_INFINITY, after = 0, probability } = counted.rule;
    if (counted.applied >= times) return false;
    counted.matched += 1;
    if (counted.matched <= after) return false;
    if (probability !== undefined && random() >= probability) return false;
    counted.applied += 1;
    return true;
  };

  const faults: Faults = {
    add(rule) {
      const counted: CountedRule = { rule: checkFaultRule(rule), matched: 0, applied: 0 };
      rules = [...rules, counted];
      return {
        get timesApplied() {
          return counted.applied;
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
  };
  const nextFault = (request: MatchedRequest): Fault | undefined =>
    rules.find((counted) => matches(counted.rule, request) && applies(counted))?.rule.fault;
  return { faults, nextFault };
}

function matches({ path, method }: FaultRule, request: MatchedRequest): boolean {
  if (method !== undefined && method !== request.method) return false;
  if (path === undefined) return true;
  return typeof path === 'string' ? path === request.path : request.path.search(path) !== -1;
}

/**
 * Draws numbers from 0 to 1 that depend only on the seed. Uses a 32-bit linear congruential generator and mixes in its
 * low bits.
 */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return ((state ^ (state >>> 15)) >>> 0) / 2 ** 32;
  };
}
