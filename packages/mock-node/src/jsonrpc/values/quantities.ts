import { hexBytes } from '../../message/request-arguments.ts';
import { isAddress } from '../../protocol/address.ts';
import { wrapLong } from '../../protocol/java/long.ts';
import { type Address, type Hex } from '../../protocol/primitives.ts';
import { invalidParams, messageOf, nullPointer, unexpected } from '../envelope/failures.ts';

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

/**
 * Reads an address in hexadecimal, with or without its prefix. Null means no bytes. @throws MethodError for other
 * bytes.
 */
export function readAddress(text: string | null): Address {
  const bytes = refusing(() => hexBytes(text ?? undefined));
  const address = bytes.length === 40 ? `41${bytes}` : bytes;
  if (!isAddress(address)) throw invalidParams('invalid address hash value');
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

const hashSyntax = /^(0x)?[a-zA-Z0-9]{64}$/;

/** Reads 32 bytes, or 31 from a text whose first digits are taken for a prefix. @throws MethodError */
export function readHash(text: string | null): Hex {
  if (text === null) throw nullPointer();
  if (!hashSyntax.test(text)) throw invalidParams('invalid hash value');
  return refusing(() => hexBytes(text));
}

/** Reads a number after `0x`, with an optional sign. Undefined for other texts. */
function parseHexadecimal(text: string): bigint | undefined {
  const [, sign, digits] = /^0x([+-]?)([0-9a-fA-F]+)$/.exec(text) ?? [];
  if (digits === undefined) return undefined;
  const value = BigInt(`0x${digits}`);
  return sign === '-' ? -value : value;
}

/** Reads the low 64 bits of a hexadecimal number or, without `0x`, a decimal one. Undefined for other texts. */
export function readWrappedNumber(text: string | null): bigint | undefined {
  if (text === null || text.length > MAX_DIGITS) return undefined;
  if (text.startsWith('0x')) return wrapped(parseHexadecimal(text));
  return /^[+-]?[0-9]+$/.test(text) ? wrapLong(BigInt(text.replace('+', ''))) : undefined;
}

const wrapped = (value: bigint | undefined): bigint | undefined => (value === undefined ? undefined : wrapLong(value));

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
  return value;
}

/** Reads a block number of a filter. @throws MethodError */
export function readBlockNumber(text: string): bigint {
  if (!text.startsWith('0x')) throw invalidParams('Incorrect hex syntax');
  const value = readQuantity(text, 64);
  if (value === undefined) throw unexpected('java.lang.NumberFormatException', `For input string: "${text.slice(2)}"`);
  return value;
}
