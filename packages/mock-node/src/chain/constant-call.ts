import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { EstimateEnergyMessage, TransactionExtention } from '../protocol/answers.ts';
import type { CreateSmartContract, TriggerSmartContract } from '../protocol/contract-messages.ts';
import { ContractType } from '../protocol/enumerations.ts';
import type { TransactionMessage } from '../protocol/messages.ts';
import type { MessageInit, MessageOf } from '../protocol/schema.ts';
import { headBlock } from '../state/blocks.ts';
import { getCode, getContract } from '../state/contracts.ts';
import { getParameter } from '../state/dynamic-properties.ts';
import { createState } from '../state/root.ts';
import type { State } from '../state/root.ts';
import type { ExecutionOutcome } from '../vm/execute.ts';
import type { TraceHook } from '../vm/machine/trace.ts';
import { readHeader } from '../ledger/execution/block.ts';
import { buildTransaction, wrapContract } from './build-transaction.ts';
import type { Chain } from './chain.ts';
import { latestState } from './chain.ts';
import { constantFunctions } from '../ledger/contracts/constant-functions.ts';
import { isEnergyBlind } from '../ledger/contracts/cannot-observe-energy.ts';
import { ContractValidateError, chainError } from '../ledger/ledger-errors.ts';
import { internalTransactionMessage, logMessage, runPlan, runtimeErrorOf } from '../ledger/execution/run-contract.ts';
import { prepareTransaction } from '../ledger/execution/prepared-transaction.ts';
import type { RunCall } from '../ledger/execution/prepared-transaction.ts';

export type ContractCall = MessageOf<typeof TriggerSmartContract>;
export type CallAnswer = MessageInit<MessageOf<typeof TransactionExtention>>;
export type EstimateAnswer = MessageInit<MessageOf<typeof EstimateEnergyMessage>>;

const asText = (text: string): string => bytesToHex(utf8ToBytes(text));

/**
 * Runs a contract on a ledger, in the block that is its head, and forgets what it changed. Without a contract's address
 * the data is run as creation code. The answer has everything but `result.result` and `result.code`.
 *
 * Source: docs/protocol/contract-calls.md.
 *
 * @throws ChainError where the call is refused or ends with an exception.
 */
export function callConstant(
  chain: Chain,
  state: State,
  call: ContractCall,
  { trace }: { readonly trace?: TraceHook } = {},
): CallAnswer {
  const transaction = constantTransaction(chain, state, call);
  const executed = runConstant(chain, state, transaction, { ...(trace !== undefined && { trace }) });
  const { exception } = executed;
  if (exception !== undefined) throw chainError(exception.className, exception.message);
  return answerOf(transaction, executed);
}

/**
 * Builds the transaction of a call. Where the contract's ABI says that the function changes nothing, it is run like a
 * constant call instead, within the fee limit.
 *
 * Source: docs/protocol/contract-calls.md.
 *
 * @throws ChainError where the contract is missing, or the run is refused or ends with an exception.
 */
export function triggerContract(
  chain: Chain,
  call: ContractCall,
  { feeLimit }: { readonly feeLimit: bigint },
): CallAnswer {
  const state = latestState(chain);
  const transaction = buildTransaction(chain, ContractType.values.TriggerSmartContract, call, { feeLimit });
  const contract = getContract(state, call.contract_address);
  if (contract === undefined) throw new ContractValidateError('No contract or not a valid smart contract');
  if (!constantFunctions(contract).has(call.data.slice(0, 8))) return { transaction };
  const executed = runConstant(chain, state, transaction, { feeLimit });
  const { exception } = executed;
  if (exception !== undefined) throw chainError(exception.className, exception.message);
  return answerOf(transaction, executed);
}

/** The transaction that a constant call is wrapped in; one without a contract's address deploys. */
function constantTransaction(chain: Chain, state: State, call: ContractCall): TransactionMessage {
  if (call.contract_address !== '') {
    if (getContract(state, call.contract_address) === undefined) {
      throw new ContractValidateError('Smart contract is not exist.');
    }
    return wrapContract(chain, state, { type: ContractType.values.TriggerSmartContract, contract: call });
  }
  const creation: MessageInit<MessageOf<typeof CreateSmartContract>> = {
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
  };
  return wrapContract(chain, state, { type: ContractType.values.CreateSmartContract, contract: creation });
}

