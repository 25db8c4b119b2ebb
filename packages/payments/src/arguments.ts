import { type AbortSignalLike } from '@coin/rpc';
import { closestName } from './closest-name.ts';
import { isPaymentsError, ONE_OF, PaymentsError } from './errors.ts';

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
  { cause, ...range }: { cause?: unknown; min?: bigint | number; max?: bigint | number } = {},
) =>
  new PaymentsError(
    'ARGUMENT_INVALID',
    { argument, value: describeValue(value), expected, ...range },
    cause === undefined ? {} : { cause },
  );

/** Whether a value is an array; a revoked proxy is none. */
export function isArray(value: unknown): value is readonly unknown[] {
  try {
    return Array.isArray(value);
  } catch {
    return false;
  }
}

/** The error for a value of the caller that threw when it was read. */
export const unreadableArgument = (argument: string, value: unknown, cause: unknown): unknown =>
  isPaymentsError(cause)
    ? cause
    : argumentInvalid(argument, value, 'readable, but reading it threw an error', { cause });

/** Copies these properties of an object of arguments or options. Reads each once, so later changes have no effect. */
export function objectArgument<T extends object, Name extends keyof T>(
  argument: string,
  value: T,
  names: readonly Name[],
): Pick<T, Name> {
  if (typeof value !== 'object' || (value as unknown) === null || isArray(value))
    throw argumentInvalid(argument, value, 'an object');
  try {
    return Object.fromEntries(names.map((name) => [name, value[name]])) as Pick<T, Name>;
  } catch (cause) {
    throw unreadableArgument(argument, value, cause);
  }
}

/** As {@link objectArgument}, for an object that may have no other properties than these. */
export function strictArgument<T extends object, Name extends keyof T & string>(
  argument: string,
  value: T,
  names: readonly Name[],
): Pick<T, Name> {
  const given = objectArgument(argument, value, names);
  const known: readonly string[] = names;
  const unknown = ownNames(argument, value).find((name) => !known.includes(name));
  if (unknown === undefined) return given;
  const closest = closestName(unknown, known);
  const expected = [closest, ...known.filter((name) => name !== closest)].filter((name) => name !== undefined);
  throw argumentInvalid(unknown, '(hidden)', `${ONE_OF}${expected.join(', ')}`);
}

function ownNames(argument: string, value: object): string[] {
  try {
    return Object.keys(value);
  } catch (cause) {
    throw unreadableArgument(argument, value, cause);
  }
}

/** Checks that an object of the caller, such as a client or a signer, has this method. Does not copy it. */
export function serviceArgument<T extends object>(argument: string, value: T, method: keyof T, expected: string): T {
  if (typeof objectArgument(argument, value, [method])[method] !== 'function')
    throw argumentInvalid(argument, value, expected);
  return value;
}

/** A text that may be absent or empty. */
export function optionalTextArgument(argument: string, value: unknown): string | undefined {
  if (value !== undefined && typeof value !== 'string') throw argumentInvalid(argument, value, 'a string');
  return value;
}

/** A list, copied. */
export function listArgument<T>(argument: string, value: readonly T[]): T[] {
  if (!isArray(value)) throw argumentInvalid(argument, value, 'a list');
  try {
    return Array.from(value);
  } catch (cause) {
    throw unreadableArgument(argument, value, cause);
  }
}

/** One of a few words. */
export function wordArgument<T extends string>(argument: string, value: T, words: readonly T[]): T {
  if (!words.includes(value)) throw argumentInvalid(argument, value, words.join(' or '));
  return value;
}

/** A bigint from `min` to the maximum of int64. */
export const int64Argument = (argument: string, value: unknown, { min = 0n }: { min?: bigint } = {}): bigint =>
  bigintArgument(argument, value, { min, max: 2n ** 63n - 1n });

/** A bigint from `min` to `max`. */
export function bigintArgument(argument: string, value: unknown, { min, max }: { min: bigint; max: bigint }): bigint {
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

/** The longest time that timers take. A longer timer ends immediately. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** A time or a pause in whole milliseconds. */
export const timeArgument = (argument: string, value: unknown): number =>
  integerArgument(argument, value, { min: 1, max: MAX_TIMER_MS });

/** Hex of whole bytes, in lower case, without `0x`. */
export function hexArgument(argument: string, value: unknown): string {
  const hex = typeof value === 'string' ? value.replace(/^0x/, '').toLowerCase() : '-';
  if (!/^(?:[\da-f]{2})*$/.test(hex)) throw argumentInvalid(argument, value, 'whole bytes in hex');
  return hex;
}

/** Returns a signal that aborts with an `AbortSignal` or an object like it. `release` disconnects the two. */
export function platformSignal(argument: string, value: AbortSignalLike): { signal: AbortSignal; release: () => void } {
  for (const method of ['addEventListener', 'removeEventListener'] as const)
    serviceArgument(argument, value, method, 'an AbortSignal');
  const controller = new AbortController();
  const abort = () => controller.abort(value.reason);
  if (value.aborted) abort();
  else value.addEventListener('abort', abort);
  return { signal: controller.signal, release: () => value.removeEventListener('abort', abort) };
}
