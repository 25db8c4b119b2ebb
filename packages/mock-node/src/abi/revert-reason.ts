import { type Hex } from '../protocol/primitives.ts';
import { entryBySelector } from './abi-signature.ts';
import { type AbiEntry, type Abi } from './abi.ts';
import { decodeParameters } from './parameter-coder.ts';

/** Source: the Solidity documentation, "Panic via assert and Error via require". */
const builtInErrors: Abi = [
  { type: 'error', name: 'Error', inputs: [{ type: 'string' }] },
  { type: 'error', name: 'Panic', inputs: [{ type: 'uint256' }] },
];

/** The error that a contract reverted with. */
export interface RevertError {
  readonly name: string;
  readonly args: readonly unknown[];
}

/**
 * Decodes revert data: Solidity's `Error(string)` and `Panic(uint256)`, or an error of an ABI.
 *
 * Source: the Solidity documentation, "Panic via assert and Error via require".
 *
 * @param data - hexadecimal without `0x`
 * @param abi - only its entries of type `error` matter
 * @returns undefined for unknown errors.
 * @example
 * ```ts
 * import { decodeRevert } from '@coin/mock-node/abi';
 *
 * decodeRevert(`4e487b71${'0'.repeat(62)}11`); // => { name: 'Panic', args: [17n] }
 * ```
 */
export function decodeRevert(data: Hex, abi: Abi = []): RevertError | undefined {
  const entry = entryBySelector([...builtInErrors, ...abi], 'error', data.slice(0, 8));
  if (entry === undefined || data.length < 8) return undefined;
  const args = decodeArguments(entry, data.slice(8));
  return args === undefined ? undefined : { name: entry.name ?? '', args };
}

function decodeArguments({ inputs = [] }: AbiEntry, data: Hex): unknown[] | undefined {
  try {
    return decodeParameters(inputs, data);
  } catch {
    return undefined;
  }
}

/**
 * Describes in a few words why a contract reverted, such as `Panic(0x11)` or `Short(5)`.
 *
 * Returns the text of an `Error`, and the data of an unknown error.
 *
 * Source: the Solidity documentation, "Panic via assert and Error via require".
 *
 * @param data - hexadecimal without `0x`
 * @param abi - only its entries of type `error` matter
 * @example
 * ```ts
 * import { describeRevert } from '@coin/mock-node/abi';
 *
 * describeRevert(''); // => 'no reason given'
 * describeRevert(`4e487b71${'0'.repeat(62)}11`); // => 'Panic(0x11)'
 * ```
 */
export function describeRevert(data: Hex, abi: Abi = []): string {
  if (data === '') return 'no reason given';
  const error = decodeRevert(data, abi);
  if (error === undefined) return `0x${data}`;
  const [first] = error.args;
  if (error.name === 'Error') return String(first);
  if (error.name === 'Panic') return `Panic(0x${(first as bigint).toString(16).padStart(2, '0')})`;
  return `${error.name}(${error.args.map(String).join(', ')})`;
}
