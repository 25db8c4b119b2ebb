import { type Address } from '@coin/units';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex } from '../encoding/hex.ts';
import { addressFromWord, addressToHex, invalidAddress } from './address.ts';

/** 40 digits in the case of EIP-55: upper case if the same digit of the hash of the lower-case text is 8 or more. */
function checksumCase(digits: string): string {
  const hash = bytesToHex(keccak_256(new TextEncoder().encode(digits.toLowerCase())));
  return digits.replace(/./g, (digit, at: number) =>
    Number.parseInt(hash.charAt(at), 16) > 7 ? digit.toUpperCase() : digit.toLowerCase(),
  );
}

/**
 * An address as tools of Ethereum and the node's JSON-RPC write it: `0x` and the 20 bytes after 0x41, in lower case.
 *
 * Source: docs/protocol/http.md, Response printing.
 *
 * @param value - base58check or 41-hex
 * @throws `ADDRESS_INVALID` for anything else
 *
 * @example
 * ```ts
 * import { toEvmAddress } from '@coin/rpc/address';
 *
 * toEvmAddress('TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8'); // => '0x1b02cc461f3bd04462c710609df74f63a6cdae1f'
 * ```
 */
export function toEvmAddress(value: string): `0x${string}` {
  return `0x${addressToHex(value).slice(2)}`;
}

/**
 * Converts an address as Ethereum tools and the node's JSON-RPC write it, `0x` and 40 hex digits, to base58check.
 *
 * Source: docs/protocol/http.md, Response printing; EIP-55, for the checksum.
 *
 * @param value - `0x` and 40 digits, in one case, or in mixed case, which is a checksum
 * @throws `ADDRESS_INVALID` for anything else, including a wrong checksum
 *
 * @example
 * ```ts
 * import { fromEvmAddress } from '@coin/rpc/address';
 *
 * fromEvmAddress('0x1b02cc461f3bd04462c710609df74f63a6cdae1f'); // => 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8'
 * ```
 */
export function fromEvmAddress(value: string): Address {
  if (typeof value !== 'string') throw invalidAddress(value, 'not a string');
  const [, digits] = /^0x([\dA-Fa-f]{40})$/.exec(value) ?? [];
  if (digits === undefined) throw invalidAddress(value, 'not an EVM address');
  if (/[a-f]/.test(digits) && /[A-F]/.test(digits) && checksumCase(digits) !== digits)
    throw invalidAddress(value, 'wrong checksum');
  return addressFromWord(digits);
}
