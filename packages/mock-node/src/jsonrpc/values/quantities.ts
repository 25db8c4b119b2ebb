import { hexBytes } from '../../message/request-arguments.ts';
import { isAddress } from '../../protocol/address.ts';
import { fitsLong } from '../../protocol/java/long.ts';
import { type Address, type Hex } from '../../protocol/primitives.ts';
import { invalidParams, messageOf } from '../envelope/failures.ts';

// How JSON-RPC writes and reads numbers, bytes and addresses. Source: docs/protocol/json-rpc.md, Quantities and bytes.

/** Writes a number without leading zeros, and a negative one as its 64 bits. */
export const quantity = (value: bigint | number): string => `0x${BigInt.asUintN(64, BigInt(value)).toString(16)}`;

/** Writes bytes; `0x` for none. */
export const data = (bytes: Hex): string => `0x${bytes}`;

/** Bytes for which the node has no value. */
export const zeros = (size: number): string => `0x${'00'.repeat(size)}`;

/** Writes an address without its prefix; null for none. */
export function addressData(address: Hex): string | null {
  if (address === '') return null;
  return `0x${address.startsWith('41') ? address.slice(2) : address}`;
}

/** Characters of an address with its prefix and `0x`. */
const MAX_ADDRESS_LENGTH = 44;

/** Reads an address in hexadecimal, with or without its prefix. @throws MethodError for other bytes. */
export function readAddress(text: string | null): Address {
  if (text === null || text.length > MAX_ADDRESS_LENGTH) throw invalidParams('invalid address');
  const bytes = refusing(() => hexBytes(text));
  const address = bytes.length === 40 ? `41${bytes}` : bytes;
  if (!isAddress(address)) throw invalidParams('invalid address');
  return address;
}

/** Runs an operation, and turns its failure into an error of the parameters. */
function refusing<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw invalidParams(messageOf(error));
  }
}

/** 32 bytes, with or without `0x`. */
const hashSyntax = /^(0x)?[a-fA-F0-9]{64}$/;

export const isHash = (text: string | null): boolean => text !== null && hashSyntax.test(text);

/** Reads 32 bytes. @throws MethodError */
export function readHash(text: string | null): Hex {
  if (text === null || !isHash(text)) throw invalidParams('invalid hash value');
  return text.slice(-64).toLowerCase();
}

/** Reads a number after `0x`, with an optional sign. Undefined for other texts. */
function parseHexadecimal(text: string): bigint | undefined {
  const [, sign, digits] = /^0x([+-]?)([0-9a-fA-F]+)$/.exec(text) ?? [];
  if (digits === undefined) return undefined;
  const value = BigInt(`0x${digits}`);
  return sign === '-' ? -value : value;
}

/** Maximum length of a block number. */
const MAX_NUMBER_LENGTH = 20;

/** Reads a block number, in decimal or after `0x`. @throws MethodError */
export function readBlockNumber(text: string | null): bigint {
  const value = text === null || text.length > MAX_NUMBER_LENGTH ? undefined : parseNumber(text);
  if (value === undefined || value < 0n || !fitsLong(value)) throw invalidParams('invalid block number');
  return value;
}

function parseNumber(text: string): bigint | undefined {
  if (text.startsWith('0x')) return parseHexadecimal(text);
  return /^[+-]?[0-9]+$/.test(text) ? BigInt(text) : undefined;
}

/** Reading a number takes quadratic time. */
const MAX_DIGITS = 65_535;

/** Reads a number of 64 or 32 bits after `0x`. Undefined for other texts. */
export function readQuantity(text: string | null, bits: 32 | 64): bigint | undefined {
  const value = text === null || text.length > MAX_DIGITS ? undefined : parseHexadecimal(text);
  return value !== undefined && BigInt.asIntN(bits, value) === value ? value : undefined;
}

/** Reads the amount of a call; 0 for none. @throws MethodError */
export function readAmount(text: string | null): bigint {
  if (text === null || text === '') return 0n;
  const value = readQuantity(text, 64);
  if (value === undefined) throw invalidParams('invalid param value: invalid hex number');
  if (value < 0n) throw invalidParams('invalid param value: negative');
  return value;
}
