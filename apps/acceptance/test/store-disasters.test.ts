import { createMemoryStore } from '@coin/payments';
import { scaled } from '@coin/test-kit/scaled';
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import * as fc from 'fast-check';
import { describe, test, vi } from 'vitest';
import { openRestorable } from './support/restorable-store.ts';
import {
  disasterPlans,
  disasters,
  payThroughDisaster,
  type IncidentName,
  type TestedStore,
} from './support/store-disasters.ts';

useVirtualTime();

function openMemory(): TestedStore {
  const store = createMemoryStore();
  return { open: () => store, incidents: {} };
}

function openSqlite(incident?: IncidentName): TestedStore {
  const { database, store, copy, restore } = openRestorable({ isReported: incident === 'older' });
  const countPages = () => Number(database.prepare('PRAGMA page_count').get()?.['page_count']);
  const limitPages = async (pages: number) => database.exec(`PRAGMA max_page_count = ${pages}`);
  const restorable = { copy: async () => copy(), strike: async () => restore() };
  return {
    open: () => store,
    incidents: {
      clock: { strike: async (random) => void vi.setSystemTime(Date.now() + (random() - 0.25) * 1_200_000) },
      older: restorable,
      restored: { ...restorable, isStopped: true },
      full: {
        strike: (random) => limitPages(countPages() + Math.floor(6 * random())),
        mend: () => limitPages(1_000_000),
      },
    },
  };
}

describe.each([
  ['memory', [], openMemory],
  ['SQLite', ['clock', 'older', 'restored', 'full'], openSqlite],
] as const)('a store in %s', (_, incidents: readonly IncidentName[], open) => {
  const possible = disasters.filter(({ incident }) => incident === undefined || incidents.includes(incident));
  test.each(possible.map((disaster) => [disaster.name, disaster] as const))(
    'that %s pays each id once, or names the transaction to compare',
    (_, disaster) =>
      fc.assert(
        fc.asyncProperty(disasterPlans, (plan) => payThroughDisaster(disaster, plan, open(disaster.incident))),
        { numRuns: scaled(1) },
      ),
  );
});