function runConstant(
  chain: Chain,
  state: State,
  transaction: TransactionMessage,
  { feeLimit = 0n, trace }: { readonly feeLimit?: bigint; readonly trace?: TraceHook },
): ExecutionOutcome {
  const { network } = chain;
  if (!network.supportConstant) throw new ContractValidateError('this node does not support constant');
  const { id, call } = prepareTransaction(transaction);
  const { type, contract } = call as RunCall;
  // What the run changes must not reach the ledger that was asked.
  const scratch = createState(state.root);
  const plan = type.plan({ state: scratch, transactionId: id, feeLimit, purpose: 'constant' }, contract);
  const head = headBlock(state);
  return runPlan(scratch, plan, {
    transactionId: id,
    energyLimit: energyLimitOf(chain, state, feeLimit),
    block: { number: head.number, timestamp: head.timestamp, witness: readHeader(head).witness_address },
    effects: 'discard',
    ...(trace !== undefined && { trace }),
  });
}

function answerOf(transaction: TransactionMessage, executed: ExecutionOutcome): CallAnswer {
  const error = runtimeErrorOf(executed);
  return {
    transaction: { ...transaction, ret: [error === undefined ? {} : { ret: 1 }] },
    ...(error !== undefined && { result: { message: asText(error) } }),
    energy_used: executed.energyUsed,
    energy_penalty: executed.energyPenalty,
    constant_result: [bytesToHex(executed.output)],
    logs: executed.logs.map(logMessage),
    internal_transactions: executed.internalTransactions.map(internalTransactionMessage),
  };
}

/** The search for the energy a call needs stops when its fee limit is known to this many small units. */
const searchPrecision = 1_000_000n;

/**
 * Searches for the lowest fee limit with which a call succeeds, in steps of a coin, as the node does.
 *
 * Source: docs/protocol/contract-calls.md, estimateenergy algorithm.
 *
 * @throws ChainError where the call is refused.
 */
export function estimateEnergy(chain: Chain, state: State, call: ContractCall): EstimateAnswer {
  const { network } = chain;
  if (!network.estimateEnergy) throw new ContractValidateError('this node does not support estimate energy');
  if (!network.supportConstant) {
    throw new ContractValidateError('this node does not support constant, so estimate energy cannot work');
  }
  const transaction = constantTransaction(chain, state, call);
  const price = getParameter(state, 'getEnergyFee');
  let high = getParameter(state, 'getMaxFeeLimit');
  const first = runConstant(chain, state, transaction, { feeLimit: high });
  const error = runtimeErrorOf(first);
  if (error !== undefined) return { result: { code: contractExecuteError, message: asText(error) } };
  const blind = isEnergyBlind(codeOf(state, call));
  const succeeds = (feeLimit: bigint): boolean =>
    blind
      ? energyLimitOf(chain, state, feeLimit) >= first.energyUsed
      : runConstant(chain, state, transaction, { feeLimit }).status === 'success';
  let low = price * first.energyUsed;
  if (low * 2n < high) {
    const double = low * 2n;
    if (succeeds(double)) high = double;
    else low = double;
  }
  while (low + searchPrecision < high) {
    const middle = (low + high) / 2n;
    if (succeeds(middle)) high = middle;
    else low = middle;
  }
  // The node computes in doubles here.
  return { result: { result: true }, energy_required: BigInt(Math.ceil(Number(high) / Number(price))) };
}

/** Energy that a constant call may use; a fee limit of 0 does not bound it. */
function energyLimitOf({ network }: Chain, state: State, feeLimit: bigint): bigint {
  const most = network.maxEnergyLimitForConstant;
  if (feeLimit <= 0n) return most;
  const affordable = feeLimit / getParameter(state, 'getEnergyFee');
  return affordable < most ? affordable : most;
}

/** The code that a call runs first: all of it, where that code calls nobody. */
function codeOf(state: State, call: ContractCall): Uint8Array {
  if (call.contract_address === '') return hexToBytes(call.data);
  return getCode(state, call.contract_address)?.bytes ?? new Uint8Array();
}

/** CONTRACT_EXE_ERROR of the protocol's response codes. */
const contractExecuteError = 3;
