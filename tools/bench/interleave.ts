/** Measures one round of work and returns what a unit of it cost, in milliseconds. */
export type Round = () => number | Promise<number>;

/** What a unit of work costs on both sides, in milliseconds. */
export interface Costs {
  readonly ours: number;
  readonly baseline: number;
  /** The median of `ours / baseline` over the rounds. */
  readonly costRatio: number;
}

/** Measures both sides in alternating rounds, so other load on the machine affects both, and takes medians. */
export async function interleave(
  { ours, baseline }: { readonly ours: Round; readonly baseline: Round },
  { rounds, warmUp = 0 }: { readonly rounds: number; readonly warmUp?: number },
): Promise<Costs> {
  const results: { ours: number; baseline: number }[] = [];
  for (let round = 0; round < warmUp + rounds; round++) {
    const oursFirst = round % 2 === 0 ? await ours() : undefined;
    const baselineCost = await baseline();
    const result = { ours: oursFirst ?? (await ours()), baseline: baselineCost };
    if (round >= warmUp) results.push(result);
  }
  return {
    ours: median(results.map(({ ours }) => ours)),
    baseline: median(results.map(({ baseline }) => baseline)),
    costRatio: median(results.map(({ ours, baseline }) => ours / baseline)),
  };
}

/** A round of work in this process, measured by CPU time, which other load on the machine hardly changes. */
export function cpuRound(units: number, work: () => unknown): Round {
  return async () => {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000 / units;
  };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2;
}
