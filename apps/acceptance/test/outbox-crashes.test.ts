import { DatabaseSync } from 'node:sqlite';
import { scaled } from '@coin/examples/scaled';
import { memoryStore, type OutboxStore } from '@coin/rpc/outbox';
import { sqliteStore } from '@coin/rpc/outbox-sqlite';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { payThroughCrashes } from './support/outbox-crashes.ts';

/** They mostly wait for leases of dead processes, so that several can wait at once. */
const AT_ONCE = 10;

/** In about a third of all a transaction expires and is signed again: some do among so many. */
const MOST = 80;

const stores: Record<string, () => () => OutboxStore> = {
  memory() {
    const store = memoryStore();
    return () => store;
  },
  SQLite() {
    const database = new DatabaseSync(':memory:');
    return () => sqliteStore(database);
  },
};

test.each(Object.entries(stores))(
  'over a store in %s, each id is paid once however processes die',
  async (_, create) => {
    const wanted = scaled(10);
    const seeds = fc.sample(fc.nat(), Math.max(wanted, MOST));
    let [deaths, expired] = [0, 0];
    for (let done = 0; done < wanted || (expired === 0 && done < seeds.length); done += AT_ONCE) {
      const batch = seeds.slice(done, done + AT_ONCE);
      const reports = await Promise.all(batch.map((seed) => payThroughCrashes(seed, create())));
      for (const [index, report] of reports.entries()) {
        const once = Object.fromEntries(Object.keys(report.paid).map((id) => [id, 1]));
        expect(report.paid, `seed ${batch[index]}`).toEqual(once);
        expect(new Set(report.states), `seed ${batch[index]}`).toEqual(new Set(['succeeded']));
        deaths += report.deaths;
        expired += report.expired;
      }
    }
    expect(deaths).toBeGreaterThan(0);
    expect(expired).toBeGreaterThan(0);
  },
);
