// Readers of arguments. Each throws TestingError `ARGUMENT_INVALID`, naming the argument.
import { closestName } from './closest-name.ts';
import { invalidArgument, mustBe } from './errors.ts';

/** Refuses members that are not known, with the closest name. */
export function checkKeys(value: unknown, known: object): void {
  const key = Object.keys(Object(value)).find((name) => !Object.hasOwn(known, name));
  if (key === undefined) return;
  const names = Object.keys(known);
  const closest = closestName(key, names);
  const hint = closest === undefined ? '' : `; did you mean ${closest}?`;
  invalidArgument(key, `is unknown; known are ${names.join(', ')}${hint}`);
}

export const MAX_INT64 = 2n ** 63n - 1n;

/** An amount from `min` to the largest int64. */
export function readAmount(argument: string, value: bigint, { min }: { readonly min: bigint }): bigint {
  if (typeof value !== 'bigint' || value < min || value > MAX_INT64)
    invalidArgument(argument, mustBe(`a bigint from ${min} to ${MAX_INT64}`, value));
  return value;
}
