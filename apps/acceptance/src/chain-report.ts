import type { Excuse, PlannedRun } from './planner-over-chain.ts';

/** What a method did in one way of landing. */
export interface MethodReport {
  readonly landing: PlannedRun['landing'];
  readonly method: PlannedRun['method'];
  readonly runs: number;
  /** Runs that ran out of energy with nothing to excuse it. */
  readonly short: readonly PlannedRun[];
  /** Those that ran out of energy for what no plan could know or what it warned of. */
  readonly excused: Readonly<Partial<Record<Excuse, number>>>;
  readonly failedOtherwise: number;
  /** Percent by which limits are above what was needed, where the path was the planned one. */
  readonly overshoot: { readonly median: number; readonly p99: number };
}

/** The value that so large a share of the sorted ones does not exceed. */
const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;

/** Runs by landing and method. */
export function reportRuns(runs: readonly PlannedRun[]): MethodReport[] {
  return [...Map.groupBy(runs, ({ landing, method }) => `${landing}, ${method}`).values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const out = group.filter(({ outcome }) => outcome === 'out of energy');
    const overshoot = group
      .filter(({ pathChanged, outcome, needed }) => !pathChanged && outcome === 'enough' && needed > 0n)
      .map(({ feeLimit, needed }) => (Number(feeLimit - needed) / Number(needed)) * 100)
      .toSorted((a, b) => a - b);
    return [
      {
        landing: first.landing,
        method: first.method,
        runs: group.length,
        short: out.filter(({ excuse }) => excuse === undefined),
        excused: Object.fromEntries(
          [...Map.groupBy(out, ({ excuse }) => excuse)].flatMap(([excuse, of]) =>
            excuse === undefined ? [] : [[excuse, of.length]],
          ),
        ),
        failedOtherwise: group.filter(({ outcome }) => outcome === 'failed otherwise').length,
        overshoot: { median: quantile(overshoot, 0.5), p99: quantile(overshoot, 0.99) },
      },
    ];
  });
}
