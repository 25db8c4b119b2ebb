import { type EnergyReport, type FunctionEnergy } from './energy-collector.ts';
import { formatEnergy, formatPrice, formatShare } from './format-energy.ts';
import { markdownTable } from './markdown-table.ts';

const headings = [
  'Contract',
  'Function',
  'Calls',
  'Failed',
  'Min',
  'Mean',
  'Max',
  'Penalty',
  'Storage',
  'Coin',
  'Coin at the highest factor',
] as const;

function cellsOf(used: FunctionEnergy): readonly string[] {
  const counts = [used.contract, used.function, String(used.calls), String(used.failedCalls)];
  // A function that only failed has no energy to show.
  if (used.calls === 0) return counts;
  const numbers = [used.minimum, used.mean, used.maximum, used.penalty];
  return [
    ...counts,
    ...numbers.map((energy) => formatEnergy(BigInt(energy))),
    formatShare(BigInt(used.storage), BigInt(used.mean)),
    formatPrice(BigInt(used.price)),
    formatPrice(BigInt(used.highestPrice)),
  ];
}

const TEXT_COLUMNS = 2;

/**
 * Formats an energy report as a table, in plain text or Markdown. For JSON use `JSON.stringify`.
 *
 * @example
 * ```ts
 * import { createEnergyCollector, formatEnergyReport } from '@coin/mock-node/energy-report';
 *
 * const table = formatEnergyReport(createEnergyCollector().report(), 'markdown');
 * table.slice(0, 31); // => '| Contract | Function | Calls |'
 * ```
 */
export function formatEnergyReport(report: EnergyReport, format: 'text' | 'markdown'): string {
  const { functions } = report;
  const rows = functions.map(cellsOf);
  if (format === 'markdown') return markdownTable([headings, ...rows], { textColumns: TEXT_COLUMNS });
  const table = [headings, ...rows];
  const widths = headings.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  return table
    .map((row) => row.map((cell, column) => align(cell, column, widths[column] ?? 0)).join('  '))
    .map((line) => `${line.trimEnd()}\n`)
    .join('');
}

const align = (cell: string, column: number, width: number): string =>
  column < TEXT_COLUMNS ? cell.padEnd(width) : cell.padStart(width);
