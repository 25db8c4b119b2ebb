import { type Abi } from '@coin/units';
import { valueDecoder } from './abi-coding.ts';
import { findFunctions, requireOneFunction } from './abi-entries.ts';
import { type FunctionName, type FunctionResult } from './abi-types.ts';

/**
 * Decodes a function's result: the value, a list if there are several, `undefined` if there is none.
 *
 * Accepts only the exact encoding of the values, see docs/decisions/14-abi-coder.md.
 *
 * Source: the Solidity documentation, "Contract ABI Specification".
 *
 * @param call - `functionName`: as in `encodeCall`, the full signature for one of several functions of a name; `data`:
 * hex, such as `constantResult`
 * @returns addresses as base58check, bytes as hex with `0x`, integers as `bigint`, those of up to 48 bits as `number`
 * @throws `ARGUMENT_INVALID` for a function that the ABI lacks, and for data that is not the exact encoding of its
 * values: too short, too long, with other offsets, bits beyond a type, text that is not UTF-8
 *
 * @example
 * ```ts
 * import { decodeResult } from '@coin/rpc/abi';
 *
 * const abi = [{ type: 'function', name: 'decimals', inputs: [], outputs: [{ type: 'uint8' }] }] as const;
 * decodeResult({ abi, functionName: 'decimals', data: '6'.padStart(64, '0') }); // => 6
 * ```
 */
export function decodeResult<const A extends Abi, N extends FunctionName<A>>(call: {
  readonly abi: A;
  readonly functionName: N;
  readonly data: string;
}): FunctionResult<A, N> {
  const { abi, functionName, data }: { abi: Abi; functionName: string; data: string } = call;
  const { outputs = [] } = requireOneFunction(findFunctions(abi, functionName), functionName);
  const values = valueDecoder(outputs)('data', data);
  return (outputs.length > 1 ? values : values[0]) as FunctionResult<A, N>;
}
