import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { addressFromWord, toEvmAddress } from '../address/index.ts';
import { type AbiParameter } from '../contract/abi.ts';
import { hexArgument, argumentInvalid, isBytes } from '../encoding/arguments.ts';

/** Integers of up to as many bits are numbers, as abitype has it. */
const NUMBER_BITS = 48;

/** The parameter of an array's items; undefined for what is no array. */
function elementOf({ type, ...rest }: AbiParameter): { element: AbiParameter; length: string } | undefined {
  const [, element, length = ''] = /^(.*)\[(\d*)\]$/.exec(type) ?? [];
  return element === undefined ? undefined : { element: { ...rest, type: element }, length };
}

/** The numbers that an integer type has; undefined for other types. */
function integerRange(type: string): { bits: number; min: bigint; max: bigint } | undefined {
  const [, sign, digits = '256'] = /^(u?)int(\d*)$/.exec(type === 'trcToken' ? 'uint256' : type) ?? [];
  if (sign === undefined) return undefined;
  const bits = Number(digits || '256');
  const values = 2n ** BigInt(bits);
  return sign === 'u' ? { bits, min: 0n, max: values - 1n } : { bits, min: -values / 2n, max: values / 2n - 1n };
}

/** Whether all parameters have names of their own, so that their values are an object. */
function areNamed(parameters: readonly AbiParameter[]): boolean {
  const names = parameters.map(({ name }) => name);
  return names.every(Boolean) && new Set(names).size === names.length;
}

/** Values by the names of their parameters; the list, where some have no name. */
export const byName = (parameters: readonly AbiParameter[], values: readonly unknown[]): unknown =>
  parameters.length > 0 && areNamed(parameters)
    ? Object.fromEntries(parameters.map(({ name = '' }, i) => [name, values[i]]))
    : values;

/** The items of a tuple: a list, or an object where all components have names. */
function tupleItems(argument: string, components: readonly AbiParameter[], value: unknown): readonly unknown[] {
  if (Array.isArray(value) && value.length === components.length) return value;
  const names = components.map(({ name = '' }) => name);
  if (
    typeof value === 'object' &&
    value !== null &&
    areNamed(components) &&
    names.every((name) => Object.hasOwn(value, name))
  )
    return names.map((name) => (value as Record<string, unknown>)[name]);
  throw argumentInvalid(argument, value, `a tuple (${components.map(({ type, name }) => name || type).join(', ')})`);
}

function toInteger(argument: string, value: unknown, type: string): bigint | undefined {
  const range = integerRange(type);
  if (range === undefined) return undefined;
  const { bits, min, max } = range;
  const integer = typeof value === 'number' && bits <= NUMBER_BITS && Number.isInteger(value) ? BigInt(value) : value;
  if (typeof integer !== 'bigint' || integer < min || integer > max)
    throw argumentInvalid(argument, value, `${bits > NUMBER_BITS ? 'a bigint' : 'an integer'} from ${min} to ${max}`);
  return integer;
}

/**
 * A value as the coder takes it. Only what has one meaning is accepted: no number where it may have lost digits, no
 * text for a number, no truthy value for a boolean.
 */
export function toCoderValue(argument: string, parameter: AbiParameter, value: unknown): unknown {
  const { type, components = [] } = parameter;
  const array = elementOf(parameter);
  if (array !== undefined) {
    if (!Array.isArray(value) || (array.length !== '' && value.length !== Number(array.length)))
      throw argumentInvalid(argument, value, `an array, ${type}`);
    return Array.from(value, (item: unknown, i) => toCoderValue(`${argument}[${i}]`, array.element, item));
  }
  if (type === 'tuple')
    return tupleItems(argument, components, value).map((item, i) => {
      const component = components[i] ?? { type: '' };
      return toCoderValue(`${argument}.${component.name || i}`, component, item);
    });
  if (type === 'address') return toEvmAddress(value as string);
  if (type === 'bool' || type === 'string') {
    if (typeof value !== (type === 'bool' ? 'boolean' : type))
      throw argumentInvalid(argument, value, type === 'bool' ? 'true or false' : 'a string');
    return value;
  }
  const [, size] = /^bytes(\d*)$/.exec(type === 'function' ? 'bytes24' : type) ?? [];
  if (size !== undefined) return hexToBytes(hexArgument(argument, value, size === '' ? {} : { bytes: Number(size) }));
  return toInteger(argument, value, type);
}

/** What the coder decoded, as this package has it: addresses in base58check, bytes as hex with `0x`, tuples by name. */
export function fromCoderValue(parameter: AbiParameter, value: unknown): unknown {
  const { type, components = [] } = parameter;
  const array = elementOf(parameter);
  if (array !== undefined) return (value as unknown[]).map((item) => fromCoderValue(array.element, item));
  if (type === 'tuple') return byName(components, fromCoderValues(components, value as unknown[]));
  if (type === 'address') return addressFromWord(value as string);
  if (isBytes(value)) return `0x${bytesToHex(value)}`;
  const { bits = 0 } = integerRange(type) ?? {};
  return typeof value === 'bigint' && bits <= NUMBER_BITS ? Number(value) : value;
}

/** {@link fromCoderValue} for a list. */
export const fromCoderValues = (parameters: readonly AbiParameter[], values: readonly unknown[]): unknown[] =>
  parameters.map((parameter, i) => fromCoderValue(parameter, values[i]));
