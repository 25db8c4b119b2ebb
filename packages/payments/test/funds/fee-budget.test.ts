// The fees that an account's payments may burn in a day.
import { createMemoryStore } from '@coin/payments';
import { describe, expect, test } from 'vitest';
import { dayOf, endOfDay, feeDaysOf, reserveFee, settleFee, type FeeShare } from '../../src/funds/fee-budget.ts';

const DAY_MS = 86_400_000;
const NOON = Date.UTC(2026, 10, 23, 12);

describe('a day', () => {
  test('is named and ends in UTC', () => {
    expect(dayOf(NOON)).toBe('2026-11-23');
    expect(dayOf(NOON + DAY_MS / 2 - 1)).toBe('2026-11-23');
    expect(dayOf(NOON + DAY_MS / 2)).toBe('2026-11-24');
  });

  test('ends at the next midnight, also at midnight', () => {
    const midnight = NOON + DAY_MS / 2;
    expect(endOfDay(NOON)).toBe(midnight);
    expect(endOfDay(midnight - 1)).toBe(midnight);
    expect(endOfDay(midnight)).toBe(midnight + DAY_MS);
  });
});

test('a transaction may be in a block on each day from when it is built to ten seconds after it expires', () => {
  const midnight = NOON + DAY_MS / 2;
  expect(feeDaysOf('2026-11-23', midnight - 10_001)).toEqual(['2026-11-23']);
  expect(feeDaysOf('2026-11-23', midnight - 10_000)).toEqual(['2026-11-23', '2026-11-24']);
  expect(feeDaysOf('2026-11-23', midnight + DAY_MS)).toEqual(['2026-11-23', '2026-11-24', '2026-11-25']);
});

describe('the budget of a day', () => {
  const LIMIT = 100n;
  const share = (id: string, fee: bigint, rest: Partial<FeeShare> = {}): FeeShare => ({
    owner: 'owner',
    id,
    txID: `tx of ${id}`,
    fee,
    ...rest,
  });

  /** A budget, and what is left of it. */
  function openBudget() {
    const store = createMemoryStore();
    const reserve = (reserved: FeeShare, { day = 'today', limit = LIMIT } = {}) =>
      reserveFee(store, reserved, { day, limit });
    const settle = (settled: FeeShare, day = 'today') => settleFee(store, settled, day);
    /** What another entry could reserve: a fee that is too high is not reserved. */
    const left = (where: { owner?: string; day?: string; limit?: bigint } = {}) =>
      reserve(share('other', 2n ** 63n, where.owner === undefined ? {} : { owner: where.owner }), where);
    return { reserve, settle, left };
  }

  test('returns the rest before a reservation, and reserves all of it if asked', async () => {
    const { reserve, left } = openBudget();
    expect(await reserve(share('a', 60n))).toBe(100n);
    expect(await left()).toBe(40n);
    expect(await reserve(share('b', 41n))).toBe(40n);
    expect(await left()).toBe(40n);
    expect(await reserve(share('b', 40n))).toBe(40n);
    expect(await left()).toBe(0n);
  });

  test('is separate for each account and each day', async () => {
    const { reserve, left } = openBudget();
    await reserve(share('a', 60n));
    expect(await left({ owner: 'another' })).toBe(100n);
    expect(await left({ day: 'tomorrow' })).toBe(100n);
  });

  test('has no less than nothing left when the limit becomes lower', async () => {
    const { reserve, left } = openBudget();
    await reserve(share('a', 60n));
    expect(await left({ limit: 50n })).toBe(0n);
    expect(await left({ limit: 60n })).toBe(0n);
    expect(await left({ limit: 61n })).toBe(1n);
  });

  test('replaces the reservation of an earlier transaction of the same entry', async () => {
    const { reserve, settle, left } = openBudget();
    await reserve(share('a', 60n));
    expect(await reserve(share('a', 90n, { txID: 'later' }))).toBe(100n);
    expect(await left()).toBe(10n);
    await settle(share('a', 5n));
    expect(await left()).toBe(10n);
    await settle(share('a', 5n, { txID: 'later' }));
    expect(await left()).toBe(95n);
  });

  test('counts the burned fee once instead of the reservation, and keeps the others', async () => {
    const { reserve, settle, left } = openBudget();
    await reserve(share('a', 60n));
    await reserve(share('b', 30n));
    for (let time = 0; time < 2; time++) {
      await settle(share('a', 20n));
      expect(await left()).toBe(50n);
    }
    await settle(share('b', 0n));
    expect(await left()).toBe(80n);
  });

  test('does not count the fee of a transaction without a reservation', async () => {
    const { settle, left } = openBudget();
    await settle(share('a', 20n));
    expect(await left()).toBe(100n);
  });
});
