/** A row of a package's table of defaults. */
export interface DefaultRow {
  /** The type or function whose option it is: the first code in the heading above the table. */
  readonly owner: string;
  readonly option: string;
  /** The cell as written. */
  readonly text: string;
  /** Whether it is a value that no option changes: the table's column is called `Value`. */
  readonly isFixed: boolean;
}

export type Literal = bigint | number | string | boolean;

/** The value of a cell that is one literal, such as `` `10_000` ``, `` `0n` `` or `` `'head'` ``. */
export function literalOf(text: string): Literal | undefined {
  const [, code] = /^`([^`]*)`$/.exec(text) ?? [];
  if (code === undefined) return undefined;
  const digits = code.replaceAll('_', '');
  if (/^\d+n$/.test(digits)) return BigInt(digits.slice(0, -1));
  if (/^\d+$/.test(digits)) return Number(digits);
  if (/^'[^']*'$/.test(code)) return code.slice(1, -1);
  return code === 'true' || code === 'false' ? code === 'true' : undefined;
}

/** The rows of the tables in a Markdown text whose second column is called `Default` or `Value`. */
export function readDefaults(markdown: string): DefaultRow[] {
  let owner: string | undefined;
  let column: string | undefined;
  return markdown.split('\n').flatMap((line) => {
    const [, heading] = /^#+ .*?`([^`]+)`/.exec(line) ?? [];
    if (line.startsWith('#')) owner = heading;
    if (!line.startsWith('|')) column = undefined;
    const [, name = '', text = ''] = line.split('|').map((cell) => cell.trim());
    if (['Default', 'Value'].includes(text)) column = text;
    else if (column !== undefined && owner !== undefined && !name.startsWith('-'))
      return [{ owner, option: name.replaceAll('`', ''), text, isFixed: column === 'Value' }];
    return [];
  });
}
