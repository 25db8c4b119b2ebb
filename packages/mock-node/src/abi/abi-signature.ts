import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { keccak256 } from '../protocol/hash.ts';
import { type Hex } from '../protocol/primitives.ts';
import { type AbiEntry, type AbiParameter } from './abi.ts';

/** `uint` and `int` are short for 256 bits. The type of a tuple is the list of its components' types. */
function hashedType({ type, components = [] }: AbiParameter): string {
  if (type.startsWith('tuple')) return `(${components.map(hashedType).join(',')})${type.slice('tuple'.length)}`;
  return type.replace(/^(u?int)(?!\d)/, '$1256');
}

/**
 * Returns the signature of a function, an event or an error, whose hash is its selector or topic:
 * `transfer(address,uint256)`.
 *
 * Source: the Solidity documentation, "Contract ABI Specification".
 *
 * @example
 * ```ts
 * import { abiSignature } from '@coin/mock-node/abi';
 *
 * abiSignature({ type: 'function', name: 'set', inputs: [{ type: 'uint', name: 'value' }] }); // => 'set(uint256)'
 * ```
 */
export function abiSignature(entry: AbiEntry): string {
  const { name = '', inputs = [] } = entry;
  return `${name}(${inputs.map(hashedType).join(',')})`;
}

/**
 * Hashes a signature. This is an event's first topic, and its first four bytes are a function's or error's selector.
 */
export function signatureHash(signature: string): Hex {
  return bytesToHex(keccak256(utf8ToBytes(signature)));
}

/** Finds the entry of a type by its selector. */
export function entryBySelector(abi: readonly AbiEntry[], type: string, selector: Hex): AbiEntry | undefined {
  return abi.find((entry) => entry.type === type && signatureHash(abiSignature(entry)).startsWith(selector));
}
