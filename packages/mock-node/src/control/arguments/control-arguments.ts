// Readers of the controls' arguments. Each throws MockNodeError `ARGUMENT_INVALID`, naming the argument.
import { invalidArgument, mustBe, unknownKey } from '../../errors.ts';
import { fromBase58 } from '../../protocol/address.ts';
import { MAX_INT64 } from '../../protocol/java/long.ts';
import { type Address, type Hex } from '../../protocol/primitives.ts';

/** Refuses members that are not known, below a path that ends in a dot if there is one. */
export function checkKeys(value: unknown, known: object, path = ''): void {
  const unknown = unknownKey(value, known);
  if (unknown !== undefined) invalidArgument(`${path}${unknown.key}`, unknown.problem);
}

/** Base58check, or 41-hex in any case. */
export function readAddress(argument: string, text: string): Address {
  if (/^41[0-9a-fA-F]{40}$/.test(text)) return text.toLowerCase();
  const address = fromBase58(text);
  if (address !== undefined) return address;
  return invalidArgument(
    argument,
    mustBe('an address in base58check, or 42 hexadecimal digits beginning with 41', text),
  );
}

/** Bytes in hexadecimal, with or without 0x. */
export function readHex(argument: string, text: string): Hex {
  const digits = text.startsWith('0x') ? text.slice(2) : text;
  if (!/^[0-9a-fA-F]*$/.test(digits) || digits.length % 2 !== 0)
    invalidArgument(argument, 'must be bytes in hexadecimal digits');
  return digits.toLowerCase();
}

/** A word of 32 bytes in hexadecimal; a shorter one is filled with zeros on the left. */
export function readWord(argument: string, text: string): Hex {
  const digits = text.startsWith('0x') ? text.slice(2) : text;
  if (!/^[0-9a-fA-F]{1,64}$/.test(digits))
    invalidArgument(argument, mustBe('a word of at most 32 bytes in hexadecimal digits', text));
  return digits.toLowerCase().padStart(64, '0');
}

/** An amount from `min` to `max`, which defaults to the largest int64. */
export function readAmount(
  argument: string,
  value: bigint,
  { min, max = MAX_INT64 }: { readonly min: bigint; readonly max?: bigint },
): bigint {
  if (typeof value !== 'bigint' || value < min || value > max)
    invalidArgument(argument, mustBe(`a bigint from ${min} to ${max}`, value));
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
  const range = max === undefined ? `of ${min} or more` : `from ${min} to ${max}`;
  if (!Number.isSafeInteger(value) || value < min || (max !== undefined && value > max))
    invalidArgument(argument, mustBe(`an integer ${range}`, value));
  return value;
}
