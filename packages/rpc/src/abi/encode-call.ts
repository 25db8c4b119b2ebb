import { type Abi, type AbiEntry } from '@coin/units';
import { argumentInvalid } from '../encoding/arguments.ts';
import { encodeValues } from './abi-coding.ts';
import { abiSignature, filterEntries, findFunctions, requireOneFunction, listSignatures } from './abi-entries.ts';
import { type ConstructorArgs, type FunctionArgs, type FunctionName, type WithArgs } from './abi-types.ts';

/** A call as `triggerSmartContract`, `triggerConstantContract` and `estimateEnergy` take it. */
export interface EncodedCall {
  /** The signature: `transfer(address,uint256)`. */
  readonly functionSelector: string;
  /** Hex of the encoded arguments. */
  readonly parameter: string;
}

function canEncode({ inputs = [] }: AbiEntry, args: readonly unknown[]): boolean {
  try {
    encodeValues('args', inputs, args);
    return true;
  } catch {
    return false;
  }
}

/** The one of several functions of a name that takes the arguments. */
function chooseOverload(functions: readonly AbiEntry[], functionName: string, args: readonly unknown[]): AbiEntry {
  const ofLength = functions.filter(({ inputs = [] }) => inputs.length === args.length);
  const fitting = ofLength.length > 1 ? ofLength.filter((entry) => canEncode(entry, args)) : ofLength;
  if (fitting.length === 0) throw argumentInvalid('args', args, `the arguments of one of ${listSignatures(functions)}`);
  return requireOneFunction(fitting, functionName);
}

/**
 * Encodes a call of a contract's function. The types of the arguments follow from an ABI that is `as const`.
 *
 * Source: the Solidity documentation, "Contract ABI Specification"; docs/protocol/contract-calls.md, Parameter rules.
 *
 * @param call - `functionName`: a name, or a full signature if the arguments fit several functions of one name;
 * `args`: addresses as base58check or 41-hex, bytes as hex, integers as `bigint` (those of up to 48 bits also as
 * `number`), tuples as objects, or lists if components have no names; a `trcToken` is a `bigint`
 * @throws `ARGUMENT_INVALID` for a function that the ABI lacks, for an argument that does not fit its type, with its
 * place in `argument`, and for a tuple without components; `ADDRESS_INVALID`
 *
 * @example
 * ```ts
 * import { encodeCall } from '@coin/rpc/abi';
 *
 * const abi = [
 *   { type: 'function', name: 'transfer', inputs: [{ type: 'address' }, { type: 'uint256' }] },
 * ] as const;
 * const call = encodeCall({ abi, functionName: 'transfer', args: ['TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8', 5n] });
 * call.functionSelector; // => 'transfer(address,uint256)'
 * call.parameter.slice(0, 64); // => '0000000000000000000000001b02cc461f3bd04462c710609df74f63a6cdae1f'
 * ```
 */
export function encodeCall<const A extends Abi, N extends FunctionName<A>>(
  call: { readonly abi: A; readonly functionName: N } & WithArgs<FunctionArgs<A, N>>,
): EncodedCall {
  const { abi, functionName, args = [] }: { abi: Abi; functionName: string; args?: readonly unknown[] } = call;
  const functions = findFunctions(abi, functionName);
  const entry =
    functions.length > 1 && Array.isArray(args)
      ? chooseOverload(functions, functionName, args)
      : requireOneFunction(functions, functionName);
  return { functionSelector: abiSignature(entry), parameter: encodeValues('args', entry.inputs ?? [], args) };
}

/**
 * Encodes the arguments of a contract's constructor.
 *
 * Source: docs/protocol/transfers.md, Protobuf shapes; the Solidity documentation, "Contract ABI Specification".
 *
 * @param deployment - `args` as in {@link encodeCall}; none if the ABI has no constructor
 * @returns `parameter` for `deployContract`; behind the bytecode it is the `data` that simulates the deployment
 * @throws `ARGUMENT_INVALID` for arguments that do not fit; `ADDRESS_INVALID`
 *
 * @example
 * ```ts
 * import { encodeDeploy } from '@coin/rpc/abi';
 *
 * const abi = [{ type: 'constructor', inputs: [{ name: 'supply', type: 'uint256' }] }] as const;
 * encodeDeploy({ abi, args: [1000n] }).parameter.slice(-4); // => '03e8'
 * ```
 */
export function encodeDeploy<const A extends Abi>(
  deployment: { readonly abi: A } & WithArgs<ConstructorArgs<A>>,
): Pick<EncodedCall, 'parameter'> {
  const { abi, args = [] }: { abi: Abi; args?: readonly unknown[] } = deployment;
  const [{ inputs = [] } = {}] = filterEntries(abi, 'constructor');
  return { parameter: encodeValues('args', inputs, args) };
}
