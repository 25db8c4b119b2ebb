import { type Hex } from '../protocol/primitives.ts';
import { entryBySelector } from './abi-signature.ts';
import { type ContractAbiEntry, type ContractAbi } from './abi.ts';
import { decodeParameters } from './parameter-coder.ts';

/** Source: the Solidity documentation, "Panic via assert and Error via require". */
const builtInErrors: ContractAbi = [
  { type: 'error', name: 'Error', inputs: [{ type: 'string' }] },
  { type: 'error', name: 'Panic', inputs: [{ type: 'uint256' }] },
];

/** An error with which a contract reverted. */
export interface RevertError {
  readonly name: string;
  readonly args: readonly unknown[];
}

/** The error of an ABI, or of Solidity, in revert data; undefined for other data. */
export function decodeRevert(data: Hex, abi: ContractAbi = []): RevertError | undefined {
  const entry = entryBySelector([...builtInErrors, ...abi], 'error', data.slice(0, 8));
  if (entry === undefined || data.length < 8) return undefined;
  const args = decodeArguments(entry, data.slice(8));
  return args === undefined ? undefined : { name: entry.name ?? '', args };
}

function decodeArguments({ inputs = [] }: ContractAbiEntry, data: Hex): unknown[] | undefined {
  try {
    return decodeParameters(inputs, data);
  } catch {
    return undefined;
  }
}

/** Why a contract reverted, for people: a text, `Panic(0x11)`, `Short(5)`, or the data. */
export function describeRevert(data: Hex, abi: ContractAbi = []): string {
  if (data === '') return 'no reason given';
  const error = decodeRevert(data, abi);
  if (error === undefined) return `0x${data}`;
  const [first] = error.args;
  if (error.name === 'Error') return String(first);
  if (error.name === 'Panic') return `Panic(0x${(first as bigint).toString(16).padStart(2, '0')})`;
  return `${error.name}(${error.args.map(String).join(', ')})`;
}
