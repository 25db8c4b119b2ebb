import { type ExecutionTrace } from '@coin/mock-node';
import { rejectUnusable } from '../errors.ts';
import { formatCount } from '../format-count.ts';
import { type Compilation } from './compilation.ts';
import { type NamingOptions } from './naming-options.ts';
import { energyBySource, type SourceEnergy } from './source-energy.ts';

/** Lines that are printed before and after those that used energy. */
const CONTEXT = 2;

/**
 * The source of what ran, with the energy of each line in the margin, its share of the call's, and where there is any
 * the part that is penalty. Lines far from all that ran are left out. What belongs to no line comes last.
 *
 * Source: Decision: what a terminal and a review of text can show.
 *
 * @throws TestingError `ARGUMENT_INVALID` where a name means several contracts of the compilation.
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
  return rejectUnusable('arguments of formatSourceEnergy', () => {
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
  });
}

/** The heading of the margin, then energy, share and penalty of each row, all equally wide. */
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
