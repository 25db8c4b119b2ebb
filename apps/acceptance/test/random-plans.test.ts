import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { randomCalls } from '../src/random-code.ts';
import { planRandomCall } from '../src/random-plans.ts';

describe('a plan of a call of random contracts', () => {
  test('is never short, and by an estimate at most one stipend above the need', { timeout: 120_000 }, async () => {
    let [plans, hidden] = [0, 0];
    await fc.assert(
      fc.asyncProperty(randomCalls(), async (call) => {
        const result = await planRandomCall(call);
        for (const planned of result?.planned ?? []) {
          plans++;
          if (planned.allowed > planned.used) hidden++;
          expect(planned).toMatchObject({ isShort: false, succeedsWithStipendLess: false });
          if (planned.method === 'estimate') expect(planned.allowed - planned.used).toBeLessThanOrEqual(2_300n);
        }
      }),
      { numRuns: 150 },
    );
    expect(plans).toBeGreaterThan(300);
    expect(hidden).toBeGreaterThan(0);
  });

  test(
    'is never short in this cycle without a warning when the code looks at the energy left',
    {
      timeout: 120_000,
    },
    async () => {
      const sources = new Set<string>();
      await fc.assert(
        fc.asyncProperty(randomCalls({ observing: true }), async (call) => {
          const result = await planRandomCall(call);
          for (const { isShort, source, method, afterMaintenance, warnings } of result?.planned ?? []) {
            sources.add(source);
            const isWarned = warnings.includes('MAY_DEPEND_ON_ENERGY');
            if (!afterMaintenance && !isWarned) expect({ isShort, method }).toEqual({ isShort: false, method });
          }
        }),
        { numRuns: 100 },
      );
      expect([...sources].toSorted()).toEqual(['estimateenergy', 'triggerconstantcontract']);
    },
  );
});
