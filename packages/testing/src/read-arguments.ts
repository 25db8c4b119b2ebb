// Readers of arguments. Each throws TestingError `ARGUMENT_INVALID`, naming the argument.
import { oneOfNames } from '@coin/errors';
import { argumentInvalid, bigintArgument, objectArgument } from './errors.ts';

/** The keys of a type, each exactly once. A missing or unknown key does not compile. */
export type KnownKeys<T> = { readonly [Key in keyof T]-?: true };

/** Rejects anything but an object with known keys. `prefix` is the path to its keys. */
export function checkKeys(argument: string, value: object, known: object, prefix = `${argument}.`): void {
  const key = Object.keys(objectArgument(argument, value)).find((name) => !Object.hasOwn(known, name));
  if (key !== undefined) throw argumentInvalid(`${prefix}${key}`, '(hidden)', oneOfNames(Object.keys(known)));
}

export const MAX_INT64 = 2n ** 63n - 1n;

/** Reads an amount from `min` to the largest int64. */
export const readAmount = (
  argument: string,
  value: bigint,
  { min, unit }: { readonly min: bigint; readonly unit: string },
): bigint => bigintArgument(argument, value, { min, max: MAX_INT64, unit });
