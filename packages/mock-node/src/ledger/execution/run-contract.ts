import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { type NetworkDescription } from '../../network/network-description.ts';
import { type InternalTransactionMessage, type LogMessage } from '../../protocol/messages/messages.ts';
import { type MessageInit } from '../../protocol/messages/schema.ts';
import { type Address, type Hex } from '../../protocol/primitives.ts';
import { headBlock } from '../../state/accessors/blocks.ts';
import { deleteContract } from '../../state/accessors/contracts.ts';
import { type State } from '../../state/root.ts';
import { type ContractResult } from '../../vm/machine/frame-exception.ts';
import { type Tracing } from '../../vm/machine/trace.ts';
import { type ContractRunCall } from '../transactions/transaction-type.ts';
import { type BlockOfTransaction } from './block.ts';
import { allowEnergy, billEnergy, type EnergyBill } from './energy-billing.ts';
import { type PreparedTransaction } from './prepared-transaction.ts';
import { internalTransactionMessage, logMessage } from './run-messages.ts';
import { runPlan, runtimeErrorOf } from './run-plan.ts';
import { scheduledWitness, slotTime } from './schedule.ts';

/** The part of a transaction's info about the contract it ran. */
export interface ContractRun {
  readonly result: ContractResult;
  readonly contract: Address;
  readonly output: Hex;
  readonly energyUsed: bigint;
  readonly energyPenalty: bigint;
  readonly bill: EnergyBill;
  readonly logs: readonly MessageInit<LogMessage>[];
  readonly internalTransactions: () => readonly MessageInit<InternalTransactionMessage>[];
  /** UTF-8 text, absent after success. */
  readonly runtimeError?: Hex;
  /** Present after a revert. */
  readonly revertedBy?: Address;
}

export interface ContractExecution {
  readonly network: NetworkDescription<bigint>;
  readonly call: ContractRunCall;
  readonly transaction: PreparedTransaction;
  /** Absent while the transaction is only pending. */
  readonly block: BlockOfTransaction | undefined;
  /** Steps after which it runs out of time. */
  readonly stepLimit: number;
  readonly tracing?: Tracing;
}

/**
 * Runs the contract of a transaction and bills its energy.
 *
 * Source: docs/protocol/fee-limit.md; docs/protocol/contract-calls.md.
 */
export function runContract(
  state: State,
  { network, call, transaction, block, stepLimit, tracing }: ContractExecution,
): ContractRun {
  const feeLimit = transaction.rawData.fee_limit;
  const transactionId = (): Hex => transaction.id;
  const plan = call.plan({ state, transactionId, feeLimit, purpose: 'transaction' });
  const before = state.root;
  const allowance = allowEnergy(state, plan, { feeLimit });
  const executed = runPlan(state, plan, {
    network,
    transactionId,
    energyLimit: allowance.limit,
    block: block ?? upcomingBlock(state),
    effects: 'commit',
    stepLimit,
    ...(tracing !== undefined && { tracing }),
  });
  // A failed run changes nothing. Even the reservation of its energy is reverted.
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
    logs: executed.logs.map(logMessage),
    internalTransactions: () => executed.internalTransactions.map(internalTransactionMessage),
    ...(runtimeError !== undefined && { runtimeError: bytesToHex(utf8ToBytes(runtimeError)) }),
    ...(executed.revertedBy !== undefined && { revertedBy: executed.revertedBy }),
  };
}

/** The block that a pending transaction is executed for: the next possible one. */
function upcomingBlock(state: State): BlockOfTransaction {
  return {
    number: headBlock(state).number + 1,
    timestamp: slotTime(state, 1),
    witness: scheduledWitness(state, 1),
  };
}
