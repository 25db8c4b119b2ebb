import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { constantFunctions } from '../ledger/contracts/constant-functions.ts';
import { readHeader } from '../ledger/execution/block.ts';
import { energyPrice } from '../ledger/execution/energy-billing.ts';
import { internalTransactionMessage, logMessage } from '../ledger/execution/run-messages.ts';
import { runPlan, runtimeErrorOf } from '../ledger/execution/run-plan.ts';
import { ContractValidateError, chainError } from '../ledger/ledger-errors.ts';
import { createSmartContract } from '../ledger/transactions/create-smart-contract.ts';
import { type ContractRunCall, type ContractRunPlan } from '../ledger/transactions/transaction-type.ts';
import { triggerSmartContract } from '../ledger/transactions/trigger-smart-contract.ts';
import { type TransactionExtention } from '../protocol/messages/api-messages.ts';
import { CreateSmartContract, TriggerSmartContract } from '../protocol/messages/contract-messages.ts';
import { transactionId } from '../protocol/messages/ids.ts';
import { type TransactionMessage } from '../protocol/messages/messages.ts';
import { type MessageInit, type MessageOf } from '../protocol/messages/schema.ts';
import { create } from '../protocol/messages/wire.ts';
import { once } from '../protocol/once.ts';
import { type Hex } from '../protocol/primitives.ts';
import { headBlock } from '../state/accessors/blocks.ts';
import { getContract } from '../state/accessors/contracts.ts';
import { createState, type State } from '../state/root.ts';
import { type ExecutionOutcome } from '../vm/execute.ts';
import { type Tracing } from '../vm/machine/trace.ts';
import { buildTransaction, wrapContract } from './build-transaction.ts';
import { latestState, type Chain } from './chain.ts';

export type ContractCall = MessageOf<typeof TriggerSmartContract>;
export type CallAnswer = MessageInit<MessageOf<typeof TransactionExtention>>;
/** The answer of a call that was built or has run. Results of its transaction may omit default values. */
export interface CompletedCall extends Omit<CallAnswer, 'transaction'> {
  readonly transaction: Omit<TransactionMessage, 'ret'> & Pick<MessageInit<TransactionMessage>, 'ret'>;
}

/**
 * Runs a contract on the ledger, in the head block, and discards its changes. Without a contract address, runs the data
 * as creation code. The answer lacks only `result.result` and `result.code`.
 *
 * Source: docs/protocol/contract-calls.md.
 *
 * @throws ChainError if the call is rejected or ends with an exception.
 */
export function callConstant(chain: Chain, state: State, call: ContractCall): CompletedCall {
  const answer = runTraced(chain, state, call, chain.tracing);
  for (const watch of chain.callWatchers) watch(state, call);
  return answer;
}

/** Runs a constant call under other eyes than the node's. */
export function runTraced(chain: Chain, state: State, call: ContractCall, tracing: Tracing): CompletedCall {
  return answerConstant(chain, state, wrapConstantCall(chain, state, call), { feeLimit: 0n, ...tracing });
}

/**
 * Builds the transaction of a call. If the contract's ABI marks the function as read-only, runs it as a constant call
 * instead, within the fee limit.
 *
 * Source: docs/protocol/contract-calls.md.
 *
 * @throws ChainError if the contract is missing, or the run is rejected or ends with an exception.
 */
export function triggerContract(
  chain: Chain,
  call: ContractCall,
  { feeLimit }: { readonly feeLimit: bigint },
): CompletedCall {
  const state = latestState(chain);
  const transaction = buildTransaction(chain, TriggerSmartContract, call, { feeLimit });
  const contract = getContract(state, call.contract_address);
  if (contract === undefined) throw new ContractValidateError('No contract or not a valid smart contract');
  if (!constantFunctions(contract).has(call.data.slice(0, 8))) return { transaction };
  const wrapped = { transaction: () => transaction, call: triggerSmartContract.call(call) };
  const answer = answerConstant(chain, state, wrapped, { feeLimit, ...chain.tracing });
  for (const watch of chain.callWatchers) watch(state, call);
  return answer;
}

