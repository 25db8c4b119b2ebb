import { type Abi, type AbiEntry, type AbiParameter } from '@coin/units';
import { selectorHex } from './function-selector.ts';

/** `uint` and `int` are short for 256 bits; a tuple is the list of its components' types. */
const hashedType = ({ type, components = [] }: AbiParameter): string =>
  type.startsWith('tuple')
    ? `(${components.map(hashedType).join(',')})${type.slice(5)}`
    : type.replace(/^(u?int)(?![^[])/, '$1256');

/**
 * The signature whose hash identifies a function, an event or an error: `transfer(address,uint256)`.
 *
 * Source: the Solidity documentation, "Contract ABI Specification".
 */
export const abiSignature = ({ name = '', inputs = [] }: AbiEntry): string =>
  `${name}(${inputs.map(hashedType).join(',')})`;

/** The error of an ABI that revert data names by its first four bytes. */
export const errorBySelector = (abi: Abi, selector: string): AbiEntry | undefined =>
  abi.find((entry) => entry.type.toLowerCase() === 'error' && selectorHex(abiSignature(entry)) === selector);
