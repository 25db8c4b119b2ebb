// Plans random calls by every method and runs them under their limits: how many were short, by how much limits exceed
// what was used, and how many requests a plan takes. FC_RUNS says how many calls; arguments name the kinds of code.
import { report } from '@coin/bench/result';
import * as fc from 'fast-check';
import { type Observing, randomCalls } from '../src/random-code.ts';
import { isExplained, isWarned, isWarnedOfPath, planRandomCall, type PlannedCall } from '../src/random-plans.ts';

const { FC_RUNS = '500', FC_SEED = '1' } = process.env;

const KINDS: { readonly [Kind in Observing]: string } = {
  never: 'that cannot look at its energy',
  anywhere: 'that may look at its energy',
  'behind a proxy': 'behind a proxy that may look at its energy',
};

/** Medians of limit by use: factors are up to 3.4, and hidden inner calls have their own penalty. */
const HIGHEST_MEDIANS = { estimate: 1.2, 'energy-factor': 2, 'across-cycle': 2.5, 'max-factor': 8 };
/** Where it is unknown if code looks at its energy, limits are by a search that ends up to twice above the need. */
const SEARCHED = 2;

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * share) - 1)] ?? 0;

/** Reports how many plans should not be, among all of a kind. */
function reportNone(
  what: string,
  planned: readonly PlannedCall[],
  isWrong: (plan: PlannedCall) => boolean,
  { detail = false } = {},
): void {
  const count = planned.filter(isWrong).length;
  report({ what, ours: `${count} of ${planned.length}`, baseline: 'none', ratio: count, bound: { atMost: 0 }, detail });
}

/** A call that takes another path needs other energy, whatever its limit. */
const isForeseen = (plan: PlannedCall): boolean => isWarned(plan) || (isWarnedOfPath(plan) && plan.isOtherPath);

const named = process.argv.slice(2);
for (const [observing, kind] of Object.entries(KINDS) as [Observing, string][]) {
  if (named.length > 0 && !named.includes(observing)) continue;
  const planned: PlannedCall[] = [];
  const reads: (readonly number[])[] = [];
  for (const call of fc.sample(randomCalls(observing), { numRuns: Number(FC_RUNS), seed: Number(FC_SEED) })) {
    const result = await planRandomCall(call);
    planned.push(...(result?.planned ?? []));
    if (result !== undefined) reads.push(result.reads);
  }
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
    const short = plans.filter(({ isShort }) => isShort);
    const ratios = plans.filter(({ used }) => used > 0n).map(({ allowed, used }) => Number(allowed) / Number(used));
    const median = quantile(ratios, 0.5);
    const atMost = HIGHEST_MEDIANS[plans[0]?.method ?? 'estimate'] * (observing === 'behind a proxy' ? SEARCHED : 1);
    report({
      what: `random code ${kind}: limit by ${name}`,
      ours: `${median.toFixed(3)}, p99 ${quantile(ratios, 0.99).toFixed(2)}; ${short.length} short of ${plans.length}, ${short.filter(isForeseen).length} of them with a warning`,
      baseline: 'energy used: 1.000',
      ratio: median,
      bound: { atMost },
      detail: true,
    });
  }
  reportNone(
    `random code ${kind}: short plans without a warning`,
    planned,
    (plan) => plan.isShort && !isForeseen(plan),
  );
  reportNone(
    `random code ${kind}: limits above ten times the use without a reason`,
    planned,
    (plan) => !isExplained(plan),
    { detail: true },
  );
}
