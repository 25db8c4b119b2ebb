import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { createContract } from 'micro-eth-signer/abi.js';
import { type AbiParameter } from '../contract/abi.ts';

/** Encodes and decodes a list of values. Throws what the library throws. */
interface ParameterCoder {
  readonly encode: (values: readonly unknown[]) => string;
  readonly decode: (data: string) => readonly unknown[];
}

interface UnnamedParameter {
  readonly type: string;
  readonly components?: readonly UnnamedParameter[];
}

/**
 * The text of a type of an ABI. The library nests 128 levels at most, and its own pattern for arrays takes quadratic
 * time on a text of any length.
 */
const TYPE = /^\w{1,16}(?:\[\d{0,16}\]){0,128}$/;

/** Without names the library takes lists of values instead of objects. A trcToken is encoded as a number. */
function withoutName({ type, components }: AbiParameter): UnnamedParameter {
  if (!TYPE.test(type)) throw new TypeError('not a type of an ABI');
  return {
    type: type.replace(/^trcToken(?![^[])/, 'uint256'),
    ...(components !== undefined && { components: components.map(withoutName) }),
  };
}

/** The library codes functions: one whose arguments and results are the parameters. */
function codedFunction(parameters: readonly AbiParameter[]) {
  const unnamed = parameters.map(withoutName);
  const contract: object = createContract([{ type: 'function', name: 'f', inputs: unnamed, outputs: unnamed }]);
  return (
    contract as { f: { encodeInput: (value: unknown) => Uint8Array; decodeOutput: (data: Uint8Array) => unknown } }
  ).f;
}

const SELECTOR_BYTES = 4;

/** A coder of parameters. Throws for types that are no types of an ABI, and for tuples without components. */
export function parameterCoder(parameters: readonly AbiParameter[]): ParameterCoder {
  const { encodeInput, decodeOutput } = codedFunction(parameters);
  const isSingle = parameters.length === 1;
  const encode = (values: readonly unknown[]) =>
    bytesToHex(encodeInput(isSingle ? values[0] : values).subarray(SELECTOR_BYTES));
  return {
    encode,
    decode(data) {
      const decoded = decodeOutput(hexToBytes(data));
      const values = isSingle ? [decoded] : (decoded as unknown[]);
      // The library rejects all that is not exact, except for parts in another order.
      if (encode(values) !== data) throw new RangeError('parts in another order than they are encoded in');
      return values;
    },
  };
}
