import { type Abi, type AbiEntry, type AbiParameter } from '@coin/units';
import { argumentInvalid, listArgument, stringArgument } from '../encoding/arguments.ts';
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

/** Entries of a kind; the chain prints kinds with a capital. */
export const filterEntries = (abi: Abi, kind: string): AbiEntry[] =>
  listArgument('abi', abi).filter(({ type }) => type.toLowerCase() === kind);

export const listSignatures = (entries: readonly AbiEntry[]): string => entries.map(abiSignature).join(', ');

/** The functions of an ABI that a name or a full signature names: at least one, each signature once. */
export function findFunctions(abi: Abi, functionName: string): AbiEntry[] {
  const name = stringArgument('functionName', functionName);
  const functions = filterEntries(abi, 'function');
  const isSignature = name.includes('(');
  const named = functions.filter((entry) => (isSignature ? abiSignature(entry) : entry.name) === name);
  if (named.length === 1) return named;
  if (named.length > 1) return [...new Map(named.map((entry) => [abiSignature(entry), entry])).values()];
  const known = new Set(functions.map(abiSignature));
  throw argumentInvalid('functionName', name, `a function of the ABI: ${[...known].join(', ')}`);
}

/** The only function in a list. */
export function requireOneFunction(functions: readonly AbiEntry[], functionName: string): AbiEntry {
  const [first, second] = functions;
  if (first !== undefined && second === undefined) return first;
  throw argumentInvalid('functionName', functionName, `one of the signatures ${listSignatures(functions)}`);
}

/** The error of an ABI that revert data names by its first four bytes. */
export const findError = (abi: Abi, selector: string): AbiEntry | undefined =>
  filterEntries(abi, 'error').find((entry) => selectorHex(abiSignature(entry)) === selector);
