import { type Abi, type AbiEntry } from '@coin/units';
import { abiSignature } from '../contract/abi-signature.ts';
import { argumentInvalid, listArgument, stringArgument } from '../encoding/arguments.ts';

/** Entries of a kind; the chain prints kinds with a capital. */
export const entriesOf = (abi: Abi, kind: string): AbiEntry[] =>
  listArgument('abi', abi).filter(({ type }) => type.toLowerCase() === kind);

export const signaturesOf = (entries: readonly AbiEntry[]): string => entries.map(abiSignature).join(', ');

/** The functions of an ABI that a name or a full signature names: at least one, each signature once. */
export function functionsNamed(abi: Abi, functionName: string): AbiEntry[] {
  const name = stringArgument('functionName', functionName);
  const functions = new Map(entriesOf(abi, 'function').map((entry) => [abiSignature(entry), entry]));
  const named = [...functions].filter(([signature, entry]) => signature === name || entry.name === name);
  if (named.length > 0) return named.map(([, entry]) => entry);
  throw argumentInvalid('functionName', name, `a function of the ABI: ${[...functions.keys()].join(', ')}`);
}

/** The only function in a list. */
export function onlyFunction(functions: readonly AbiEntry[], functionName: string): AbiEntry {
  const [first, second] = functions;
  if (first !== undefined && second === undefined) return first;
  throw argumentInvalid('functionName', functionName, `one of the signatures ${signaturesOf(functions)}`);
}
