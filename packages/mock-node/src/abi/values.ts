import { argumentInvalid } from '../errors.ts';
import { type Hex } from '../protocol/primitives.ts';
import { type AbiParameter } from './abi.ts';
import { decodeParameters, encodeParameters } from './parameter-coder.ts';

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * Encodes one value by its ABI type.
 *
 * Addresses are base58check, 41-hex or `0x`. Bytes are hexadecimal. Integers are bigints, safe integers or decimal
 * strings. A tuple is a list of values or an object with its components' names as keys.
 *
 * Source: the Solidity documentation, "Contract ABI Specification".
 *
 * @returns hexadecimal without `0x`.
 * @throws MockNodeError `ARGUMENT_INVALID` for a value outside the type.
 * @example
 * ```ts
 * import { encodeValue } from '@coin/mock-node/abi';
 *
 * encodeValue({ type: 'bool' }, true); // => '0000000000000000000000000000000000000000000000000000000000000001'
 * ```
 */
export function encodeValue(parameter: AbiParameter, value: unknown): Hex {
  const { type } = parameter;
  try {
    return encodeParameters([parameter], [value]);
  } catch (error) {
    throw argumentInvalid('value', value, `a value of ${type} (${reasonOf(error)})`);
  }
}

/**
 * Decodes parameter values, and accepts only data that the values encode back to.
 *
 * Addresses are base58check, bytes hexadecimal with `0x`, integers bigints, lists and tuples arrays.
 *
 * Source: docs/decisions/14-abi-coder.md.
 *
 * @param data - hexadecimal without `0x`
 * @throws MockNodeError `ARGUMENT_INVALID` for data that is not an encoding of these parameters.
 * @example
 * ```ts
 * import { decodeValues } from '@coin/mock-node/abi';
 *
 * decodeValues([{ type: 'uint256' }], `${'0'.repeat(63)}5`); // => [5n]
 * ```
 */
export function decodeValues(parameters: readonly AbiParameter[], data: Hex): readonly unknown[] {
  const types = parameters.map(({ type }) => type).join(', ');
  try {
    return decodeParameters(parameters, data);
  } catch (error) {
    throw argumentInvalid('data', data, `an encoding of (${types}) (${reasonOf(error)})`);
  }
}
