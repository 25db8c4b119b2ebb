import { type PlannedRun, type ShortfallReason } from './planner-over-chain.ts';

/** The results of one method for one landing. */
export interface MethodReport {
  readonly landing: PlannedRun['landing'];
  readonly method: PlannedRun['method'];
  readonly runs: number;
  /** Runs that ran out of energy because the plan was wrong. */
  readonly unexplained: readonly PlannedRun[];
  /** The number of runs that ran out of energy for a reason that no plan could foresee, or that the plan warned of. */
  readonly explained: Readonly<Partial<Record<ShortfallReason, number>>>;
  readonly failedOtherwise: number;
  /** By how many percent limits exceed what was used, where the path did not change and the node did not search. */
  readonly overshoot: { readonly median: number; readonly p99: number };
  /** The most units of energy by which one of those limits exceeds what was used, unless the node searched for it. */
  readonly maxEnergyAbove: bigint;
  /** The same of the limits that the node searched for. */
  readonly maxSearchedAbove: bigint;
}

/** The smallest value that the given share of the sorted values does not exceed. */
const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;

const maxAbove = (runs: readonly PlannedRun[]): bigint =>
  runs.reduce((highest, { feeLimit, used, energyPrice }) => {
    const above = (feeLimit - used) / energyPrice;
    return above > highest ? above : highest;
  }, 0n);

/** Groups runs by landing and method. */
export function reportRuns(runs: readonly PlannedRun[]): MethodReport[] {
  return [...Map.groupBy(runs, ({ landing, method }) => `${landing}, ${method}`).values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const outOfEnergy = group.filter(({ outcome }) => outcome === 'out of energy');
    const comparable = group.filter(
      ({ pathChanged, outcome, used }) => !pathChanged && outcome === 'succeeded' && used > 0n,
    );
    const overshoot = comparable
      .filter(({ isSearched }) => !isSearched)
      .map(({ feeLimit, used }) => (Number(feeLimit - used) / Number(used)) * 100)
      .toSorted((a, b) => a - b);
    return [
      {
        landing: first.landing,
        method: first.method,
        runs: group.length,
        unexplained: outOfEnergy.filter(({ shortfallReason }) => shortfallReason === undefined),
        explained: Object.fromEntries(
          [...Map.groupBy(outOfEnergy, ({ shortfallReason }) => shortfallReason)].flatMap(([reason, of]) =>
            reason === undefined ? [] : [[reason, of.length]],
          ),
        ),
        failedOtherwise: group.filter(({ outcome }) => outcome === 'failed otherwise').length,
        overshoot: { median: quantile(overshoot, 0.5), p99: quantile(overshoot, 0.99) },
        maxEnergyAbove: maxAbove(comparable.filter(({ isSearched }) => !isSearched)),
        maxSearchedAbove: maxAbove(comparable.filter(({ isSearched }) => isSearched)),
      },
    ];
  });
}
