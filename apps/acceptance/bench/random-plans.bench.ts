// Plans random calls by every method and runs them under their limits: how many were short, by how much limits exceed
// what was used, and how many requests a plan takes. FC_RUNS says how many calls.
import assert from 'node:assert/strict';
import { report } from '@coin/bench/result';
import * as fc from 'fast-check';
import { randomCalls } from '../src/random-code.ts';
import { planRandomCall, type PlannedCall } from '../src/random-plans.ts';

const { FC_RUNS = '500', FC_SEED = '1' } = process.env;

/** Medians of limit by use: factors are up to 3.4, and hidden inner calls have a penalty of their own. */
const HIGHEST_MEDIANS = { estimate: 1.2, 'energy-factor': 2, 'across-cycle': 2.5, 'max-factor': 8 };

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * share) - 1)] ?? 0;

for (const observing of [false, true]) {
  const planned: PlannedCall[] = [];
  const reads: (readonly number[])[] = [];
  for (const call of fc.sample(randomCalls({ observing }), { numRuns: Number(FC_RUNS), seed: Number(FC_SEED) })) {
    const result = await planRandomCall(call);
    planned.push(...(result?.planned ?? []));
    if (result !== undefined) reads.push(result.reads);
  }
  const kind = observing ? 'that may look at its energy' : 'that cannot look at its energy';
  const [first, later] = [0, 1].map((index) =>
    quantile(
      reads.map((counts) => counts[index] ?? 0),
      0.5,
    ),
  );
  console.log(`code ${kind}: ${reads.length} calls, ${first} requests for the first plan, ${later} for the next`);
  for (const [name, plans] of Map.groupBy(
    planned,
    ({ method, afterMaintenance }) => `${method}, ${afterMaintenance ? 'after a maintenance' : 'in this cycle'}`,
  )) {
    const short = plans.filter(({ isShort }) => isShort).length;
    const ratios = plans.filter(({ used }) => used > 0n).map(({ allowed, used }) => Number(allowed) / Number(used));
    const median = quantile(ratios, 0.5);
    report({
      what: `random code ${kind}: limit by ${name}`,
      ours: `${median.toFixed(3)}, p99 ${quantile(ratios, 0.99).toFixed(2)}, ${short} short of ${plans.length}`,
      baseline: 'energy used: 1.000',
      ratio: median,
      bound: { atMost: HIGHEST_MEDIANS[plans[0]?.method ?? 'estimate'] },
    });
    if (!observing) assert.equal(short, 0);
  }
}
