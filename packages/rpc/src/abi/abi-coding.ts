import { type AbiParameter } from '../contract/abi.ts';
import {
  arrayArgument,
  describeValue,
  hexArgument,
  argumentInvalid,
  isArray,
  readArgument,
} from '../encoding/arguments.ts';
import { RpcError } from '../errors.ts';
import { fromCoderValues, toCoderValue } from './abi-value.ts';
import { parameterCoder } from './parameter-coder.ts';

const typesOf = (parameters: readonly AbiParameter[]): string => `(${parameters.map(({ type }) => type).join(',')})`;

/** The error of an ABI whose types cannot be coded, or of values or data that do not fit them. */
const unfit = (argument: string, value: unknown, { expected, cause }: { expected: string; cause: unknown }) =>
  new RpcError('ARGUMENT_INVALID', { argument, value: describeValue(value), expected }, { cause });

/** A coder whose failures are errors of this package. */
function coderOf(parameters: readonly AbiParameter[]): ReturnType<typeof parameterCoder> {
  try {
    return parameterCoder(parameters);
  } catch (cause) {
    const expected = 'types of an ABI, tuples with their components, which the chain does not store';
    throw unfit('abi', typesOf(parameters), { expected, cause });
  }
}

/** Hex of values, checked one by one. */
export function encodeValues(
  argument: string,
  parameters: readonly AbiParameter[],
  values: readonly unknown[],
): string {
  const coder = coderOf(parameters);
  const list = isArray(values) ? arrayArgument(argument, values) : [];
  if (!isArray(values) || list.length !== parameters.length)
    throw argumentInvalid(argument, values, `a list of ${parameters.length} values: ${typesOf(parameters)}`);
  const checked = readArgument(argument, values, () =>
    parameters.map((parameter, i) => toCoderValue(`${argument}[${i}]`, parameter, list[i])),
  );
  try {
    return coder.encode(checked);
  } catch (cause) {
    throw unfit(argument, values, { expected: `values of ${typesOf(parameters)}`, cause });
  }
}

/** Values, as this package has them, of hex. */
export type ValueDecoder = (argument: string, data: string) => unknown[];

/** Reads hex in which values are encoded. Only what the values are encoded to is accepted. */
export function valueDecoder(parameters: readonly AbiParameter[]): ValueDecoder {
  const coder = coderOf(parameters);
  return (argument, data) => {
    const hex = hexArgument(argument, data);
    try {
      return fromCoderValues(parameters, coder.decode(hex));
    } catch (cause) {
      throw unfit(argument, `0x${hex}`, { expected: `what ${typesOf(parameters)} is encoded to, to the byte`, cause });
    }
  };
}
