import { type ExecutionTrace } from '@coin/mock-node';
import { formatCount } from '../format-count.ts';
import { type Compilation } from './compilation.ts';
import { type NamingOptions } from './naming-options.ts';
import { energyBySource, type SourceEnergy } from './source-energy.ts';

/** Number of lines printed before and after those that used energy. */
const CONTEXT = 2;

/**
 * Formats the executed source code with the energy of each line in the margin, for a terminal or a review.
 *
 * The margin also shows the line's share of the call's energy, and the penalty in it if there is any. Lines far from
 * any executed line are left out. Energy that belongs to no line comes last.
 *
 * @throws TestingError `ARGUMENT_INVALID` if a name means several contracts of the compilation.
 * @example
 * ```ts
 * import { createMockNode } from '@coin/mock-node';
 * import { formatSourceEnergy } from '@coin/testing/report';
 *
 * const address = '41c0ffee00000000000000000000000000000000c0';
 * const node = createMockNode({ contracts: [{ address, code: '6001600155' }] });
 * const compilation = { input: { sources: {} }, output: {} };
 * const text = formatSourceEnergy(node.traceCall({ owner: address, contract: address, data: '' }), compilation);
 * text.split('\n')[2]; // => '20,006  100.0 %  TTZhLCNXoCgudjmUbwsRwNUqhvFaD8y565, without a source map'
 * ```
 */
export function formatSourceEnergy(
  trace: ExecutionTrace,
  compilation: Compilation,
  options: NamingOptions = {},
): string {
  const rows = energyBySource(trace, compilation, options);
  const [heading = '', ...margins] = marginsOf(rows);
  const blank = ' '.repeat(heading.length);
  const output = rows.length === 0 ? [] : [heading];
  for (const [file, used] of Map.groupBy(rows, (row) => row.file)) {
    const marginOf = (row: SourceEnergy): string => margins[rows.indexOf(row)] ?? blank;
    if (file === undefined) {
      output.push('', ...used.map((row) => `${marginOf(row)}  ${row.text}`));
      continue;
    }
    const lines = (compilation.input.sources[file]?.content ?? '').split('\n').map((line) => line.trimEnd());
    output.push('', file, ...annotated(lines, new Map(used.map((row) => [row.line ?? 0, marginOf(row)])), blank));
  }
  return output.map((line) => `${line.trimEnd()}\n`).join('');
}

/** The heading of the margin, then the energy, share and penalty of each row, all of equal width. */
function marginsOf(rows: readonly SourceEnergy[]): string[] {
  const hasPenalty = rows.some(({ penalty }) => penalty > 0n);
  const columns = [
    ['Energy', ...rows.map(({ energy }) => formatCount(energy))],
    ['Share', ...rows.map(({ share }) => `${(share * 100).toFixed(1)} %`)],
    ...(hasPenalty ? [['Penalty', ...rows.map(({ penalty }) => (penalty > 0n ? formatCount(penalty) : ''))]] : []),
  ];
  const widths = columns.map((cells) => Math.max(...cells.map(({ length }) => length)));
  return ['', ...rows].map((_, index) =>
    columns.map((cells, column) => (cells[index] ?? '').padStart(widths[column] ?? 0)).join('  '),
  );
}

function annotated(lines: readonly string[], margins: ReadonlyMap<number, string>, blank: string): string[] {
  const digits = String(lines.length).length;
  const output: string[] = [];
  let printed = 0;
  for (const [index, text] of lines.entries()) {
    const line = index + 1;
    const isNear = [...margins.keys()].some((used) => Math.abs(used - line) <= CONTEXT);
    if (!isNear) continue;
    if (line > printed + 1) output.push(`${blank}  ${'⋮'.padStart(digits)}`);
    output.push(`${margins.get(line) ?? blank}  ${String(line).padStart(digits)} │ ${text}`);
    printed = line;
  }
  return output;
}
