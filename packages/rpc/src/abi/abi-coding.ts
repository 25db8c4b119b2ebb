import { type AbiParameter } from '@coin/units';
import { argumentInvalid, hexArgument } from '../encoding/arguments.ts';
import { readAbiType, type AbiType } from './abi-type.ts';
import { decodeValues } from './decode-value.ts';
import { encodeList, encodeValue } from './encode-value.ts';

const listTypes = (parameters: readonly AbiParameter[]): string => `(${parameters.map(({ type }) => type).join(',')})`;

/** Types by the parameters of an ABI, of which programs encode and decode the same few. */
const knownTypes = /* @__PURE__ */ new WeakMap<readonly AbiParameter[], readonly AbiType[]>();

export function readTypes(parameters: readonly AbiParameter[]): readonly AbiType[] {
  const known = knownTypes.get(parameters);
  if (known !== undefined) return known;
  try {
    const types = parameters.map((parameter) => readAbiType(parameter));
    knownTypes.set(parameters, types);
    return types;
  } catch (cause) {
    const expected = 'types of an ABI, tuples with their components, which the chain does not store';
    throw argumentInvalid('abi', listTypes(parameters), expected, { cause });
  }
}

/** Hex of values, checked one by one. */
export function encodeValues(
  argument: string,
  parameters: readonly AbiParameter[],
  values: readonly unknown[],
): string {
  const types = readTypes(parameters);
  if (!Array.isArray(values) || values.length !== types.length)
    throw argumentInvalid(argument, values, `a list of ${types.length} values: ${listTypes(parameters)}`);
  return encodeList(
    types,
    types.map((type, i) => encodeValue(`${argument}[${i}]`, type, values[i])),
  );
}

/** Decodes hex to values in the form that this package uses. */
export type ValueDecoder = (argument: string, data: string) => unknown[];

/** Reads values from hex. Accepts only the one encoding that the coder itself produces for these values. */
export function valueDecoder(parameters: readonly AbiParameter[]): ValueDecoder {
  const types = readTypes(parameters);
  return (argument, data) => {
    const hex = hexArgument(argument, data);
    try {
      return decodeValues(hex, types);
    } catch (cause) {
      throw argumentInvalid(argument, `0x${hex}`, `what ${listTypes(parameters)} is encoded to, to the byte`, {
        cause,
      });
    }
  };
}
