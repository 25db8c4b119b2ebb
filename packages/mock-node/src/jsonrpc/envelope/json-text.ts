import { quoteJson, type Decimal, type JsonValue } from '../../json/json-value.ts';

/** JSON that is already written. */
export class WrittenJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** The contents of an answer. Keys keep their order. */
export type Json = string | number | boolean | null | WrittenJson | readonly Json[] | { readonly [key: string]: Json };

/** Writes a value compactly. */
export function writeAnswer(value: Json): string {
  if (value instanceof WrittenJson) return value.text;
  if (typeof value === 'string') return quoteJson(value);
  if (typeof value !== 'object' || value === null) return String(value);
  if (isList(value)) return `[${value.map(writeAnswer).join()}]`;
  return `{${Object.entries(value)
    .map(([key, member]) => `${quoteJson(key)}:${writeAnswer(member)}`)
    .join()}}`;
}

const isList = (value: object): value is readonly Json[] => Array.isArray(value);

/** Writes a double as Java does. */
export function javaDouble({ decimal }: Decimal): string {
  const value = Number(decimal);
  const size = Math.abs(value);
  if (!Number.isFinite(value)) return value > 0 ? 'Infinity' : '-Infinity';
  if (size === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  if (size >= 1e-3 && size < 1e7) return Number.isInteger(value) ? `${value}.0` : String(value);
  const [mantissa = '', exponent = ''] = value.toExponential().split('e');
  return `${mantissa}${mantissa.includes('.') ? '' : '.0'}E${Number(exponent)}`;
}

/** The node's text for a scalar; undefined for lists, objects and null. */
export function scalarText(value: JsonValue): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  return value !== null && 'decimal' in value ? javaDouble(value) : undefined;
}
