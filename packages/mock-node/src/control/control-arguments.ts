import { MockNodeError } from '../errors.ts';
import { fromBase58 } from '../protocol/address.ts';
import type { Address, Hex } from '../protocol/primitives.ts';
import { MAX_INT64 } from '../protocol/java/long.ts';

/** Reads the arguments of a node's methods. Each throws MockNodeError `INVALID_ARGUMENT`, naming the argument. */
function refuse(argument: string, problem: string): never {
  throw new MockNodeError('INVALID_ARGUMENT', { argument, problem });
}

/** Base58check, or 41-hex in any case. */
export function readAddress(argument: string, text: string): Address {
  if (/^41[0-9a-fA-F]{40}$/.test(text)) return text.toLowerCase();
  return (
    fromBase58(text) ??
    refuse(argument, `is ${text}, no address: base58check, or 42 hexadecimal digits beginning with 41`)
  );
}

/** Bytes in hexadecimal, with or without 0x. */
export function readHex(argument: string, text: string): Hex {
  const digits = text.startsWith('0x') ? text.slice(2) : text;
  if (!/^([0-9a-fA-F]{2})*$/.test(digits)) refuse(argument, 'is not bytes in hexadecimal digits');
  return digits.toLowerCase();
}

/** A word of 32 bytes in hexadecimal; a shorter one is filled with zeros on the left. */
export function readWord(argument: string, text: string): Hex {
  const digits = text.startsWith('0x') ? text.slice(2) : text;
  if (!/^[0-9a-fA-F]{1,64}$/.test(digits))
    refuse(argument, `is ${text}, not a word of at most 32 bytes in hexadecimal digits`);
  return digits.toLowerCase().padStart(64, '0');
}

/** An amount within bounds. */
export function readAmount(argument: string, value: bigint, least: bigint, most = MAX_INT64): bigint {
  if (typeof value !== 'bigint' || value < least || value > most) {
    refuse(argument, `is ${String(value)}, not a bigint from ${least} to ${most}`);
  }
  return value;
}

/** A count, 1 or more. */
export function readCount(argument: string, value: number): number {
  if (!Number.isSafeInteger(value) || value < 1) refuse(argument, `is ${value}, not an integer of 1 or more`);
  return value;
}
