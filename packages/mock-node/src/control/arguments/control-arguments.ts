// Readers of the controls' arguments. Each throws MockNodeError `ARGUMENT_INVALID`, naming the argument.
import { argumentInvalid } from '../../errors.ts';
import { fromBase58 } from '../../protocol/address.ts';
import { MAX_INT64 } from '../../protocol/java/long.ts';
import { type Address, type Hex } from '../../protocol/primitives.ts';

/** Base58check, or 41-hex in any case. */
export function readAddress(argument: string, text: string): Address {
  const address = addressOf(text);
  if (address !== undefined) return address;
  throw argumentInvalid(argument, text, 'an address in base58check, or 42 hexadecimal digits beginning with 41');
}

function addressOf(text: unknown): Address | undefined {
  if (typeof text !== 'string') return undefined;
  return /^41[0-9a-fA-F]{40}$/.test(text) ? text.toLowerCase() : fromBase58(text);
}

/** The digits of a text in hexadecimal, with or without 0x, in lower case. */
function digitsOf(text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined;
  return (text.startsWith('0x') ? text.slice(2) : text).toLowerCase();
}

/** Bytes in hexadecimal, with or without 0x. */
export function readHex(argument: string, text: string): Hex {
  const digits = digitsOf(text);
  if (digits === undefined || !/^[0-9a-f]*$/.test(digits) || digits.length % 2 !== 0)
    throw argumentInvalid(argument, text, 'bytes in hexadecimal digits');
  return digits;
}

/** A word of 32 bytes in hexadecimal; a shorter one is filled with zeros on the left. */
export function readWord(argument: string, text: string): Hex {
  const digits = digitsOf(text);
  if (digits === undefined || !/^[0-9a-f]{1,64}$/.test(digits))
    throw argumentInvalid(argument, text, 'a word of at most 32 bytes in hexadecimal digits');
  return digits.padStart(64, '0');
}

/** An amount from `min` to `max`, which defaults to the largest int64. */
export function readAmount(
  argument: string,
  value: bigint,
  { min, max = MAX_INT64 }: { readonly min: bigint; readonly max?: bigint },
): bigint {
  if (typeof value !== 'bigint' || value < min || value > max)
    throw argumentInvalid(argument, value, { type: 'a bigint', min, max });
  return value;
}

/** An energy factor in ten-thousandths. */
export function readEnergyFactor(argument: string, factor: bigint): bigint {
  return readAmount(argument, factor, { min: 0n, max: 100_000n });
}

/** A share of 0 to 100 percent, as the chain stores it. */
export function readPercent(argument: string, percent: number): bigint {
  return BigInt(readInteger(argument, percent, { min: 0, max: 100 }));
}

/** A safe integer of `min` or more, and of `max` at most. */
export function readInteger(
  argument: string,
  value: number,
  { min, max }: { readonly min: number; readonly max?: number },
): number {
  if (!Number.isSafeInteger(value) || value < min || (max !== undefined && value > max))
    throw argumentInvalid(argument, value, { type: 'an integer', min, ...(max !== undefined && { max }) });
  return value;
}
