import { scaled } from '@coin/test-kit/scaled';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { exactDivision } from '../../../src/ledger/staking/resource-division.ts';
import {
  type WindowForm,
  DEFAULT_WINDOW,
  withAddedUsage,
  recoverAverage,
  withAcquiredUsage,
} from '../../../src/ledger/staking/resource-recovery.ts';
import { type ResourceUse } from '../../../src/state/records/account.ts';

const use = (usage: bigint, window: bigint, time: number, windowOptimized: boolean): ResourceUse => ({
  usage,
  window,
  time,
  windowOptimized,
});
const fresh = use(0n, 0n, 0, false);
const optimized = (usage: bigint, window: bigint, time: number): ResourceUse => use(usage, window, time, true);
const inSlots = (usage: bigint, window: bigint, time: number): ResourceUse => use(usage, window, time, false);
const shown = ({ usage, window }: ResourceUse): string => `${usage}/${window}`;

test.each([
  [345n, 0n, 1000, 1100, 343n],
  [345n, 267n, 1000, 1100, 610n],
  [600n, 0n, 0, 14_400, 300n],
  [600n, 0n, 0, 28_799, 0n],
  [600n, 0n, 0, 28_800, 0n],
])('a usage of %d plus %d recovers from slot %d to %d as %d', (usage, added, time, now, expected) => {
  expect(recoverAverage({ usage, added, time, now, window: DEFAULT_WINDOW })).toBe(expected);
});

test('the free quota loses its fraction while it recovers', () => {
  const left = recoverAverage({ usage: 254n, time: 7, now: 8, window: DEFAULT_WINDOW });
  const spent = recoverAverage({ usage: left, added: 252n, time: 8, now: 8, window: DEFAULT_WINDOW });
  expect(spent).toBe(506n);
  // A recorded node shows 505 one slot later, and another slot later still.
  expect(recoverAverage({ usage: spent, time: 8, now: 9, window: DEFAULT_WINDOW })).toBe(505n);
  expect(recoverAverage({ usage: spent, time: 8, now: 10, window: DEFAULT_WINDOW })).toBe(505n);
});

test('usage adds up exactly if no time has passed', () => {
  expect(recoverAverage({ usage: 123_456n, added: 789n, time: 5, now: 5, window: 27_999n })).toBe(124_245n);
});

test('recovery is the same by exact products until they exceed 64 bits', () => {
  const slots = fc.integer({ min: 0, max: 30_000 });
  const windows = fc.bigInt(0n, 28_800_000n);
  const forms = fc.constantFrom<WindowForm>('thousandths', 'slots', 'fixed');
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 11n), windows, slots, fc.bigInt(1n, 10n ** 11n), forms, (...drawn) => {
      const [usage, window, now, amount, form] = drawn;
      const before = use(usage, form === 'thousandths' ? window : window / 1000n, 0, form === 'thousandths');
      expect(withAddedUsage(before, amount, now, form, exactDivision)).toEqual(
        withAddedUsage(before, amount, now, form),
      );
    }),
    { numRuns: scaled(100) },
  );
  const large = { usage: 10n ** 14n, time: 5, now: 5, window: DEFAULT_WINDOW };
  expect(recoverAverage({ ...large, division: exactDivision })).toBe(10n ** 14n);
  expect(recoverAverage(large)).not.toBe(10n ** 14n);
});

const spends = [252n, 271n, 279n, 276n, 280n, 256n, 250n];

function spendOneASlot(form: WindowForm): ResourceUse[] {
  const uses: ResourceUse[] = [];
  let current = fresh;
  spends.forEach((bytes, slot) => {
    current = withAddedUsage(current, bytes, 1000 + slot, form);
    uses.push(current);
  });
  return uses;
}

test('staked bandwidth recovers with a window in thousandths', () => {
  const uses = spendOneASlot('thousandths');
  expect(uses.map(shown)).toEqual([
    '252/28800000',
    '523/28799519',
    '802/28763126',
    '1078/28745142',
    '1358/28734493',
    '1613/28744049',
    '1862/28750696',
  ]);
  expect(shown(withAddedUsage(uses.at(-1) ?? fresh, 0n, 1007, 'thousandths'))).toBe('1861/28749696');
  expect(uses.every(({ windowOptimized }) => windowOptimized)).toBe(true);
});

test('staked bandwidth recovers with a window in slots', () => {
  const uses = spendOneASlot('slots');
  expect(uses.slice(0, 6).map(shown)).toEqual([
    '252/28800',
    '523/28799',
    '802/28762',
    '1078/28744',
    '1358/28733',
    '1613/28742',
  ]);
  expect(shown(withAddedUsage(uses.at(5) ?? fresh, 0n, 1006, 'slots'))).toBe('1612/28741');
  expect(uses.some(({ windowOptimized }) => windowOptimized)).toBe(false);
});

