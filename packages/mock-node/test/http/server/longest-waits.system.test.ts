import { REFERENCE_MS } from '@coin/test-kit/reference-work';
import { scaled } from '@coin/test-kit/scaled';
import { expect, test } from 'vitest';
import { hostileRequests } from '../../support/hostile-requests.ts';
import { measureWaits } from '../../support/longest-wait.ts';

/**
 * The node's processor time, as a multiple of the reference work's. The goal is 1,000 ms, which
 * `bench/longest-waits.ts` shows. Twice as much allows for noise, and without a limit each request takes several times
 * as long.
 */
const LONGEST_WAIT = 2_000 / REFERENCE_MS;

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

test.each(rows)('%s delays another client within the bound', async (_, hostile) => {
  const { longest, reference } = await measureWaits(hostile);
  expect(longest / reference).toBeLessThanOrEqual(LONGEST_WAIT);
});
