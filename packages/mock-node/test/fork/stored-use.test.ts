import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { storedUse } from '../../src/fork/reading/resource-uses.ts';
import { recoverAverage, usageWindow } from '../../src/ledger/staking/resource-recovery.ts';

// Source: docs/protocol/staking.md, Account increase: recovery shortens a window by the slots that have passed.
test.each([
  ['slots', false, 1n],
  ['thousandths', true, 1000n],
] as const)('the window of a use that a network shows is restored exactly, in %s', (form, windowOptimized, unit) =>
  fc.assert(
    fc.property(fc.bigInt(2n, 28_800n), fc.nat(), fc.bigInt(1_000n, 10n ** 9n), (slots, drawnElapsed, usage) => {
      const time = 1_000;
      const elapsed = 1 + (drawnElapsed % (Number(slots) - 1));
      const now = time + elapsed;
      const window = slots * unit;
      const left = recoverAverage({ usage, time, now, window: usageWindow({ window, windowOptimized }).slots });
      fc.pre(left > 0n);
      const shown = { usage: left, time, window: window - BigInt(elapsed) * unit, windowOptimized };
      expect(storedUse(shown, now, form).use).toMatchObject({ time, window, windowOptimized });
    }),
  ),
);
