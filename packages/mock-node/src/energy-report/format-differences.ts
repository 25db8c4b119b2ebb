import { type EnergyDifference } from './compare-reports.ts';
import { type FunctionEnergy } from './energy-collector.ts';
import { formatChange, formatEnergy } from './format-energy.ts';
import { markdownTable } from './markdown-table.ts';

const headings = ['Function', 'Mean', 'Change', 'Max'] as const;

/**
 * Formats the differences of two energy reports as a Markdown table, for a comment on a pull request. Without
 * differences it has only its headings.
 *
 * @param differences - as `compareEnergyReports` returns them
 * @example
 * ```ts
 * import { formatEnergyDifferences } from '@coin/mock-node/energy-report';
 *
 * formatEnergyDifferences([]).split('\n').length; // => 3
 * ```
 */
export function formatEnergyDifferences(differences: readonly EnergyDifference[]): string {
  return markdownTable([headings, ...differences.map(cellsOf)], { textColumns: 1 });
}

function cellsOf({ contract, function: name, kind, before, after }: EnergyDifference): readonly string[] {
  return [
    `${contract}.${name}`,
    range('mean', before, after),
    kind === 'over-budget' ? 'over budget' : changeOf(before, after),
    range('maximum', before, after),
  ];
}

/** The energy before and now; nothing if no call succeeded. */
function range(column: 'mean' | 'maximum', ...reports: readonly (FunctionEnergy | undefined)[]): string {
  return reports.map((used) => (used?.calls ? formatEnergy(BigInt(used[column])) : '')).join(' → ');
}

function changeOf(before: FunctionEnergy | undefined, after: FunctionEnergy | undefined): string {
  if (before === undefined) return 'new';
  if (after === undefined) return 'gone';
  return before.mean === 0 || after.mean === 0 ? '' : formatChange(before.mean, after.mean);
}
