import { isRpcError, ONE_OF, RpcError } from '../errors.ts';
import { closestName } from './closest-name.ts';
import { isHex } from './hex.ts';

/** Any value as text. Objects and functions appear only as their type, because their own `toString` may throw. */
export function describeValue(value: unknown): string {
  if (isArray(value)) return 'an array';
  if ((typeof value === 'object' && value !== null) || typeof value === 'function') return `of type ${typeof value}`;
  return String(value).slice(0, 80);
}

/** The error of an argument that cannot be used. */
export const argumentInvalid = (
  argument: string,
  value: unknown,
  expected: string,
  range: { readonly min?: bigint | number; readonly max?: bigint | number } = {},
) => new RpcError('ARGUMENT_INVALID', { argument, value: describeValue(value), expected, ...range });

/** Whether a value is an array; a revoked proxy is none. */
export function isArray(value: unknown): value is unknown[] {
  try {
    return Array.isArray(value);
  } catch {
    return false;
  }
}

/**
 * Reads a value that the caller passed. If a getter or a proxy throws, its error becomes the cause of the argument's.
 */
export function readArgument<T>(argument: string, value: unknown, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (isRpcError(cause)) throw cause;
    const context = { argument, value: describeValue(value), expected: 'readable, but reading it threw an error' };
    throw new RpcError('ARGUMENT_INVALID', context, { cause });
  }
}

/**
 * Awaits a value or a promise that the caller passed. If it rejects, the reason becomes the cause of the argument's
 * error.
 */
export async function awaitArgument<T>(argument: string, value: T | Promise<T>): Promise<T> {
  try {
    return await value;
  } catch (cause) {
    return readArgument(argument, 'a promise', () => {
      throw cause;
    });
  }
}

/** Prototypes whose getters are read; an object of a class has one or two. */
const MAX_PROTOTYPES = 8;

/** Copies the properties of an object and its class, reading each once. */
function copyFields<T extends object>(value: T): T {
  if (Object.getPrototypeOf(value) === Object.prototype) return { ...value };
  const fields = new Map<string, unknown>();
  let level: object | null = value;
  for (let depth = 0; level !== null && depth < MAX_PROTOTYPES; depth++) {
    const next = Object.getPrototypeOf(level) as object | null;
    // Properties that every object inherits are not fields.
    if (next === null && depth > 0) break;
    for (const name of Object.getOwnPropertyNames(level))
      // Every class has a constructor; an object that has one itself means a field.
      if ((name !== 'constructor' || depth === 0) && !fields.has(name))
        fields.set(name, (value as Record<string, unknown>)[name]);
    level = next;
  }
  return Object.fromEntries(fields) as T;
}

/** Copies an object of arguments or options. Reads each property once, so later changes have no effect. */
export function objectArgument<T extends object>(argument: string, value: T): T {
  if (typeof value !== 'object' || (value as unknown) === null || isArray(value))
    throw argumentInvalid(argument, value, 'an object');
  return readArgument(argument, value, () => copyFields(value));
}

/** The names of an object's properties, of every member of a union. */
type NameOf<T> = T extends unknown ? keyof T & string : never;

/** A list of all names of an object's properties: one that lacks a name does not compile. */
export type AllNames<T, Names extends readonly string[]> = Names &
  ([Exclude<NameOf<T>, Names[number]>] extends [never]
    ? unknown
    : { readonly missing: Exclude<NameOf<T>, Names[number]> });

/** Rejects properties of other names, with the closest of these. */
export function rejectUnknown(argument: string, value: object, known: readonly string[]): void {
  const unknown = readArgument(argument, value, () => Object.keys(value)).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const closest = closestName(unknown, known);
  const expected = [closest, ...known.filter((name) => name !== closest)].join(', ');
  // Its value may be a secret.
  throw new RpcError('ARGUMENT_INVALID', { argument: unknown, value: '(hidden)', expected: `${ONE_OF}${expected}` });
}

