import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Observing, randomCalls } from '../src/random-code.ts';
import { isExplained, isWarned, planRandomCall } from '../src/random-plans.ts';

describe('a plan of a call of random contracts', () => {
  test('is never short, and by an estimate at most one stipend above the need', { timeout: 600_000 }, async () => {
    let [plans, hidden] = [0, 0];
    await fc.assert(
      fc.asyncProperty(randomCalls(), async (call) => {
        const result = await planRandomCall(call);
        for (const planned of result?.planned ?? []) {
          plans++;
          if (planned.allowed > planned.used) hidden++;
          const { isShort, method, source, allowed, used } = planned;
          expect({ isShort, method }).toEqual({ isShort: false, method });
          expect(isExplained(planned)).toBe(true);
          if (method !== 'estimate') continue;
          // Where code runs that nothing names, the limit is where the node's search ended.
          const isSearched = source === 'estimateenergy';
          if (!isSearched) expect(planned.succeedsWithStipendLess).toBe(false);
          const searchedAbove = used < 10_000n ? used : 10_000n;
          expect(allowed - used).toBeLessThanOrEqual(2_300n + (isSearched ? searchedAbove : 0n));
        }
      }),
      { numRuns: 150 },
    );
    expect(plans).toBeGreaterThan(300);
    expect(hidden).toBeGreaterThan(0);
  });

  test.each<[Observing, number]>([
    ['anywhere', 100],
    ['behind a proxy', 100],
  ])(
    'is never short without a warning when code looks at the energy left: %s',
    { timeout: 600_000 },
    async (observing, numRuns) => {
      const sources = new Set<string>();
      await fc.assert(
        fc.asyncProperty(randomCalls(observing), async (call) => {
          const result = await planRandomCall(call);
          for (const planned of result?.planned ?? []) {
            const { isShort, method, source } = planned;
            sources.add(source);
            if (!isWarned(planned)) expect({ isShort, method }).toEqual({ isShort: false, method });
            expect(isExplained(planned)).toBe(true);
          }
        }),
        { numRuns },
      );
      expect([...sources].toSorted()).toEqual(['estimateenergy', 'triggerconstantcontract']);
    },
  );
});
