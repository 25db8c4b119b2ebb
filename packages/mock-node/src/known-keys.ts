import { argumentInvalid, HIDDEN, KNOWN_NAMES } from './errors.ts';

/** The keys of a type, each exactly once. A missing or unknown key does not compile. */
export type KnownKeys<T> = { readonly [Key in keyof T]-?: true };

/** The first own key of an object that is not known, and the `expected` text for it. */
export function unknownKey(
  value: object,
  known: object,
): { readonly key: string; readonly expected: string } | undefined {
  const key = Object.keys(value).find((name) => !Object.hasOwn(known, name));
  return key === undefined ? undefined : { key, expected: `${KNOWN_NAMES}${Object.keys(known).join(', ')}` };
}

/**
 * Rejects anything but an object with known keys. `prefix` is the path to its keys, empty for a function's options. The
 * message does not show the value of an unknown key, because it may be a private key.
 *
 * @throws MockNodeError `ARGUMENT_INVALID`
 */
export function checkKeys(argument: string, value: unknown, known: object, prefix = `${argument}.`): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw argumentInvalid(argument, value, 'an object');
  const unknown = unknownKey(value, known);
  if (unknown !== undefined) throw argumentInvalid(`${prefix}${unknown.key}`, HIDDEN, unknown.expected);
}
