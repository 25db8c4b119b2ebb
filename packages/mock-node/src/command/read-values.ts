// Readers of flag values. Each throws a UsageError that names the flag.
import { UsageError } from './usage-error.ts';

/** A date, meaning midnight UTC, or a date and time with its zone. */
const isoTime = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/;

export function readTime(flag: string, text: string): number {
  const time = /^\d+$/.test(text) ? Number(text) : isoTime.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isSafeInteger(time) && time >= 0) return time;
  throw new UsageError(
    `${flag} must be a time such as 2026-01-01T00:00:00Z, or milliseconds since 1970, but is ${text}`,
  );
}

export function readChoice<T extends string>(flag: string, value: string, choices: readonly T[]): T {
  const choice = choices.find((name) => name === value);
  if (choice === undefined) throw new UsageError(`${flag} must be one of ${choices.join(', ')}, but is ${value}`);
  return choice;
}

export function readNumber(
  flag: string,
  text: string,
  { min, max = Number.MAX_VALUE }: { readonly min: number; readonly max?: number },
): number {
  const value = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || value < min || value > max) {
    const range = max === Number.MAX_VALUE ? `of ${min} or more` : `from ${min} to ${max}`;
    throw new UsageError(`${flag} must be a number ${range}, but is ${text}`);
  }
  return value;
}

export function readInteger(
  flag: string,
  text: string,
  { min, max = Number.MAX_SAFE_INTEGER }: { readonly min: number; readonly max?: number },
): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= min && value <= max) return value;
  const range = max === Number.MAX_SAFE_INTEGER ? `of ${min} or more` : `from ${min} to ${max}`;
  throw new UsageError(`${flag} must be an integer ${range}, but is ${text}`);
}
