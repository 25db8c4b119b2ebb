import { type EnergyTolerance, judgeBurn, judgeEnergy } from '../assertions/assert-amounts.ts';
import { type BalanceChanges, type BalanceSource, judgeBalances } from '../assertions/assert-balances.ts';
import { judgeEvent } from '../assertions/assert-emits.ts';
import { judgeRevert } from '../assertions/assert-reverts.ts';
import { type ExpectedEvent } from '../assertions/judge-event.ts';
import { type ExpectedRevert } from '../assertions/judge-revert.ts';
import { type Verdict } from '../assertions/verdict.ts';

/** The assertions of `@coin/testing` as matchers: each gives a promise to await, and works with `.not`. */
export interface NodeMatchers {
  /** That a contract reverted, with that reason if one is given: as `assertRevertsWith`. */
  toRevertWith: (expected?: ExpectedRevert) => Promise<void>;
  /** That a contract emitted an event: as `assertEmits`. */
  toEmit: (expected: string | ExpectedEvent) => Promise<void>;
  /** How many small units a transaction burned: as `assertBurns`. */
  toBurn: (fee: number | bigint) => Promise<void>;
  /** How much energy was used: as `assertUsesEnergy`. */
  toUseEnergy: (energy: number | bigint, tolerance?: EnergyTolerance) => Promise<void>;
  /** By how much balances change while the function runs: as `assertChangesBalances`. */
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

/** What `expect.extend` takes. */
export const matchers = {
  toRevertWith: matcher(judgeRevert),
  toEmit: matcher(judgeEvent),
  toBurn: matcher(judgeBurn),
  toUseEnergy: matcher(judgeEnergy),
  toChangeBalances: matcher(judgeBalances),
};
