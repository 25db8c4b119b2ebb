import { RpcError } from '../errors.ts';
import { isHex } from './hex.ts';

/** A value of any type as text: what is not a primitive by its type alone, because its own `toString` may throw. */
export function describeValue(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  if ((typeof value === 'object' && value !== null) || typeof value === 'function') return `of type ${typeof value}`;
  return String(value).slice(0, 80);
}

/** The error of an argument that cannot be used. */
export const invalidArgument = (argument: string, value: unknown, expected: string) =>
  new RpcError('ARGUMENT_INVALID', { argument, value: describeValue(value), expected });

/** An object that holds arguments, options or a part of them. */
export function objectArgument<T extends object>(argument: string, value: T): T {
  if (typeof value !== 'object' || (value as unknown) === null || Array.isArray(value))
    throw invalidArgument(argument, value, 'an object');
  return value;
}

/** A list whose items are objects. */
export function listArgument<T extends object>(argument: string, value: readonly T[]): readonly T[] {
  if (!Array.isArray(value)) throw invalidArgument(argument, value, 'an array');
  // Unlike forEach, this visits the holes of a sparse list.
  for (const item of value as readonly T[]) objectArgument(`an item of ${argument}`, item);
  return value;
}

/** A text that may be absent or empty. */
export function optionalTextArgument(argument: string, value: unknown): string | undefined {
  if (value !== undefined && typeof value !== 'string') throw invalidArgument(argument, value, 'a string');
  return value;
}

/** One of a few words. */
export function wordArgument<T extends string>(argument: string, value: T, words: readonly T[]): T {
  if (!words.includes(value)) throw invalidArgument(argument, value, words.join(' or '));
  return value;
}

/** Whether a value is a Uint8Array, of this realm or another. */
export const isBytes = (value: unknown): value is Uint8Array =>
  Object.prototype.toString.call(value) === '[object Uint8Array]';

/**
 * A bigint from `min` to the maximum of int64. The node would accept a number too, but a number may have lost digits
 * already.
 */
export function int64Argument(argument: string, value: unknown, { min = 0n }: { min?: bigint } = {}): bigint {
  if (typeof value !== 'bigint' || value < min || value >= 2n ** 63n)
    throw invalidArgument(argument, value, `a bigint from ${min} to ${2n ** 63n - 1n}`);
  return value;
}

/** A safe integer from `min` to `max`. */
export function integerArgument(
  argument: string,
  value: unknown,
  { min = 0, max = Number.MAX_SAFE_INTEGER } = {},
): number {
  if (!Number.isSafeInteger(value) || Number(value) < min || Number(value) > max)
    throw invalidArgument(argument, value, `an integer from ${min} to ${max}`);
  return Number(value);
}

/** Hex of whole bytes, in lower case, without `0x`. */
export function hexArgument(argument: string, value: unknown, { bytes }: { bytes?: number } = {}): string {
  const hex = typeof value === 'string' ? value.replace(/^0x/, '').toLowerCase() : '-';
  if (!isHex(hex) || (bytes !== undefined && hex.length !== bytes * 2))
    throw invalidArgument(argument, value, bytes === undefined ? 'whole bytes in hex' : `${bytes} bytes in hex`);
  return hex;
}

/** A non-empty string. */
export function stringArgument(argument: string, value: unknown): string {
  if (typeof value !== 'string' || value === '') throw invalidArgument(argument, value, 'a non-empty string');
  return value;
}
