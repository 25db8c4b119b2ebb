import { createRequire } from 'node:module';
import type * as units from '@coin/units';
import { formatUnits as viemFormat, parseUnits as viemParse } from 'viem';
import { expect, test } from 'vitest';

// the published files, loaded by Node itself: the test runner's imports are getters, which cost more than these functions
const { formatCoin, parseCoin } = createRequire(import.meta.url)('../dist/index.js') as typeof units;

// up to a million coins with a random number of decimals; the same in every run
let state = 1;
const random = () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
const amounts = Array.from({ length: 1_000 }, (_, index) => {
  const step = 10 ** (index % 7);
  return BigInt(Math.floor((random() * 1e12) / step) * step);
});
const texts = amounts.map((amount) => formatCoin(amount));
const OPTIONS = { time: 1_000, warmupTime: 300 };

interface Sample {
  readonly latency: { readonly p50: number };
}

/** Of medians, which a garbage collection does not affect. */
const ratio = (name: string, ours: Sample, theirs: Sample) => {
  const times = theirs.latency.p50 / ours.latency.p50;
  console.log(`${name}: ${times.toFixed(2)} times as fast as viem`);
  return times;
};

test('parseCoin is at least twice as fast as viem', async ({ bench }) => {
  const result = await bench.compare(
    bench('parseCoin', () => {
      for (const text of texts) parseCoin(text);
    }),
    bench('viem parseUnits', () => {
      for (const text of texts) viemParse(text, 6);
    }),
    OPTIONS,
  );
  expect(ratio('parseCoin', result.get('parseCoin'), result.get('viem parseUnits'))).toBeGreaterThanOrEqual(2);
});

test('formatCoin is at least 1.2 times as fast as viem', async ({ bench }) => {
  const result = await bench.compare(
    bench('formatCoin', () => {
      for (const amount of amounts) formatCoin(amount);
    }),
    bench('viem formatUnits', () => {
      for (const amount of amounts) viemFormat(amount, 6);
    }),
    OPTIONS,
  );
  expect(ratio('formatCoin', result.get('formatCoin'), result.get('viem formatUnits'))).toBeGreaterThanOrEqual(1.2);
});
