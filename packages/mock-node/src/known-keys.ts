import { argumentInvalid, HIDDEN, KNOWN_NAMES } from './errors.ts';

/** The keys of a type, each exactly once; a key that is missing here or there does not compile. */
export type KnownKeys<T> = { readonly [Key in keyof T]-?: true };

/** The first own key of an object that is not known, and what `expected` says of it. */
export function unknownKey(
  value: object,
  known: object,
): { readonly key: string; readonly expected: string } | undefined {
  const key = Object.keys(value).find((name) => !Object.hasOwn(known, name));
  return key === undefined ? undefined : { key, expected: `${KNOWN_NAMES}${Object.keys(known).join(', ')}` };
}

/**
 * Rejects anything but an object with known keys. `prefix` is the path to its keys, which is empty for the options of a
 * function. The value of an unknown key is not shown, because it may be a private key.
 *
 * @throws MockNodeError `ARGUMENT_INVALID`
 */
export function checkKeys(argument: string, value: unknown, known: object, prefix = `${argument}.`): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw argumentInvalid(argument, value, 'an object');
  const unknown = unknownKey(value, known);
  if (unknown !== undefined) throw argumentInvalid(`${prefix}${unknown.key}`, HIDDEN, unknown.expected);
}
