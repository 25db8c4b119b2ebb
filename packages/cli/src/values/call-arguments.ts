import { functionSelectorHex } from '@coin/rpc';
import { encodeCall, parseAbi } from '@coin/rpc/abi';
import { type Abi, type AbiEntry, type AbiParameter } from '@coin/units';
import { UsageError } from '../usage-error.ts';
import { readAddress } from './address.ts';

/** The arguments of commands that call a contract. */
export interface CallArguments {
  readonly contract: string;
  readonly function: string;
  readonly arguments: readonly string[];
}

/** The options of these commands. */
export interface CallerOptions {
  readonly from?: string;
  readonly value?: bigint;
}

/** Reads an ABI from signatures or JSON: one signature such as `transfer(address to, uint256 amount)`, or an array. */
export function readAbi(text: string): Abi {
  if (text.startsWith('[')) {
    try {
      return JSON.parse(text) as Abi;
    } catch {
      throw new UsageError(`"${text.slice(0, 40)}…" is no ABI: it begins like JSON and is none`);
    }
  }
  return parseAbi([/^(function|event|error|constructor)\b/.test(text) ? text : `function ${text}`]);
}

/** Reads the arguments of a call by the types of its parameters. */
export function readArguments(inputs: readonly AbiParameter[], texts: readonly string[]): unknown[] {
  if (inputs.length !== texts.length)
    throw new UsageError(
      `The function takes ${inputs.length} arguments (${inputs.map(({ type }) => type).join(', ') || 'none'}), and ${texts.length} are given`,
    );
  return inputs.map((input, index) => readArgument(input, texts[index] as string));
}

function readArgument({ name, type, components }: AbiParameter, text: string): unknown {
  const wrong = (expected: string) =>
    new UsageError(
      `Argument ${name === undefined || name === '' ? type : `${name} (${type})`} must be ${expected}, but is "${text}"`,
    );
  if (/\]$|^tuple/.test(type)) {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      throw wrong('JSON, such as ["1", "2"]');
    }
    return readJson({ type, ...(components && { components }) }, value, wrong);
  }
  if (type === 'bool') {
    if (text !== 'true' && text !== 'false') throw wrong('true or false');
    return text === 'true';
  }
  if (/^u?int/.test(type)) {
    if (!/^-?\d+$|^0x[\da-f]+$/i.test(text)) throw wrong('a whole number, decimal or in hex after 0x');
    return BigInt(text);
  }
  if (type.startsWith('bytes')) {
    if (!/^(0x)?([\da-f]{2})*$/i.test(text)) throw wrong('hex');
    return text.replace(/^0x/i, '');
  }
  return type === 'address' ? readAddress(text) : text;
}

/** Reads an argument in JSON, whose numbers may be strings. */
function readJson(
  { type, components = [] }: AbiParameter,
  value: unknown,
  wrong: (expected: string) => Error,
): unknown {
  const element = /^(.*)\[\d*\]$/.exec(type)?.[1];
  if (element !== undefined) {
    if (!Array.isArray(value)) throw wrong('an array');
    return value.map((each) => readJson({ type: element, components }, each, wrong));
  }
  if (type === 'tuple') {
    const names = components.map(({ name = '' }) => name);
    const fields = Object(value) as Record<string, unknown>;
    const keys = Array.isArray(value) ? names.map((_, index) => `${index}`) : names;
    if (Object.keys(fields).toSorted().join() !== keys.toSorted().join())
      throw wrong(`a tuple of ${components.map((each) => `${each.type} ${each.name ?? ''}`.trim()).join(', ')}`);
    const values = keys.map((key, index) => readJson(components[index] as AbiParameter, fields[key], wrong));
    return Array.isArray(value) ? values : Object.fromEntries(names.map((name, index) => [name, values[index]]));
  }
  if (typeof value === 'number' && !Number.isSafeInteger(value))
    throw wrong('JSON with whole numbers, those above 9007199254740991 in quotes');
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return readArgument({ type }, String(value));
  throw wrong(`JSON with a value for each ${type}`);
}

/** Encodes a call of a function as calldata. */
export function encodeData(entry: AbiEntry & { readonly name: string }, args: readonly unknown[]) {
  const { functionSelector, parameter } = encodeCall({ abi: [entry], functionName: entry.name, args });
  return { functionSelector, parameter, data: functionSelectorHex(functionSelector) + parameter };
}
