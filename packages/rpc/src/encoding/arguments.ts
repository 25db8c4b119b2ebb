import { RpcError } from '../errors.ts';
import { isHex } from './hex.ts';

/** The error of an argument that can't be used. */
export const refuse = (argument: string, value: unknown, expected: string) =>
  new RpcError('ARGUMENT_INVALID', { argument, value: `${value as bigint}`.slice(0, 80), expected });

/** A bigint from `least` to int64's end. The node would take a number, too, but a number may have lost digits before. */
export function int64Argument(argument: string, value: unknown, { least = 0n }: { least?: bigint } = {}): bigint {
  if (typeof value !== 'bigint' || value < least || value >= 2n ** 63n)
    throw refuse(argument, value, `a bigint from ${least} to ${2n ** 63n - 1n}`);
  return value;
}

/** A safe integer from `least` to `most`. */
export function numberArgument(
  argument: string,
  value: unknown,
  { least = 0, most = Number.MAX_SAFE_INTEGER } = {},
): number {
  if (!Number.isSafeInteger(value) || Number(value) < least || Number(value) > most)
    throw refuse(argument, value, `an integer from ${least} to ${most}`);
  return Number(value);
}

/** Whole bytes in hex, lower case, without `0x`. */
export function hexArgument(argument: string, value: unknown, { bytes }: { bytes?: number } = {}): string {
  const hex = typeof value === 'string' ? value.replace(/^0x/, '').toLowerCase() : '-';
  if (!isHex(hex) || (bytes !== undefined && hex.length !== bytes * 2))
    throw refuse(argument, value, bytes === undefined ? 'whole bytes in hex' : `${bytes} bytes in hex`);
  return hex;
}

export function textArgument(argument: string, value: unknown): string {
  if (typeof value !== 'string' || value === '') throw refuse(argument, value, 'text');
  return value;
}
