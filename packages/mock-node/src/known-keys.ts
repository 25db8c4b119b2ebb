import { oneOfNames } from '@coin/errors';
import { argumentInvalid, HIDDEN } from './errors.ts';

/** The keys of a type, each exactly once. A missing or unknown key does not compile. */
export type KnownKeys<T> = { readonly [Key in keyof T]-?: true };

/**
 * Rejects anything but an object with known keys. `prefix` is the path to its keys, empty for a function's options. The
 * message does not show the value of an unknown key, because it may be a private key.
 *
 * @throws MockNodeError `ARGUMENT_INVALID`
 */
export function checkKeys(argument: string, value: unknown, known: object, prefix = `${argument}.`): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw argumentInvalid(argument, value, 'an object');
  const unknown = Object.keys(value).find((key) => !Object.hasOwn(known, key));
  if (unknown !== undefined) throw argumentInvalid(`${prefix}${unknown}`, HIDDEN, oneOfNames(Object.keys(known)));
}
