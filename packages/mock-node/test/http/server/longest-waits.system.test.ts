import { scaled } from '@coin/examples/scaled';
import { expect, test } from 'vitest';
import { hostileRequests } from '../../support/hostile-requests.ts';
import { measureWaits } from '../../support/longest-wait.ts';

/**
 * Milliseconds of the node's processor time. The goal is 1,000, which `bench/longest-waits.ts` shows: twice as much
 * leaves room for a slower processor, and without a limit each request takes several times as long.
 */
const LONGEST_WAIT_MS = 2_000;

/** The hostile requests are all answered, which takes up to half a minute of an idle processor. */
const TIMEOUT_MS = 600_000;

/** One of each kind; the others take minutes, and run where tests draw more cases. */
const SAMPLE: ReadonlySet<string> = new Set([
  'batch of 400 endless calls',
  '40 endless constant calls in parallel',
  '/admin/tracecall of an endless loop',
]);
const rows = Object.entries(hostileRequests()).filter(([name]) => scaled(1) > 1 || SAMPLE.has(name));

test('there is a row for each of the sample', () => {
  expect(rows.length).toBeGreaterThanOrEqual(SAMPLE.size);
});

test.each(rows)(
  '%s delays another client within the bound',
  async (_, hostile) => {
    const { longest } = await measureWaits(hostile);
    expect(longest).toBeLessThanOrEqual(LONGEST_WAIT_MS);
  },
  TIMEOUT_MS,
);
