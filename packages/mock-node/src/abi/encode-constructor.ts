import { argumentInvalid } from '../errors.ts';
import { type Hex } from '../protocol/primitives.ts';
import { type Abi } from './abi.ts';
import { encodeParameters } from './parameter-coder.ts';

/**
 * Encodes the arguments that follow a contract's creation code. @throws MockNodeError `ARGUMENT_INVALID` for arguments
 * that do not match the ABI.
 */
export function encodeConstructor(abi: Abi, args: readonly unknown[]): Hex {
  const { inputs = [] } = abi.find(({ type }) => type === 'constructor') ?? {};
  const types = `(${inputs.map(({ type }) => type).join(', ')})`;
  if (!Array.isArray(args) || args.length !== inputs.length)
    throw argumentInvalid('args', `${args.length} values`, `a list of ${inputs.length} values ${types}`);
  try {
    return encodeParameters(inputs, args);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw argumentInvalid('args', args, `values of ${types} (${reason})`);
  }
}
