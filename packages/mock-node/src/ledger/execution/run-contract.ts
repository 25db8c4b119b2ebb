import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { InternalTransactionMessage, LogMessage } from '../../protocol/messages.ts';
import type { MessageInit } from '../../protocol/schema.ts';
import type { Address, Hex } from '../../protocol/primitives.ts';
import { firstBlock, getBlock, headBlock } from '../../state/blocks.ts';
import { deleteContract } from '../../state/contracts.ts';
import type { State } from '../../state/root.ts';
import { execute } from '../../vm/execute.ts';
import type { ExecutionOutcome } from '../../vm/execute.ts';
import type { BlockContext, Log } from '../../vm/machine/execution.ts';
import type { ContractResult } from '../../vm/machine/frame-exception.ts';
import type { InternalTransaction } from '../../vm/world/internal-transaction.ts';
import type { TraceHook } from '../../vm/machine/trace.ts';
import type { BlockOfTransaction } from './block.ts';
import { allowEnergy, billEnergy } from './energy-billing.ts';
import type { EnergyBill } from './energy-billing.ts';
import { chainError } from '../ledger-errors.ts';
import { rulesOf } from '../contracts/rules-of-state.ts';
import { scheduledWitness, slotTime } from './schedule.ts';
import type { PreparedTransaction } from './prepared-transaction.ts';
import type { ContractRunCall, ContractRunPlan } from '../transactions/transaction-type.ts';
import { createWorldState } from '../contracts/ledger-world-state.ts';

/** What a transaction that ran a contract leaves for its info. */
export interface ContractRun {
  readonly result: ContractResult;
  readonly contract: Address;
  readonly output: Hex;
  readonly energyUsed: bigint;
  readonly energyPenalty: bigint;
  readonly bill: EnergyBill;
  readonly logs: readonly MessageInit<LogMessage>[];
  readonly internalTransactions: readonly MessageInit<InternalTransactionMessage>[];
  /** UTF-8 text, absent after success. */
  readonly runtimeError?: Hex;
}

export interface ContractExecution {
  readonly call: ContractRunCall;
  readonly transaction: PreparedTransaction;
  /** Absent while the transaction is only pending. */
  readonly block: BlockOfTransaction | undefined;
}

/**
 * Runs the contract of a transaction and has its energy paid.
 *
 * Source: docs/protocol/fee-limit.md; docs/protocol/contract-calls.md.
 */
export function runContract(state: State, { call, transaction, block }: ContractExecution): ContractRun {
  const { id: transactionId, rawData } = transaction;
  const feeLimit = rawData.fee_limit;
  const plan = call.plan({ state, transactionId, feeLimit, purpose: 'transaction' });
  const before = state.root;
  const allowance = allowEnergy(state, plan, { feeLimit });
  const executed = runPlan(state, plan, {
    transactionId,
    energyLimit: allowance.limit,
    block: block ?? upcomingBlock(state),
    effects: 'commit',
  });
  // A failed run leaves nothing, not even the reservation of its energy.
  if (executed.status !== 'success') state.root = before;
  const bill = billEnergy(state, plan, {
    allowance,
    energyUsed: executed.energyUsed,
    outcome: executed.contractResult,
  });
  if (executed.status === 'success') for (const address of executed.destroyed) deleteContract(state, address);
  const runtimeError = runtimeErrorOf(executed);
  return {
    result: executed.contractResult,
    contract: plan.contract,
    output: bytesToHex(executed.output),
    energyUsed: executed.energyUsed,
    energyPenalty: executed.energyPenalty,
    bill,
    logs: executed.status === 'success' ? executed.logs.map(logMessage) : [],
    internalTransactions: executed.internalTransactions.map(internalTransactionMessage),
    ...(runtimeError !== undefined && { runtimeError: bytesToHex(utf8ToBytes(runtimeError)) }),
  };
}

/** What the node says of a run that failed. */
export function runtimeErrorOf(executed: ExecutionOutcome): string | undefined {
  if (executed.status === 'revert') return 'REVERT opcode executed';
  return executed.exception?.message;
}

/** A block as contracts see it. */
export interface RunOptions {
  readonly transactionId: Hex;
  readonly energyLimit: bigint;
  readonly block: BlockOfTransaction;
  readonly effects: 'commit' | 'discard';
  readonly trace?: TraceHook;
}

/** Runs a plan in the virtual machine. @throws ChainError where the run cannot begin. */
export function runPlan(state: State, plan: ContractRunPlan, options: RunOptions): ExecutionOutcome {
  const { transactionId, energyLimit, block, effects, trace } = options;
  plan.prepare(state);
  const most = BigInt(Number.MAX_SAFE_INTEGER);
  const result = execute({
    state: createWorldState(state),
    rules: rulesOf(state),
    block: blockContext(state, block),
    message: {
      kind: plan.kind,
      caller: plan.caller,
      to: plan.contract,
      data: plan.data,
      callValue: plan.callValue,
      tokenValue: plan.tokenValue,
      tokenId: plan.tokenId,
      transactionId: hexToBytes(transactionId),
    },
    energyLimit: energyLimit < most ? energyLimit : most,
    effects,
    ...(trace !== undefined && { trace }),
  });
  if (result.status === 'rejected') throw chainError(result.className, result.message);
  return result;
}

function blockContext(state: State, { number, timestamp, witness }: BlockOfTransaction): BlockContext {
  return {
    number,
    timestamp,
    coinbase: witness,
    cycle: state.root.properties.cycle,
    genesisBlockId: hexToBytes(firstBlock(state.root).id),
    blockId(earlier) {
      const block = getBlock(state, earlier);
      return block === undefined ? undefined : hexToBytes(block.id);
    },
  };
}

/** What a transaction that waits takes for its block: the next one that could be made. */
function upcomingBlock(state: State): BlockOfTransaction {
  return {
    number: headBlock(state).number + 1,
    timestamp: slotTime(state, 1),
    witness: scheduledWitness(state, 1),
  };
}

/** A log as infos hold it: its address without the prefix. */
export function logMessage({ address, topics, data }: Log): MessageInit<LogMessage> {
  return { address: address.slice(2), topics: topics.map((topic) => bytesToHex(topic)), data: bytesToHex(data) };
}

export function internalTransactionMessage(internal: InternalTransaction): MessageInit<InternalTransactionMessage> {
  const { hash, caller, transferTo, value, tokens, note, rejected, extra } = internal;
  return {
    hash: bytesToHex(hash),
    caller_address: caller,
    transferTo_address: transferTo,
    callValueInfo: [{ callValue: value }, ...tokens.map(([tokenId, amount]) => ({ callValue: amount, tokenId }))],
    note: bytesToHex(utf8ToBytes(note)),
    rejected,
    ...(extra !== undefined && { extra }),
  };
}
