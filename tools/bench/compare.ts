import { interleave, type Round } from './interleave.ts';
import { formatTime, report, type Bound } from './result.ts';

export interface Comparison {
  readonly what: string;
  readonly ours: Round;
  readonly baseline: { readonly name: string; readonly round: Round };
  /** How many times as fast as the baseline ours is at least, or which share of the baseline's cost it has at most. Absent where the ratio is only reported. */
  readonly bound?: Bound | undefined;
  readonly detail?: boolean;
  readonly rounds: number;
  readonly warmUp?: number;
}

/** Measures what a unit of work costs here and in a baseline, and reports the ratio of speeds or of costs. */
export async function compare({ what, ours, baseline, bound, detail, ...options }: Comparison): Promise<void> {
  const costs = await interleave({ ours, baseline: baseline.round }, options);
  report({
    what,
    ours: formatTime(costs.ours),
    baseline: `${baseline.name}: ${formatTime(costs.baseline)}`,
    ratio: bound && 'atLeast' in bound ? 1 / costs.costRatio : costs.costRatio,
    bound,
    detail,
  });
}
