import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { leftAt, type RecoveringUse, useFromQuota, addFreeUse, addStakeUse } from '../../src/batch/recovering-use.ts';

const LIMIT = 10n ** 9n;
const unused = useFromQuota({ used: 0n, limit: LIMIT });
const use = (used: bigint, window: bigint): RecoveringUse => ({ ...unused, used, window });
const usedAt = (of: RecoveringUse, slot: number) => of.limit - leftAt(of, slot);

// docs/protocol/staking.md, Vectors; those that a recorded answer confirms are marked there.
test('staked bandwidth recovers as vector 3 says, one use in each slot', () => {
  let state = unused;
  const states = [252n, 271n, 279n, 276n, 280n, 256n, 250n].map((bytes, slot) => {
    state = addStakeUse(state, bytes, slot);
    return `${state.used}/${state.window}`;
  });
  expect(states).toEqual([
    '252/28800000',
    '523/28799519',
    '802/28763126',
    '1078/28745142',
    '1358/28734493',
    '1613/28744049',
    '1862/28750696',
  ]);
  expect(usedAt(state, 7)).toBe(1_861n);
});

test('stake recovers over a long gap as vector 5 says', () => {
  const old = use(50_000n, 20_000_123n);
  expect(usedAt(old, 5_000)).toBe(37_500n);
  expect(addStakeUse(old, 7_000n, 5_000)).toMatchObject({ used: 44_500n, window: 17_170_891n });
});

test('free bandwidth recovers as vectors 1 and 2 say', () => {
  expect(usedAt(addFreeUse(use(345n, 28_800_000n), 267n, 100), 100)).toBe(610n);
  expect(usedAt(use(600n, 28_800_000n), 14_400)).toBe(300n);
  expect(usedAt(use(600n, 28_800_000n), 28_799)).toBe(0n);
  expect(usedAt(use(600n, 28_800_000n), 28_800)).toBe(0n);
  const twice = addFreeUse(use(254n, 28_800_000n), 252n, 1);
  expect([usedAt(twice, 1), usedAt(twice, 2)]).toEqual([506n, 505n]);
});

const amount = fc.bigInt(0n, LIMIT);

test('in one slot, usage adds up exactly', () =>
  fc.assert(
    fc.property(amount, fc.array(amount, { maxLength: 20 }), (used, amounts) => {
      const quota = { used, limit: 30n * LIMIT };
      for (const add of [addStakeUse, addFreeUse]) {
        const after = amounts.reduce((state, bytes) => add(state, bytes, 0), useFromQuota(quota));
        expect(leftAt(after, 0)).toBe(amounts.reduce((left, bytes) => left - bytes, quota.limit - used));
      }
    }),
  ));

test('nothing is left of a limit that is exceeded, and all of it after a day', () =>
  fc.assert(
    fc.property(amount, amount, (limit, more) => {
      const state = useFromQuota({ used: limit + more, limit });
      expect(leftAt(state, 0)).toBe(0n);
      expect(leftAt(state, 28_800)).toBe(limit);
    }),
  ));

test('a use that an answer rounded down is not taken for less than it was', () =>
  fc.assert(
    fc.property(fc.bigInt(1n, LIMIT), fc.nat(28_799), fc.integer({ min: 1, max: 28_799 }), (used, before, after) => {
      const stored = use(used, 28_800_000n);
      const answered = useFromQuota({ used: usedAt(stored, before), limit: LIMIT });
      expect(leftAt(answered, after)).toBeLessThanOrEqual(leftAt(stored, before + after));
    }),
  ));