/** Like {@link objectArgument}, for an object that may have only these properties: all properties of its type. */
export function strictArgument<T extends object, const Names extends readonly NameOf<T>[]>(
  argument: string,
  value: T,
  names: AllNames<T, Names>,
): T {
  const copy = objectArgument(argument, value);
  rejectUnknown(argument, value, names);
  return copy;
}

/** A copy of a list of anything. */
export function arrayArgument<T>(argument: string, value: readonly T[]): readonly T[] {
  if (!isArray(value)) throw argumentInvalid(argument, value, 'an array');
  return readArgument(argument, value, () => [...(value as readonly T[])]);
}

/** A copy of a list whose items are objects. */
export function listArgument<T extends object>(argument: string, value: readonly T[]): readonly T[] {
  return arrayArgument(argument, value).map((item) => objectArgument(`an item of ${argument}`, item));
}

/** An object that works for the caller, such as a client or a signer: it is kept as it is, and has this method. */
export function serviceArgument<T extends object>(
  argument: string,
  value: T,
  { method, expected }: { readonly method: string; readonly expected: string },
): T {
  const isObject = typeof value === 'object' && (value as unknown) !== null && !isArray(value);
  if (!isObject) throw argumentInvalid(argument, value, 'an object');
  const found = readArgument(argument, value, () => (value as Record<string, unknown>)[method]);
  if (typeof found !== 'function') throw argumentInvalid(argument, value, expected);
  return value;
}

export const clientArgument = <T extends object>(client: T): T =>
  serviceArgument('client', client, { method: 'request', expected: 'a client that createNodeClient made' });

/** A text that may be absent or empty. */
export function optionalTextArgument(argument: string, value: unknown): string | undefined {
  if (value !== undefined && typeof value !== 'string') throw argumentInvalid(argument, value, 'a string');
  return value;
}

/** One of a few words. */
export function wordArgument<T extends string>(argument: string, value: T, words: readonly T[]): T {
  if (!words.includes(value)) throw argumentInvalid(argument, value, words.join(' or '));
  return value;
}

/** Whether a value is a Uint8Array, of this realm or another. */
export const isBytes = (value: unknown): value is Uint8Array => hasTag(value, 'Uint8Array');

/** Whether a value is an object of a built-in class, of this realm or another. */
export function hasTag(value: unknown, tag: string): boolean {
  try {
    return Object.prototype.toString.call(value) === `[object ${tag}]`;
  } catch {
    return false;
  }
}

/**
 * A bigint from `min` to the maximum of int64. The node would accept a number too, but a number may have lost digits
 * already.
 */
export function int64Argument(argument: string, value: unknown, { min = 0n }: { min?: bigint } = {}): bigint {
  const max = 2n ** 63n - 1n;
  if (typeof value !== 'bigint' || value < min || value > max)
    throw argumentInvalid(argument, value, `a bigint from ${min} to ${max}`, { min, max });
  return value;
}

/** A safe integer from `min` to `max`. */
export function integerArgument(
  argument: string,
  value: unknown,
  { min = 0, max = Number.MAX_SAFE_INTEGER } = {},
): number {
  if (!Number.isSafeInteger(value) || Number(value) < min || Number(value) > max)
    throw argumentInvalid(argument, value, `an integer from ${min} to ${max}`, { min, max });
  return Number(value);
}

/** Hex of whole bytes, in lower case, without `0x`. */
export function hexArgument(argument: string, value: unknown, { bytes }: { bytes?: number } = {}): string {
  const hex = typeof value === 'string' ? value.replace(/^0x/, '').toLowerCase() : '-';
  if (!isHex(hex) || (bytes !== undefined && hex.length !== bytes * 2))
    throw argumentInvalid(argument, value, bytes === undefined ? 'whole bytes in hex' : `${bytes} bytes in hex`);
  return hex;
}

/** A non-empty string. */
export function stringArgument(argument: string, value: unknown): string {
  if (typeof value !== 'string' || value === '') throw argumentInvalid(argument, value, 'a non-empty string');
  return value;
}
