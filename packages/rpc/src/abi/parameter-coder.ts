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

/** Without names the library takes lists of values instead of objects. A trcToken is encoded as a number. */
const withoutName = ({ type, components }: AbiParameter): UnnamedParameter => ({
  type: type.replace(/^trcToken(?![^[])/, 'uint256'),
  ...(components !== undefined && { components: components.map(withoutName) }),
});

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
