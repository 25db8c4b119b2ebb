import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { createContract } from 'micro-eth-signer/abi.js';
import { ADDRESS_PREFIX, fromBase58, toBase58 } from '../protocol/address.ts';
import { type Hex } from '../protocol/primitives.ts';
import { type AbiParameter } from './abi.ts';

// Uses micro-eth-signer, see docs/decisions/14-abi-coder.md. Decodes only data that its values encode back to.

interface CodedFunction {
  readonly encodeInput: (value: unknown) => Uint8Array;
  readonly decodeOutput: (data: Uint8Array) => unknown;
}

/**
 * The syntax of an ABI type. The library nests at most 128 levels, and its own pattern for arrays takes quadratic time.
 */
const TYPE = /^\w{1,16}(?:\[\d{0,16}\]){0,128}$/;

/** Without names, the library takes lists of values instead of objects. A trcToken is encoded as a number. */
function withoutName({ type, components }: AbiParameter): AbiParameter {
  if (!TYPE.test(type)) throw new TypeError('not a type of an ABI');
  return {
    type: type.replace(/^trcToken(?![^[])/, 'uint256'),
    ...(components !== undefined && { components: components.map(withoutName) }),
  };
}

/** Wraps parameters in a function, because the library only encodes functions. */
function codedFunction(parameters: readonly AbiParameter[]): CodedFunction {
  const unnamed = parameters.map(withoutName);
  const contract: object = createContract([{ type: 'function', name: 'f', inputs: unnamed, outputs: unnamed }]);
  return (contract as { f: CodedFunction }).f;
}

const SELECTOR_BYTES = 4;

/** Encodes values to hexadecimal. @throws the library's error for unknown types and for values that do not match. */
export function encodeParameters(parameters: readonly AbiParameter[], values: readonly unknown[]): Hex {
  if (parameters.length === 0) return '';
  const { encodeInput } = codedFunction(parameters);
  const given = parameters.map((parameter, index) => mapValue(parameter, values[index], toCoder));
  return bytesToHex(encodeInput(given.length === 1 ? given[0] : given).subarray(SELECTOR_BYTES));
}

/** Decodes values: addresses to base58check, bytes to hexadecimal with `0x`, integers to bigints. */
export function decodeParameters(parameters: readonly AbiParameter[], data: Hex): unknown[] {
  if (parameters.length === 0 && data === '') return [];
  const decoded = codedFunction(parameters).decodeOutput(hexToBytes(data));
  const values = parameters.length === 1 ? [decoded] : (decoded as unknown[]);
  return parameters.map((parameter, index) => mapValue(parameter, values[index], fromCoder));
}

type Conversion = (type: string, value: unknown) => unknown;

/** Converts the elementary values within a value. A tuple may be an object with its components' names as keys. */
function mapValue(parameter: AbiParameter, value: unknown, convert: Conversion): unknown {
  const { type, components = [] } = parameter;
  const [, element] = /^(.*)\[\d*\]$/.exec(type) ?? [];
  if (element !== undefined) {
    if (!Array.isArray(value)) throw new TypeError(`${type} must be an array`);
    return value.map((item: unknown) => mapValue({ ...parameter, type: element }, item, convert));
  }
  if (type !== 'tuple') return convert(type, value);
  const isList = Array.isArray(value);
  const items = isList ? value : components.map(({ name = '' }) => (value as Record<string, unknown>)[name]);
  if (items.length !== components.length) throw new TypeError(`a tuple must have ${components.length} values`);
  return components.map((component, index) => mapValue(component, items[index], convert));
}

function toCoder(type: string, value: unknown): unknown {
  if (type === 'address') return evmAddress(value);
  if (type.startsWith('bytes') && typeof value === 'string') return hexToBytes(value.replace(/^0x/, ''));
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value);
  if (/^(u?int|trcToken)/.test(type) && typeof value === 'string' && /^-?\d+$/.test(value)) return BigInt(value);
  return value;
}

/** Accepts an address in base58check, 41-hex or EVM form. */
function evmAddress(value: unknown): string {
  const text = String(value);
  const hex = fromBase58(text) ?? text.replace(/^0x/, ADDRESS_PREFIX).toLowerCase();
  if (!/^41[0-9a-f]{40}$/.test(hex)) throw new TypeError(`"${text}" is not an address`);
  return `0x${hex.slice(ADDRESS_PREFIX.length)}`;
}

function fromCoder(type: string, value: unknown): unknown {
  if (type === 'address') return toBase58(ADDRESS_PREFIX + String(value).slice(2).toLowerCase());
  return value instanceof Uint8Array ? `0x${bytesToHex(value)}` : value;
}
