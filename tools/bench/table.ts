import { readFileSync, writeFileSync } from 'node:fs';
import Table from 'cli-table3';
import { cells, type Result } from './result.ts';

const heading = ['what', 'ours', 'baseline', 'ratio', 'bound', 'verdict'];

/** Results as a table for the terminal, grouped by package. */
export function formatTable(groups: ReadonlyMap<string, readonly Result[]>): string {
  const table = new Table({ head: heading, style: { head: [], border: [], compact: true }, wordWrap: true });
  for (const [name, results] of groups) {
    table.push([{ colSpan: heading.length, content: name }], ...results.map(cells));
  }
  return table.toString();
}

/** Results are written only if all bounds hold, so a row needs no verdict. The baseline's value follows from the ratio. */
function writtenCells(result: Result): string[] {
  const [what = '', ours = '', baseline = '', ratio, bound] = cells(result);
  return [
    what,
    ours,
    baseline.replace(/: [^:]*$/, ''),
    result.bound === undefined ? `${ratio}` : `${ratio} (${bound?.replace(' ', '')})`,
  ];
}

const [start, end] = ['<!-- bench: start -->', '<!-- bench: end -->'];

/** Puts results between the marks of a Markdown file, without details, below a line about how they were measured. */
export function writeResults(file: string, note: string, groups: ReadonlyMap<string, readonly Result[]>): void {
  const text = readFileSync(file, 'utf8');
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  if (from === -1 || to < from)
    throw new Error(`${file} has no lines "${start}" and "${end}", between which results go.`);
  const tables = [...groups].map(([name, results]) => {
    const written = results.filter(({ detail }) => detail !== true);
    const rows = [['what', 'ours', 'baseline', 'ratio'], ...written.map(writtenCells)];
    const [head, ...body] = rows.map((row) => `| ${row.join(' | ')} |`);
    return [`### ${name}`, '', head, '|---|---|---|---|', ...body].join('\n');
  });
  const block = [start, note, ...tables].join('\n\n');
  writeFileSync(file, `${text.slice(0, from)}${block}\n\n${text.slice(to)}`);
}