/** A call and the transaction in its answer. The transaction is built on demand, because an estimate shows none. */
export interface WrappedCall {
  readonly transaction: () => TransactionMessage;
  readonly call: ContractRunCall;
}

/**
 * Builds the transaction that wraps a constant call. Without a contract address it is a deployment.
 *
 * @throws ContractValidateError if the contract does not exist.
 */
export function wrapConstantCall(chain: Chain, state: State, call: ContractCall): WrappedCall {
  if (call.contract_address !== '') {
    if (getContract(state, call.contract_address) === undefined) {
      throw new ContractValidateError('Smart contract is not exist.');
    }
    return {
      transaction: once(() => wrapContract(chain, state, { schema: TriggerSmartContract, contract: call })),
      call: triggerSmartContract.call(call),
    };
  }
  const creation = create(CreateSmartContract, {
    owner_address: call.owner_address,
    new_contract: {
      origin_address: call.owner_address,
      bytecode: call.data,
      call_value: call.call_value,
      consume_user_resource_percent: 100n,
      origin_energy_limit: 1n,
    },
    call_token_value: call.call_token_value,
    token_id: call.token_id,
  });
  return {
    transaction: once(() => wrapContract(chain, state, { schema: CreateSmartContract, contract: creation })),
    call: createSmartContract.call(creation),
  };
}

/** A constant call that can run any number of times. */
export interface PlannedCall {
  readonly transactionId: () => Hex;
  readonly plan: ContractRunPlan;
}

/** @throws ContractValidateError if the node does not support constant calls or rejects this one. */
export function planConstantCall(
  { network }: Chain,
  state: State,
  { transaction, call }: WrappedCall,
  { feeLimit }: { readonly feeLimit: bigint },
): PlannedCall {
  if (!network.supportConstant) throw new ContractValidateError('this node does not support constant');
  const id = (): Hex => transactionId(transaction().raw_data);
  return { transactionId: id, plan: call.plan({ state, transactionId: id, feeLimit, purpose: 'constant' }) };
}

/** Runs a planned call with at most this much energy, and discards its changes. */
export function runConstantCall(
  { network, stepLimit }: Chain,
  state: State,
  { transactionId, plan }: PlannedCall,
  { energyLimit, ...tracing }: { readonly energyLimit: bigint } & Tracing,
): ExecutionOutcome {
  const head = headBlock(state);
  return runPlan(createState(state.root), plan, {
    network,
    transactionId,
    energyLimit,
    block: { number: head.number, timestamp: head.timestamp, witness: readHeader(head).witness_address },
    effects: 'discard',
    stepLimit,
    tracing,
  });
}

/** The energy that a constant call may use. A fee limit of 0 sets no limit. */
export function energyLimitOf({ network }: Chain, state: State, feeLimit: bigint): bigint {
  const max = network.maxEnergyLimitForConstant;
  if (feeLimit <= 0n) return max;
  const affordable = feeLimit / energyPrice(state);
  return affordable < max ? affordable : max;
}

function answerConstant(
  chain: Chain,
  state: State,
  wrapped: WrappedCall,
  { feeLimit, ...options }: { readonly feeLimit: bigint } & Tracing,
): CompletedCall {
  const planned = planConstantCall(chain, state, wrapped, { feeLimit });
  const energyLimit = energyLimitOf(chain, state, feeLimit);
  const executed = runConstantCall(chain, state, planned, { energyLimit, ...options });
  const { exception } = executed;
  if (exception !== undefined) throw chainError(exception.className, exception.message);
  const error = runtimeErrorOf(executed);
  return {
    transaction: { ...wrapped.transaction(), ret: [error === undefined ? {} : { ret: 1 }] },
    ...(error !== undefined && { result: { message: bytesToHex(utf8ToBytes(error)) } }),
    energy_used: executed.energyUsed,
    energy_penalty: executed.energyPenalty,
    constant_result: [bytesToHex(executed.output)],
    logs: executed.logs.map(logMessage),
    internal_transactions: executed.internalTransactions.map(internalTransactionMessage),
  };
}
