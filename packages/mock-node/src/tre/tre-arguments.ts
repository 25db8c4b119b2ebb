// Readers of the parameters of `/tre`, with TRE's messages. Each reads a JSON value as text, as TRE's reader does.
import { isJsonArray, writeJson, type JsonValue } from '../json/json-value.ts';
import { invalidParams } from '../jsonrpc/envelope/failures.ts';
import { fromBase58 } from '../protocol/address.ts';
import { MAX_INT64, MIN_INT64 } from '../protocol/java/long.ts';
import { type Address, type Hex } from '../protocol/primitives.ts';

const invalid = (problem: string): never => {
  throw invalidParams(problem);
};

function textOf(value: JsonValue): string | undefined {
  if (value === null) return undefined;
  if (value instanceof Map || isJsonArray(value)) return invalid('method parameters invalid');
  return typeof value === 'string' ? value : writeJson(value);
}

/**
 * Reads an integer: a number, or a text in decimal or, after 0x, in hexadecimal. Null is −1, which no method accepts.
 */
export function decodeLong(value: JsonValue): bigint {
  const text = textOf(value);
  if (text === undefined) return -1n;
  if (!/^(-?\d{1,100}|0[xX][0-9a-fA-F]{1,100})$/.test(text)) return invalid('integer decode error');
  const integer = BigInt(text);
  return integer > MAX_INT64 || integer < MIN_INT64 ? invalid('integer decode error') : integer;
}

/** Reads a 32-bit integer. */
export function decodeInt(value: JsonValue): number {
  const integer = decodeLong(value);
  return integer === BigInt.asIntN(32, integer) ? Number(integer) : invalid('integer decode error');
}

/** Accepts base58check, or hexadecimal with or without 0x and with or without the leading 41. */
export function decodeAddress(value: JsonValue): Address {
  const text = textOf(value) ?? '';
  const [, digits] = /^(?:0[xX])?(?:41)?([0-9a-fA-F]{40})$/.exec(text) ?? [];
  if (digits !== undefined) return `41${digits.toLowerCase()}`;
  if (!/^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(text)) return invalid('invalid address');
  return fromBase58(text) ?? invalid('base58 address decode error');
}

/** Reads bytes in hexadecimal after 0x. An odd number of digits gets a leading zero. */
export function decodeHex(value: JsonValue): Hex {
  const text = textOf(value) ?? '';
  if (!/^0[xX]/.test(text)) return invalid('hex must begin with 0x');
  const digits = text.slice(2).toLowerCase();
  if (!/^[0-9a-f]*$/.test(digits)) return invalid('hex decode error');
  return digits.length % 2 === 0 ? digits : `0${digits}`;
}

/** Reads a word of 32 bytes, padded with zeros on the left. */
export function decodeWord(value: JsonValue): Hex {
  const digits = decodeHex(value);
  return digits.length > 64 ? invalid('data word should not longer than 32 bytes') : digits.padStart(64, '0');
}

/** Reads a transaction id, with or without 0x, which TronBox's documentation omits. */
export function decodeHash(value: JsonValue): Hex {
  const text = textOf(value) ?? '';
  const digits = decodeHex(/^[0-9a-fA-F]{64}$/.test(text) ? `0x${text}` : text);
  return digits.length === 64 ? digits : invalid('hash must be 32 bytes');
}
