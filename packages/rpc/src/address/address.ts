import { describeValue } from '@coin/errors';
import { type Address } from '@coin/units';
import { decodeBase58Check, encodeBase58Check } from '../encoding/base58check.ts';
import { bytesToHex, hexToBytes } from '../encoding/hex.ts';
import { RpcError, type AddressReason } from '../errors.ts';

export const invalidAddress = (value: unknown, reason: AddressReason) =>
  new RpcError('ADDRESS_INVALID', { value: describeValue(value), reason });

/**
 * The 21 bytes of an address: 0x41 and the last 20 of the key's hash.
 * Accepts base58check and 41-hex (42 digits, either case, `0x` allowed).
 */
export function addressBytes(value: string): Uint8Array {
  if (typeof value !== 'string') throw invalidAddress(value, 'not a string');
  const hex = value.replace(/^0x/, '');
  if (/^41[\da-f]{40}$/i.test(hex)) return hexToBytes(hex);
  if (/^(?:0x)?[\da-f]{40}$/i.test(value)) throw invalidAddress(value, 'EVM address');
  if (value.length !== 34) throw invalidAddress(value, 'wrong length');
  const payload = decodeBase58(value, 21);
  if (payload[0] !== 0x41) throw invalidAddress(value, 'wrong first byte');
  return payload;
}

/** The `size` bytes that a base58check text stands for, their checksum verified. */
function decodeBase58(value: string, size: number): Uint8Array {
  if (/[^1-9A-HJ-NP-Za-km-z]/.test(value)) throw invalidAddress(value, 'wrong character');
  const payload = decodeBase58Check(value, size);
  if (payload === undefined) throw invalidAddress(value, 'wrong checksum');
  return payload;
}

/** Addresses verified lately, by how they were written: polling an account does not hash its address each time. */
const verified = /* @__PURE__ */ new Map<string, Address>();

/**
 * An address in base58check, from base58check or 41-hex, its checksum verified.
 *
 * Source: docs/protocol/http.md, Response printing.
 *
 * @param value - base58check (34 characters, `T…`) or 42 hex digits that start with 41 (`0x` allowed)
 * @throws `ADDRESS_INVALID` for anything else
 *
 * @example
 * ```ts
 * import { toAddress } from '@coin/rpc/address';
 *
 * toAddress('411b02cc461f3bd04462c710609df74f63a6cdae1f'); // => 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8'
 * toAddress('TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8'); // => 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8'
 * ```
 */
export function toAddress(value: string): Address {
  const known = verified.get(value);
  if (known !== undefined) return known;
  const address = encodeBase58Check(addressBytes(value));
  if (verified.size > 999) verified.clear();
  verified.set(value, address);
  return address;
}

/**
 * An address as 42 hex digits, `41…`, as logs, ABI words and older tools write it.
 *
 * Source: docs/protocol/http.md, Response printing.
 *
 * @param value - base58check or 41-hex
 * @throws `ADDRESS_INVALID` for anything else
 *
 * @example
 * ```ts
 * import { addressToHex } from '@coin/rpc/address';
 *
 * addressToHex('TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8'); // => '411b02cc461f3bd04462c710609df74f63a6cdae1f'
 * ```
 */
export function addressToHex(value: string): string {
  return bytesToHex(addressBytes(value));
}

/**
 * Converts the 20 bytes that the virtual machine uses to an address: the end of an ABI word, or a log's `address`.
 *
 * Source: docs/protocol/http.md, Response printing.
 *
 * @param bytes - 40 hex digits with any number of leading zeros, so a whole 32-byte ABI word works too; or base58check
 * of the 20 bytes (at most 33 characters), as a constant call prints a log's `address`
 * @throws `ADDRESS_INVALID` for anything else
 *
 * @example
 * ```ts
 * import { addressFromWord } from '@coin/rpc/address';
 *
 * addressFromWord('1b02cc461f3bd04462c710609df74f63a6cdae1f'); // => 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8'
 * ```
 */
export function addressFromWord(bytes: string): Address {
  if (typeof bytes !== 'string') throw invalidAddress(bytes, 'not a string');
  const [, hex] = /^(?:0x)?0*([\da-f]{40})$/i.exec(bytes) ?? [];
  if (hex === undefined && !/^\w{24,33}$/.test(bytes)) throw invalidAddress(bytes, 'not 20 bytes');
  return encodeBase58Check(hexToBytes(`41${hex ?? bytesToHex(decodeBase58(bytes, 20))}`));
}

/**
 * Whether a value is an address: base58check with a valid checksum, or 41-hex.
 *
 * Source: docs/protocol/http.md, Response printing.
 *
 * @param value - anything
 *
 * @example
 * ```ts
 * import { isAddress } from '@coin/rpc/address';
 *
 * isAddress('TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8'); // => true
 * isAddress('TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh1'); // => false
 * ```
 */
export function isAddress(value: unknown): value is string {
  try {
    addressBytes(value as string);
    return true;
  } catch {
    return false;
  }
}