test('windows are never written before staking version 2', () => {
  const once = withAddedUsage(fresh, 600n, 10, 'fixed');
  expect(once).toEqual({ usage: 600n, time: 10, window: 0n, windowOptimized: false });
  expect(withAddedUsage(once, 5n, 10 + 14_400, 'fixed')).toEqual({
    usage: 305n,
    time: 14_410,
    window: 0n,
    windowOptimized: false,
  });
});

test('usage recovers over a long gap', () => {
  expect(shown(withAddedUsage(optimized(50_000n, 20_000_123n, 1000), 7000n, 6000, 'thousandths'))).toBe(
    '44500/17170891',
  );
  expect(shown(withAddedUsage(inSlots(50_000n, 20_000n, 1000), 7000n, 6000, 'slots'))).toBe('44500/17170');
  expect(recoverAverage({ usage: 50_000n, time: 1000, now: 6000, window: 20_000n })).toBe(37_500n);
});

test('an owner acquires bandwidth usage', () => {
  const source = optimized(12_877n, 28_757_872n, 500);
  const owner = optimized(7435n, 28_770_871n, 500);
  expect(shown(withAcquiredUsage(owner, { usage: 1840n, source, now: 500, form: 'thousandths' }))).toBe(
    '9275/28768293',
  );
});

test.each([
  [
    'thousandths',
    optimized(90_000n, 28_000_000n, 5000),
    optimized(4000n, 15_000_500n, 4000),
    '86142/26800000',
    '3413/12800500',
    '28025/25095084',
    '24612/26800000',
  ],
  [
    'slots',
    inSlots(90_000n, 28_000n, 5000),
    inSlots(4000n, 15_000n, 4000),
    '86142/26800',
    '3413/12800',
    '28025/25095',
    '24612/26800',
  ],
] as const)(
  'an owner acquires energy usage with windows in %s',
  (form, receiver, owner, refreshedReceiver, refreshedOwner, result, alone) => {
    const source = withAddedUsage(receiver, 0n, 6200, form);
    expect(shown(source)).toBe(refreshedReceiver);
    expect(shown(withAddedUsage(owner, 0n, 6200, form))).toBe(refreshedOwner);
    expect(shown(withAcquiredUsage(owner, { usage: 24_612n, source, now: 6200, form }))).toBe(result);
    expect(shown(withAcquiredUsage(fresh, { usage: 24_612n, source, now: 6200, form }))).toBe(alone);
  },
);

test('acquiring no usage resets the window of an unused resource', () => {
  const source = withAddedUsage(fresh, 0n, 9, 'thousandths');
  expect(withAcquiredUsage(fresh, { usage: 0n, source, now: 9, form: 'thousandths' })).toEqual({
    usage: 0n,
    time: 9,
    window: 28_800_000n,
    windowOptimized: true,
  });
  expect(shown(withAcquiredUsage(fresh, { usage: 0n, source, now: 9, form: 'slots' }))).toBe('0/28800');
});

test('billing in two steps after a success rounds differently from billing in one after a failure', () => {
  const before = optimized(77_681n, 27_738_369n, 100);
  const now = 100 + 2311;
  const refreshed = withAddedUsage(before, 0n, now, 'thousandths');
  expect(shown(withAddedUsage(refreshed, 41_372n, now, 'thousandths'))).toBe('112580/26666777');
  expect(shown(withAddedUsage(before, 41_372n, now, 'thousandths'))).toBe('112581/26666540');
});

test('usage recovers a little before a call a few slots later', () => {
  const refreshed = withAddedUsage(optimized(308_779n, 28_779_992n, 0), 0n, 4, 'thousandths');
  expect(shown(refreshed)).toBe('308736/28775992');
  const billed = withAddedUsage(refreshed, 857n, 4, 'thousandths');
  expect(shown(billed)).toBe('309593/28776059');
  expect(shown(withAddedUsage(billed, 0n, 5, 'thousandths'))).toBe('309582/28775059');
});

test('a reservation widens the window more than the bill after it', () => {
  const refreshed = withAddedUsage(optimized(20_000n, 28_000_000n, 0), 0n, 500, 'thousandths');
  expect(shown(refreshed)).toBe('19642/27500000');
  expect(shown(withAddedUsage(refreshed, 3_000_000n, 500, 'thousandths'))).toBe('3019642/28791544');
  expect(shown(withAddedUsage(refreshed, 61_222n, 500, 'thousandths'))).toBe('80864/28484228');
});
