// Readers of the controls' arguments. Each throws MockNodeError `ARGUMENT_INVALID`, naming the argument.
import { createArgumentChecks, type QuantityRange } from '@coin/errors';
import { argumentInvalid, MockNodeError } from '../../errors.ts';
import { fromBase58 } from '../../protocol/address.ts';
import { MAX_INT64 } from '../../protocol/java/long.ts';
import { type Address, type Hex } from '../../protocol/primitives.ts';

/** Accepts base58check, or 41-hex in any case. */
export function readAddress(argument: string, text: string): Address {
  const address = addressOf(text);
  if (address !== undefined) return address;
  throw argumentInvalid(argument, text, 'an address in base58check, or 42 hexadecimal digits beginning with 41');
}

function addressOf(text: unknown): Address | undefined {
  if (typeof text !== 'string') return undefined;
  return /^41[0-9a-fA-F]{40}$/.test(text) ? text.toLowerCase() : fromBase58(text);
}

/** Returns the hexadecimal digits of a text in lower case, without the optional 0x. */
function digitsOf(text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined;
  return (text.startsWith('0x') ? text.slice(2) : text).toLowerCase();
}

/** Accepts bytes in hexadecimal, with or without 0x. */
export function readHex(argument: string, text: string): Hex {
  const digits = digitsOf(text);
  if (digits === undefined || !/^[0-9a-f]*$/.test(digits) || digits.length % 2 !== 0)
    throw argumentInvalid(argument, text, 'bytes in hexadecimal digits');
  return digits;
}

/** Reads a word of 32 bytes in hexadecimal, and pads a shorter one with zeros on the left. */
export function readWord(argument: string, text: string): Hex {
  const digits = digitsOf(text);
  if (digits === undefined || !/^[0-9a-f]{1,64}$/.test(digits))
    throw argumentInvalid(argument, text, 'a word of at most 32 bytes in hexadecimal digits');
  return digits.padStart(64, '0');
}

const checks = /* @__PURE__ */ createArgumentChecks(
  (context, options) => new MockNodeError('ARGUMENT_INVALID', context, options),
);

/** Reads an amount from `min` to `max`, which defaults to the largest int64. */
export function readAmount(argument: string, value: bigint, range: QuantityRange<bigint>): bigint {
  return checks.bigintArgument(argument, value, { max: MAX_INT64, ...range });
}

/** An energy factor in ten-thousandths. */
export function readEnergyFactor(argument: string, factor: bigint): bigint {
  return readAmount(argument, factor, { min: 0n, max: 100_000n });
}

/** Reads a percentage of 0 to 100 in the chain's form. */
export function readPercent(argument: string, percent: number): bigint {
  return BigInt(readInteger(argument, percent, { min: 0, max: 100 }));
}

/** Reads a safe integer from `min` to `max`. */
export function readInteger(argument: string, value: number, range: QuantityRange<number>): number {
  return checks.integerArgument(argument, value, range);
}
