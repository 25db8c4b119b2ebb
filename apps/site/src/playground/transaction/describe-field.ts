import { createLocale, formatCoin } from '@coin/units';
import { bytesOf, type TransactionField } from './read-fields.ts';

const grouped = { locale: createLocale('en') };

/** A field's value for people: amounts as coins, times as dates, a memo as text. Empty for a message. */
export function describeField({ kind, name, value }: TransactionField): string {
  if (value === undefined) return '';
  if (typeof value === 'bigint') {
    if (kind === 'amount') return `${formatCoin(value, grouped)} coin`;
    if (kind === 'time') return describeTime(value);
    return value.toLocaleString('en-US');
  }
  if (name === 'data' && typeof value === 'string') {
    const text = readText(value);
    return text === undefined ? value : `“${text}”`;
  }
  return String(value);
}

/** A time in milliseconds since 1970; the number where there is no such date. */
function describeTime(time: bigint): string {
  const date = new Date(Number(time));
  return Number.isNaN(date.valueOf()) ? String(time) : date.toISOString().replace('T', ' ').replace('Z', ' UTC');
}

/** Bytes as text, if that is what they are. */
function readText(hex: string): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytesOf(hex));
    return /^[^\p{C}]+$/u.test(text) ? text : undefined;
  } catch {
    return undefined;
  }
}
