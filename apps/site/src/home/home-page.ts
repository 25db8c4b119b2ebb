import { UNEXPLAINED } from '../markdown/explain-names.ts';

/** A measured number, and the page that it is read from. */
interface HomeNumber {
  readonly value: (row: string) => string | undefined;
  readonly text: string;
  readonly source: string;
  readonly link: string;
  /** How the table row begins that has the number. */
  readonly row: string;
}

const cell = (column: number) => (row: string) => row.split('|')[column]?.trim();
/** The ratio of a row, which its bound follows in parentheses. */
const ratio = (row: string) => cell(4)(row)?.replace(/ \(.*/, '');
const BENCHMARKS = { source: 'docs/benchmarks.md', link: '/benchmarks.md' } as const;
const SIZES = { source: 'README.md', link: '/overview.md#sizes' } as const;

const NUMBERS: readonly HomeNumber[] = [
  {
    ...BENCHMARKS,
    row: '| first answer of a new node |',
    value: cell(2),
    text: 'of processor time until a new node has given its first answer',
  },
  {
    ...BENCHMARKS,
    row: '| VM: token transfer |',
    value: (row) => `${Math.round(Number(ratio(row)))} ×`,
    text: 'as fast as `@ethereumjs/evm` at a token transfer',
  },
  {
    ...BENCHMARKS,
    row: '| fee limit by estimate, in the next block |',
    value: (row) => `${ratio(row) ?? ''} ×`,
    text: 'what the call needs: the median fee limit from an estimate',
  },
  {
    ...BENCHMARKS,
    row: '| random code that cannot look at its energy: short plans without a warning |',
    value: cell(2),
    text: 'fee limits too low without a warning, in random contracts',
  },
  {
    ...SIZES,
    row: '| `@coin/units`: all of units |',
    value: cell(2),
    text: 'or less for all of `@coin/units`, compressed',
  },
  {
    ...SIZES,
    row: '| `@coin/rpc`: a client that reads accounts |',
    value: cell(2),
    text: 'or less for a client that reads accounts, compressed',
  },
];

const FIRST_EXAMPLE = /^```ts\n[\s\S]*?^```$/m;

/** The numbers of the first page as a list, read from the pages that they are measured in. */
function numbersList(read: (source: string) => string): string {
  const items = NUMBERS.map(({ value, text, source, link, row: start }) => {
    const row = read(source)
      .split('\n')
      .map((line) => line.trim())
      .find((line) => line.startsWith(start));
    const number = row === undefined ? undefined : value(row);
    if (number === undefined || number === '') throw new Error(`${source} has no number in the row "${start}".`);
    return `- **${number}** ${text} ([source](${link}))`;
  });
  return items.join('\n');
}

/**
 * Fills the first page: with the example of the first guide, whose names are not explained, and with numbers from the pages
 * that prove them.
 *
 * @param read - gives the text of a file by its path from the repository's root
 */
export function fillHome(text: string, read: (source: string) => string): string {
  const [example] = FIRST_EXAMPLE.exec(read('docs/guides/get-started.md')) ?? [];
  if (example === undefined) throw new Error('docs/guides/get-started.md has no example.');
  const shown = example.replace('```ts', `\`\`\`ts ${UNEXPLAINED}`);
  return text.replace('<!-- example -->', () => shown).replace('<!-- numbers -->', () => numbersList(read));
}
