import { type Energy } from '@coin/units';
import { object } from 'zod/mini';
import { describeBuiltInError } from '../abi/built-in-errors.ts';
import { RESULT_CODES } from '../answers/result-words.ts';
import { callResultSchema, checkCallResult, isRevert } from '../contract/call-result.ts';
import { prepareContractCall, type ContractCall } from '../contract/contract-call.ts';
import {
  internalTransactionSchema,
  logSchema,
  readInternalTransaction,
  readLog,
  type ContractLog,
  type InternalTransaction,
} from '../contract/execution-trace.ts';
import { RpcError } from '../errors.ts';
import { requireField, unexpectedAnswer } from '../transport/answer/check-answer.ts';
import {
  bigintOrZero,
  optionalArray,
  optionalQuantity,
  optionalObject,
  optionalString,
  optionalWord,
} from '../transport/answer/wire-schema.ts';
import { queryNode } from '../transport/query-node.ts';
import { type NodeClient, type ReadStateOptions } from '../transport/transport.ts';

const PATH = '/wallet/triggerconstantcontract';

const schema = /* @__PURE__ */ object({
  result: callResultSchema,
  energy_used: optionalQuantity,
  energy_penalty: optionalQuantity,
  constant_result: /* @__PURE__ */ optionalArray(optionalString),
  logs: /* @__PURE__ */ optionalArray(logSchema),
  internal_transactions: /* @__PURE__ */ optionalArray(internalTransactionSchema),
  transaction: /* @__PURE__ */ optionalObject({
    ret: /* @__PURE__ */ optionalArray(/* @__PURE__ */ object({ ret: /* @__PURE__ */ optionalWord(RESULT_CODES) })),
  }),
});

/** The result and the effects of a call if it were made now. */
export interface ConstantCall {
  /** Energy in total, including the penalty. */
  readonly energyUsed: Energy;
  /** The energy that the dynamic energy model adds. */
  readonly energyPenalty: Energy;
  /** `energyUsed - energyPenalty`. */
  readonly basicEnergy: Energy;
  /** The call's result in hex; for a deployment, the contract's code. */
  readonly constantResult: string;
  readonly logs: readonly ContractLog[];
  /** Inner calls in the order in which they were made; calls of precompiled contracts do not show. */
  readonly internalTransactions: readonly InternalTransaction[];
}

/**
 * Runs a contract's function on the node without a transaction, and returns its energy, result and effects.
 *
 * Source: docs/specification.md, 4.3; docs/protocol/contract-calls.md.
 *
 * @param args - `owner`, `contract`: base58check or 41-hex; `functionSelector` with `parameter` (hex), or `data` (hex);
 * `callValue` in small units, which the owner must have; without `contract`, `data` is the creation code of a
 * deployment
 * @param options - `state: 'solid'` to run on a state that no fork can undo
 * @throws `ADDRESS_INVALID`, `ARGUMENT_INVALID`; `CALL_REVERTED` with the decoded reason; `CALL_FAILED` when anything
 * else stops the contract; `VALIDATION_FAILED` (no such contract, balance); `NOT_SUPPORTED`; transport's codes
 *
 * @example
 * ```ts
 * import { createNodeClient, triggerConstantContract } from '@coin/rpc';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * const { energyUsed, basicEnergy } = await triggerConstantContract(client, {
 *   owner: 'TP3NCfgn6h2BpqdUzVUKuNxnePELafAjKY',
 *   contract: '41c6db017de6cab42c3d4a69e32b71ade602ebce83',
 *   functionSelector: 'transfer(address,uint256)',
 *   parameter: `${'1b02cc461f3bd04462c710609df74f63a6cdae1f'.padStart(64, '0')}${'1'.padStart(64, '0')}`,
 * });
 * energyUsed; // => 27_704n
 * basicEnergy; // => 27_704n
 * ```
 */
export async function triggerConstantContract(
  client: NodeClient,
  args: ContractCall,
  options?: ReadStateOptions,
): Promise<ConstantCall> {
  const { body } = prepareContractCall(args);
  const { answer, source } = await queryNode(client, { path: PATH, body, schema }, options);
  checkCallResult(source, answer.result);
  const constantResult = (answer.constant_result ?? []).map((item) => item ?? '').join('');
  const failed = answer.transaction?.ret?.some(({ ret }) => ret === 'FAILED') ?? false;
  if (failed || isRevert(answer.result))
    throw new RpcError(
      'CALL_REVERTED',
      {
        path: PATH,
        reason: describeBuiltInError(constantResult),
        data: constantResult,
        energyUsed: bigintOrZero(answer.energy_used),
      },
      source,
    );
  // A node leaves out energy of 0. The result shows that the call ran.
  const used = answer.energy_used ?? (answer.constant_result && 0);
  const energyUsed = BigInt(requireField(source, 'energy_used', used));
  const energyPenalty = bigintOrZero(answer.energy_penalty);
  if (energyPenalty > energyUsed) throw unexpectedAnswer(source, 'energy_penalty', `${energyPenalty} of ${energyUsed}`);
  return {
    energyUsed,
    energyPenalty,
    basicEnergy: energyUsed - energyPenalty,
    constantResult,
    logs: (answer.logs ?? []).map(readLog),
    internalTransactions: (answer.internal_transactions ?? []).map(readInternalTransaction),
  };
}
