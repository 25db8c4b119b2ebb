import { type Address } from '@coin/units';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { describeValue, argumentInvalid, isBytes } from '../encoding/arguments.ts';
import { base58check } from '../encoding/base58check.ts';
import { bytesToHex, hexToBytes } from '../encoding/hex.ts';
import { RpcError } from '../errors.ts';

export { type Address } from '@coin/units';

const invalidAddress = (value: unknown, reason: string) =>
  new RpcError('ADDRESS_INVALID', { value: describeValue(value), reason });

/**
 * The 21 bytes of an address: 0x41 and the last 20 of the key's hash.
 * Accepts base58check and 41-hex (42 digits, either case, `0x` allowed).
 */
export function addressBytes(value: string): Uint8Array {
  if (typeof value !== 'string') throw invalidAddress(value, 'not a string');
  const hex = value.replace(/^0x/, '');
  if (/^41[\da-f]{40}$/i.test(hex)) return hexToBytes(hex);
  if (value.length !== 34) throw invalidAddress(value, 'wrong length');
  const payload = decodeBase58(value, 21);
  if (payload[0] !== 0x41) throw invalidAddress(value, 'first byte is not 0x41');
  return payload;
}

/** The `size` bytes that a base58check text stands for, their checksum verified. */
function decodeBase58(value: string, size: number): Uint8Array {
  const [character] = /[^1-9A-HJ-NP-Za-km-z]/u.exec(value) ?? [];
  if (character !== undefined) throw invalidAddress(value, `"${character}" is not base58`);
  const payload = verifiedPayload(value);
  if (payload === undefined) throw invalidAddress(value, 'wrong checksum');
  if (payload.length !== size) throw invalidAddress(value, 'wrong length');
  return payload;
}

/** The bytes before the checksum; undefined if the checksum is not theirs. */
function verifiedPayload(value: string): Uint8Array | undefined {
  try {
    return base58check.decode(value);
  } catch {
    return undefined;
  }
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
  const address = base58check.encode(addressBytes(value));
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
  return base58check.encode(hexToBytes(`41${hex ?? bytesToHex(decodeBase58(bytes, 20))}`));
}

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
  if (digits === undefined) throw invalidAddress(value, 'not 0x and 40 hex digits');
  if (/[a-f]/.test(digits) && /[A-F]/.test(digits) && checksumCase(digits) !== digits)
    throw invalidAddress(value, 'wrong checksum of its upper and lower case');
  return addressFromWord(digits);
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

/**
 * The address of a public key: 0x41 and the last 20 bytes of keccak-256 over its 64 coordinate bytes.
 *
 * Source: docs/protocol/permissions.md.
 *
 * @param publicKey - uncompressed: 65 bytes that start with 4, or the 64 after it
 * @throws `ARGUMENT_INVALID` for another length, a compressed key among them
 *
 * @example
 * ```ts
 * import { addressFromPublicKey } from '@coin/rpc/address';
 *
 * addressFromPublicKey(new Uint8Array(64).fill(1)); // => 'TXrt5cvt24Yofs3g4HZKBTxm5fXMo6r99h'
 * ```
 */
export function addressFromPublicKey(publicKey: Uint8Array): Address {
  if (!isBytes(publicKey)) throw argumentInvalid('publicKey', publicKey, 'a Uint8Array');
  const point = publicKey.length === 65 && publicKey[0] === 4 ? publicKey.subarray(1) : publicKey;
  if (point.length !== 64)
    throw new RpcError('ARGUMENT_INVALID', {
      argument: 'publicKey',
      value: `${publicKey.length} bytes`,
      expected: 'an uncompressed key of 65 or 64 bytes',
    });
  return base58check.encode(Uint8Array.of(0x41, ...keccak_256(point).subarray(12)));
}
