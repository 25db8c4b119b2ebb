import { count } from './format.ts';

/** A whole number that was typed, or what is wrong with it. */
export type ReadWhole = { readonly value: number } | { readonly problem: string };

/** Reads a whole number within bounds; groups of digits may be apart as in `1,000` or `1 000`. */
export function readWhole(text: string, { min, max }: { min: number; max: number }): ReadWhole {
  const digits = text.trim().replaceAll(/[, ](?=\d{3}(?!\d))/g, '');
  const value = Number(digits);
  if (/^\d+$/.test(digits) && value >= min && value <= max) return { value };
  const given = text.trim() === '' ? 'An empty field' : `“${text.trim()}”`;
  return { problem: `${given} is not a whole number from ${count(min)} to ${count(max)}.` };
}
