import { type Abi } from '@coin/units';
import { type FunctionName, type FunctionResult } from '../abi/abi-types.ts';
import { decodeLogs, type DecodedLog } from '../abi/decode-logs.ts';
import { nameRevert } from '../abi/name-revert.ts';
import { type ContractLog } from '../contract/execution-trace.ts';
import { triggerConstantContract, type ConstantCall } from '../endpoints/trigger-constant-contract.ts';
import { type NodeClient, type ReadStateOptions } from '../transport/transport.ts';
import { decodeAnswer, encodeTypedCall, type CallValueArgs, type TypedCall } from './typed-call.ts';

/** The account of 20 zero bytes. Nobody has its key. */
const NOBODY = '410000000000000000000000000000000000000000';

/** The caller, and the coin that the call sends. */
export interface SimulateContractArgs extends CallValueArgs {
  /** The caller: base58check or 41-hex; the account of 20 zero bytes by default. */
  readonly owner?: string;
}

/** The result and the effects of a call if it were made now. */
export interface SimulatedContract<A extends Abi, N> extends Omit<ConstantCall, 'logs'> {
  /** The function's decoded result. */
  readonly result: FunctionResult<A, N>;
  /** The logs. Logs of events in the ABI have `eventName` and `args`. */
  readonly logs: readonly DecodedLog<A, ContractLog>[];
}

/**
 * Runs a call on the node without a transaction, and returns its result, its events and the energy it uses.
 *
 * Source: docs/protocol/contract-calls.md, triggerconstantcontract outcomes.
 *
 * @param args - the function and its arguments, typed by the ABI; `owner` and `callValue` in small units, which the
 * owner must have
 * @param options - `state: 'solid'` to run on a state that no fork can undo
 * @throws `ARGUMENT_INVALID`, `ADDRESS_INVALID`; `CALL_REVERTED` with the reason decoded by the ABI; `CALL_FAILED`;
 * `VALIDATION_FAILED`; `RESPONSE_INVALID` when the answer does not fit the ABI; transport's codes
 *
 * @example
 * ```ts
 * import { createNodeClient } from '@coin/rpc';
 * import { parseAbi, simulateContract } from '@coin/rpc/abi';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * const { result, energyUsed } = await simulateContract(client, {
 *   abi: parseAbi(['function transfer(address to, uint256 amount) returns (bool)']),
 *   address: 'TU6f9qGifVvKMTFHJSnTwijatVDFRbhr3V',
 *   functionName: 'transfer',
 *   args: ['TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8', 1n],
 *   owner: 'TP3NCfgn6h2BpqdUzVUKuNxnePELafAjKY',
 * });
 * result; // => true
 * energyUsed; // => 27_704n
 * ```
 */
export async function simulateContract<const A extends Abi, N extends FunctionName<A>>(
  client: NodeClient,
  args: TypedCall<A, N> & SimulateContractArgs,
  options?: ReadStateOptions,
): Promise<SimulatedContract<A, N>> {
  const { owner = NOBODY }: SimulateContractArgs = args;
  const call = encodeTypedCall(args, owner);
  const { abi } = args;
  const { logs, ...answer } = await nameRevert(abi, triggerConstantContract(client, call, options));
  // The full signature, because several functions may share a name.
  const functionName = call.functionSelector as N;
  const result = decodeAnswer(client, { abi, functionName, data: answer.constantResult });
  return { ...answer, result, logs: decodeLogs({ abi, logs }) };
}
