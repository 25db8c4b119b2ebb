import { DatabaseSync } from 'node:sqlite';
import { createMemoryStore, type OutboxStore } from '@coin/payments';
import { createSqliteStore } from '@coin/payments/sqlite';
import { scaled } from '@coin/test-kit/scaled';
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { crashPlans, payThroughCrashes, type CrashPlan } from './support/outbox-crashes.ts';

useVirtualTime();

const stores: Record<string, () => () => OutboxStore> = {
  memory() {
    const store = createMemoryStore();
    return () => store;
  },
  SQLite() {
    const database = new DatabaseSync(':memory:');
    return () => createSqliteStore(database);
  },
};

describe.each(Object.entries(stores))('over a store in %s', (_, create) => {
  async function payEachOnce(plan: CrashPlan) {
    const { paid, states, deaths, expired } = await payThroughCrashes(plan, create());
    expect(paid).toEqual(Object.fromEntries(Object.keys(paid).map((id) => [id, 1])));
    expect(new Set(states)).toEqual(new Set(['succeeded']));
    return { deaths, expired };
  }

  test('each id is paid once, at whatever point processes die', () =>
    fc.assert(
      fc.asyncProperty(crashPlans, async (plan) => void (await payEachOnce(plan))),
      { numRuns: scaled(6) },
    ));

  test('each id is paid once when transactions expire that were signed and not sent', async () => {
    const dying = { at: '/wallet/broadcasttransaction', arrives: false, meanwhile: 'the expiration' } as const;
    const { deaths, expired } = await payEachOnce({ seed: 1, crashes: [dying], isReliable: true });
    expect(deaths).toBe(1);
    expect(expired).toBeGreaterThan(0);
  });
});
