// Readers of arguments. Each throws TestingError `ARGUMENT_INVALID`, naming the argument.
import { argumentInvalid, KNOWN_NAMES } from './errors.ts';

/** The keys of a type, each exactly once. A missing or unknown key does not compile. */
export type KnownKeys<T> = { readonly [Key in keyof T]-?: true };

/** Rejects anything but an object with known keys. `prefix` is the path to its keys. */
export function checkKeys(argument: string, value: unknown, known: object, prefix = `${argument}.`): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw argumentInvalid(argument, value, 'an object');
  const key = Object.keys(value).find((name) => !Object.hasOwn(known, name));
  if (key !== undefined)
    throw argumentInvalid(`${prefix}${key}`, '(hidden)', `${KNOWN_NAMES}${Object.keys(known).join(', ')}`);
}

export const MAX_INT64 = 2n ** 63n - 1n;

/** Reads an amount from `min` to the largest int64. */
export function readAmount(
  argument: string,
  value: bigint,
  { min, unit }: { readonly min: bigint; readonly unit: string },
): bigint {
  if (typeof value !== 'bigint' || value < min || value > MAX_INT64)
    throw argumentInvalid(argument, value, { type: 'a bigint', min, max: MAX_INT64, unit });
  return value;
}
