import { type Abi } from '@coin/units';
import { type FunctionName, type FunctionResult } from '../abi/abi-types.ts';
import { type NodeClient, type ReadStateOptions } from '../transport/transport.ts';
import { simulateContract } from './simulate-contract.ts';
import { type TypedCall } from './typed-call.ts';

/**
 * Reads from a contract: runs a function on the node without a transaction, and returns its result.
 *
 * Source: docs/protocol/contract-calls.md, triggerconstantcontract outcomes.
 *
 * @param args - the function and its arguments, typed by the ABI; `owner` if the result depends on the caller
 * @param options - `state: 'solid'` to read a state that no fork can undo
 * @returns the value, a list if there are several, `undefined` if there is none: addresses as base58check, bytes as hex
 * with `0x`, integers as `bigint`, those of up to 48 bits as `number`
 * @throws `ARGUMENT_INVALID`, `ADDRESS_INVALID`; `CALL_REVERTED` with the reason decoded by the ABI; `CALL_FAILED`;
 * `VALIDATION_FAILED` (no such contract); `RESPONSE_INVALID` when the answer does not fit the ABI; transport's codes
 *
 * @example
 * ```ts
 * import { createNodeClient } from '@coin/rpc';
 * import { parseAbi, readContract } from '@coin/rpc/abi';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * await readContract(client, {
 *   abi: parseAbi(['function addLoop(uint256 times) view returns (uint256)']),
 *   address: 'TRHoyDG2Yf82wGiz2Vni11tgW7Dr3ygb3w',
 *   functionName: 'addLoop',
 *   args: [1000n],
 *   owner: 'TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvvi',
 * }); // => 5143749195313850322372909567017240406698967538704863664619396585614129788044n
 * ```
 */
export async function readContract<const A extends Abi, N extends FunctionName<A>>(
  client: NodeClient,
  args: TypedCall<A, N> & { readonly owner?: string },
  options?: ReadStateOptions,
): Promise<FunctionResult<A, N>> {
  const { result } = await simulateContract(client, args, options);
  return result;
}
