import { type Abi, type AbiEntry, type AbiParameter } from '@coin/rpc';
import { type CompiledContract } from './read-compilation.ts';

const parameterText = ({ name = '', type }: AbiParameter): string => (name === '' ? type : `${type} ${name}`);

/** The parameters as the source has them: `(address to, uint256 amount)`. */
export const parametersText = (inputs: readonly AbiParameter[] = []): string =>
  `(${inputs.map(parameterText).join(', ')})`;

const entryOf = (abi: Abi, type: string): AbiEntry | undefined => abi.find((entry) => entry.type === type);

/** The inputs of the constructor. */
export const constructorInputs = ({ abi }: CompiledContract): readonly AbiParameter[] =>
  entryOf(abi, 'constructor')?.inputs ?? [];

/** Whether a constructor takes coin. */
export const isPayableConstructor = ({ abi }: CompiledContract): boolean =>
  entryOf(abi, 'constructor')?.stateMutability === 'payable';

/** A type as it stands in a signature. */
const signatureType = ({ type, components = [] }: AbiParameter): string =>
  type.startsWith('tuple') ? `(${components.map(signatureType).join(',')})${type.slice('tuple'.length)}` : type;

/** Something that can be called: a function, or the contract itself with any data. */
export interface Callable {
  readonly signature: string;
  readonly title: string;
  readonly entry?: AbiEntry;
  /** A view or pure function is read without a transaction. */
  readonly isRead: boolean;
  readonly isPayable: boolean;
}

/** What stands for a call with data that the reader writes. */
export const CALL_DATA = 'data';

/** What can be called, in the order of the ABI. */
export function callablesOf({ abi }: CompiledContract): readonly Callable[] {
  const functions = abi
    .filter(({ type }) => type === 'function')
    .map((entry) => {
      const { name = '', inputs, stateMutability } = entry;
      const isRead = stateMutability === 'view' || stateMutability === 'pure';
      return {
        signature: `${name}(${(inputs ?? []).map(signatureType).join(',')})`,
        title: `${name}${parametersText(inputs)}${isRead ? `, ${stateMutability}` : ''}`,
        entry,
        isRead,
        isPayable: stateMutability === 'payable',
      };
    });
  const takers = abi.filter(({ type }) => type === 'receive' || type === 'fallback');
  if (takers.length === 0) return functions;
  const isPayable = takers.some(({ stateMutability }) => stateMutability === 'payable');
  const title = `No function: ${takers.map(({ type }) => type).join(' or ')}`;
  return [...functions, { signature: CALL_DATA, title, isRead: false, isPayable }];
}

/** The callable with a signature, or the first one. */
export const chosenCallable = (callables: readonly Callable[], named: string): Callable | undefined =>
  callables.find(({ signature }) => signature === named) ?? callables[0];

/** A value of a type, as JSON has it, for a reader to change. */
function sampleOf({ type, components = [] }: AbiParameter, account: string): unknown {
  const [, item, length] = /^(.*)\[(\d*)\]$/.exec(type) ?? [];
  if (item !== undefined)
    return Array.from({ length: length === '' ? 1 : Number(length) }, () =>
      sampleOf({ type: item, components }, account),
    );
  if (type === 'tuple') {
    const values = components.map((component) => sampleOf(component, account));
    return Object.fromEntries(components.map(({ name = '' }, index) => [name, values[index]]));
  }
  if (type === 'bool') return true;
  if (type === 'string') return 'text';
  if (type === 'address') return account;
  const [, bytes] = /^bytes(\d*)$/.exec(type) ?? [];
  if (bytes !== undefined) return `0x${'00'.repeat(Number(bytes))}`;
  return /^u?int/.test(type) ? 1 : '0x';
}

/** Arguments for parameters, as a JSON list for a reader to change; empty for none. */
export const sampleArguments = (inputs: readonly AbiParameter[], account: string): string =>
  inputs.length === 0 ? '' : JSON.stringify(inputs.map((input) => sampleOf(input, account)));
