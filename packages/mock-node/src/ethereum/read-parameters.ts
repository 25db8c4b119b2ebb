// Readers of the parameters of the control methods. Each throws MethodError.
import { isJsonArray, type JsonValue } from '../json/json-value.ts';
import { invalidParams } from '../jsonrpc/envelope/failures.ts';
import { readAddress } from '../jsonrpc/values/quantities.ts';
import { type Address, type Hex } from '../protocol/primitives.ts';

/** The longest number read, as text: a word of 32 bytes has 78 decimal digits. */
const quantitySyntax = /^(\d{1,78}|0x[0-9a-fA-F]{1,64})$/;

/** Reads an integer of 0 or more: a number, or a text in decimal or, after 0x, in hexadecimal. */
export function readQuantity(name: string, value: JsonValue): bigint {
  const read = typeof value === 'string' && quantitySyntax.test(value) ? BigInt(value) : value;
  if (typeof read !== 'bigint' || read < 0n) throw invalidParams(`${name} must be an integer of 0 or more`);
  return read;
}

/** Reads a quantity up to a limit that a number holds exactly. */
export function readCount(name: string, value: JsonValue, max = Number.MAX_SAFE_INTEGER): number {
  const count = readQuantity(name, value);
  if (count > BigInt(max)) throw invalidParams(`${name} must be at most ${max}`);
  return Number(count);
}

/** Reads an address of 20 bytes after 0x, or of 21 with the leading 41. */
export function readAccount(name: string, value: JsonValue): Address {
  try {
    return readAddress(readText(name, value));
  } catch {
    throw invalidParams(`${name} must be an address: 20 bytes in hexadecimal after 0x`);
  }
}

/** Reads bytes in hexadecimal after 0x. */
export function readBytes(name: string, value: JsonValue): Hex {
  const text = readText(name, value);
  if (!/^0x([0-9a-fA-F]{2})*$/.test(text)) throw invalidParams(`${name} must be bytes in hexadecimal after 0x`);
  return text.slice(2).toLowerCase();
}

export function readText(name: string, value: JsonValue): string {
  if (typeof value !== 'string') throw invalidParams(`${name} must be text`);
  return value;
}

export function readFlag(name: string, value: JsonValue): boolean {
  if (typeof value !== 'boolean') throw invalidParams(`${name} must be true or false`);
  return value;
}

/** A member of an object; null if there is no object or no such member. */
export function memberOf(value: JsonValue, name: string): JsonValue {
  return value instanceof Map && !isJsonArray(value) ? (value.get(name) ?? null) : null;
}
