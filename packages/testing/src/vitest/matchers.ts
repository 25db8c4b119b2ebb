import { type EnergyTolerance, judgeBurn, judgeEnergy } from '../assertions/assert-amounts.ts';
import { type BalanceChanges, type BalanceSource, judgeBalances } from '../assertions/assert-balances.ts';
import { judgeEvent } from '../assertions/assert-emits.ts';
import { judgeRevert } from '../assertions/assert-reverts.ts';
import { type ExpectedEvent } from '../assertions/judge-event.ts';
import { type ExpectedRevert } from '../assertions/judge-revert.ts';
import { type Verdict } from '../assertions/verdict.ts';

/** The assertions of `@coin/testing` as matchers. Each returns a promise to await, and supports `.not`. */
export interface NodeMatchers {
  /** Asserts that a contract reverted, with this reason if one is given, like `assertRevertsWith`. */
  toRevertWith: (expected?: ExpectedRevert) => Promise<void>;
  /** Asserts that a contract emitted an event, like `assertEmits`. */
  toEmit: (expected: string | ExpectedEvent) => Promise<void>;
  /** Asserts how many small units a transaction burned, like `assertBurns`. */
  toBurn: (fee: number | bigint) => Promise<void>;
  /** Asserts how much energy was used, like `assertUsesEnergy`. */
  toUseEnergy: (energy: number | bigint, tolerance?: EnergyTolerance) => Promise<void>;
  /** Asserts by how much balances change while the function runs, like `assertChangesBalances`. */
  toChangeBalances: (source: BalanceSource, changes: BalanceChanges) => Promise<void>;
}

interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
  readonly expected: unknown;
  readonly actual: unknown;
}

const matcher =
  <Subject, Args extends readonly unknown[]>(judge: (subject: Subject, ...args: Args) => Promise<Verdict>) =>
  async (subject: Subject, ...args: Args): Promise<MatcherResult> => {
    const { pass, message, negated, expected, actual } = await judge(subject, ...args);
    return { pass, message: () => (pass ? negated : message), expected, actual };
  };

/** The argument of `expect.extend`. */
export const matchers = {
  toRevertWith: matcher(judgeRevert),
  toEmit: matcher(judgeEvent),
  toBurn: matcher(judgeBurn),
  toUseEnergy: matcher(judgeEnergy),
  toChangeBalances: matcher(judgeBalances),
};
