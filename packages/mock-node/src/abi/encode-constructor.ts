import { invalidArgument } from '../errors.ts';
import { type Hex } from '../protocol/primitives.ts';
import { type ContractAbi } from './abi.ts';
import { encodeParameters } from './parameter-coder.ts';

/** What follows a contract's creation code. @throws MockNodeError `ARGUMENT_INVALID` for arguments that do not fit. */
export function encodeConstructor(abi: ContractAbi, args: readonly unknown[]): Hex {
  const { inputs = [] } = abi.find(({ type }) => type === 'constructor') ?? {};
  const types = `(${inputs.map(({ type }) => type).join(', ')})`;
  if (!Array.isArray(args) || args.length !== inputs.length)
    invalidArgument('args', `must be a list of ${inputs.length} values ${types}, but has ${args.length}`);
  try {
    return encodeParameters(inputs, args);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return invalidArgument('args', `must be values of ${types}: ${reason}`);
  }
}
