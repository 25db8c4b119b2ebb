/** Writes rows as a Markdown table. The first row has the headings; columns after the text columns are numbers. */
export function markdownTable(
  [headings = [], ...rows]: readonly (readonly string[])[],
  { textColumns }: { readonly textColumns: number },
): string {
  const rule = headings.map((_, column) => (column < textColumns ? '---' : '---:'));
  return [headings, rule, ...rows.map((row) => row.map(escapeCell))].map((row) => `| ${row.join(' | ')} |\n`).join('');
}

const escapeCell = (cell: string): string => cell.replaceAll('\\', '\\\\').replaceAll('|', '\\|');
