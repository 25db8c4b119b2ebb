import { RpcError } from '../errors.ts';
import { isHex } from './hex.ts';

/** The error of an argument that cannot be used. */
export const invalidArgument = (argument: string, value: unknown, expected: string) =>
  new RpcError('ARGUMENT_INVALID', { argument, value: String(value).slice(0, 80), expected });

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
