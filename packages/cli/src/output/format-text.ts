// Shows data to people: facts in lines, lists of objects in tables, other objects in sections.
import { styleText } from 'node:util';
import { isAmount } from './amount.ts';
import { type Data, type DataObject } from './data.ts';

/** Whether text is for a terminal, which shows bold headings. */
export interface TextLook {
  readonly hasStyles: boolean;
}

const isObject = (value: Data): value is DataObject =>
  typeof value === 'object' && !Array.isArray(value) && !(value instanceof Date) && !isAmount(value);

const isTable = (value: Data): value is readonly DataObject[] =>
  Array.isArray(value) && value.length > 0 && value.every(isObject);

/** `energyLimit` as `energy limit`; names in capitals stay. */
const labelOf = (key: string): string =>
  key.replace(/(?<=[a-z0-9])[A-Z](?![A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);

const grouped = (value: bigint | number): string =>
  value.toString().replace(/^-?\d+/, (digits) => digits.replace(/\B(?=(\d{3})+$)/g, ','));

/** One value on one line. */
function formatValue(value: Data): string {
  if (value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'bigint' || typeof value === 'number') return grouped(value);
  if (value instanceof Date) return value.toISOString().replace('T', ' ').replace('.000Z', 'Z');
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(formatValue).join(', ');
  // Control characters of answers must not reach a terminal.
  // eslint-disable-next-line no-control-regex
  if (typeof value === 'string') return value.replace(/[\u0000-\u001f\u007f-\u009f]/g, ' ');
  if (isAmount(value)) return `${value.coin} coin`;
  const facts = Object.entries(value as DataObject).filter(([, each]) => each !== undefined);
  return facts.map(([key, each]) => `${labelOf(key)} ${formatValue(each)}`).join(', ');
}

function formatFacts(facts: readonly (readonly [string, Data])[]): string {
  const width = Math.max(...facts.map(([key]) => labelOf(key).length));
  return facts.map(([key, value]) => `${labelOf(key).padEnd(width)}  ${formatValue(value)}\n`).join('');
}

/** Numbers and amounts are aligned to the right. */
const isQuantity = (value: Data): boolean =>
  typeof value === 'number' || typeof value === 'bigint' || (typeof value === 'object' && isAmount(value));

async function formatTable(rows: readonly DataObject[], { hasStyles }: TextLook): Promise<string> {
  const { default: Table } = await import('cli-table3');
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((key) =>
    rows.some((row) => row[key] !== undefined),
  );
  const bold = (text: string): string => (hasStyles ? styleText('bold', text, { validateStream: false }) : text);
  const none = Object.fromEntries(
    'top top-mid top-left top-right bottom bottom-mid bottom-left bottom-right left left-mid mid mid-mid right right-mid'
      .split(' ')
      .map((name) => [name, '']),
  );
  const table = new Table({
    head: keys.map((key) => bold(labelOf(key))),
    colAligns: keys.map((key) => (rows.every((row) => isQuantity(row[key])) ? 'right' : 'left')),
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
    chars: { ...none, middle: '  ' },
  });
  table.push(...rows.map((row) => keys.map((key) => formatValue(row[key]))));
  return `${table.toString().replace(/ +$/gm, '')}\n`;
}

/** Formats the result of a command. */
export async function formatText(data: DataObject, look: TextLook): Promise<string> {
  const entries = Object.entries(data).filter(([, value]) => value !== undefined);
  const facts = entries.filter(([, value]) => !isObject(value) && !isTable(value));
  const parts = facts.length === 0 ? [] : [formatFacts(facts)];
  for (const [key, value] of entries) {
    if (!isObject(value) && !isTable(value)) continue;
    const label = labelOf(key);
    const title = look.hasStyles ? styleText('bold', label, { validateStream: false }) : label;
    const body = isTable(value) ? await formatTable(value, look) : await formatText(value, look);
    if (body !== '') parts.push(`${title}\n${body.replace(/^(?=.)/gm, '  ')}`);
  }
  return parts.join('\n');
}

/** Formats one of many results on one line, after the names of its columns if they are new. */
export function formatLine(data: DataObject, hasNewHead: boolean): string {
  const entries = Object.entries(data).filter(([, value]) => value !== undefined);
  const head = hasNewHead ? `${entries.map(([key]) => labelOf(key)).join('  ')}\n` : '';
  return `${head}${entries.map(([, value]) => formatValue(value)).join('  ')}\n`;
}
