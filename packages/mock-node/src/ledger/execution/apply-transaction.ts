import { type NetworkDescription } from '../../network/network-description.ts';
import { ContractResult } from '../../protocol/messages/enumerations.ts';
import { type InternalTransactionMessage, type TransactionInfoMessage } from '../../protocol/messages/messages.ts';
import { type MessageInit } from '../../protocol/messages/schema.ts';
import { type Address } from '../../protocol/primitives.ts';
import { headSlot, headTime, indexTransaction } from '../../state/accessors/blocks.ts';
import { isEnabled } from '../../state/accessors/dynamic-properties.ts';
import { type State } from '../../state/root.ts';
import { BURNED_COIN, collectUnknowns, markDependent } from '../../state/unknowns.ts';
import { type Tracing } from '../../vm/machine/trace.ts';
import { ContractValidateError } from '../ledger-errors.ts';
import { type NativeCall } from '../transactions/transaction-type.ts';
import { consumeBandwidth, consumeMemoFee, consumeMultiSignFee } from './bandwidth.ts';
import { type BlockOfTransaction } from './block.ts';
import { checkSignatures } from './check-signatures.ts';
import { type PreparedTransaction } from './prepared-transaction.ts';
import { runContract, type ContractExecution } from './run-contract.ts';
import { checkTrade, checkTransaction } from './transaction-checks.ts';

/** Signatures are not checked twice on the same ledger. An impersonated account's are not checked at all. */
export type SignatureCheck = 'check' | 'skip';

export interface ApplyOptions {
  /** Index of the transaction in its block, or in the pool. */
  readonly index: number;
  /** Absent while the transaction is only pending. */
  readonly block?: BlockOfTransaction;
  readonly signatures?: SignatureCheck;
  /** Steps after which a contract runs out of time; unlimited by default. */
  readonly stepLimit?: number;
  readonly tracing?: Tracing;
}

export interface TransactionOutcome {
  /** Without internal transactions. Fields with default values may be absent. */
  readonly info: MessageInit<TransactionInfoMessage>;
  /** Computes the info with its internal transactions. */
  readonly completeInfo: () => MessageInit<TransactionInfoMessage>;
  /** The result written into the block, by its name in the protocol. */
  readonly contractResult: keyof typeof ContractResult.values;
  /** The contract that reverted first; present after a revert. */
  readonly revertedBy?: Address;
}

/**
 * Executes a transaction on the current ledger. If it throws, the caller must revert the changes.
 *
 * Source: docs/protocol/blocks.md, What applying a block does.
 *
 * @throws ChainError of the first failed check.
 */
export function applyTransaction(
  state: State,
  network: NetworkDescription<bigint>,
  transaction: PreparedTransaction,
  options: ApplyOptions,
): TransactionOutcome {
  const { value, unknowns } = collectUnknowns(state.root, () => execute(state, network, transaction, options));
  // Other fees may have been due, and the owner pays them.
  markDependent(state, [transaction.id, transaction.call.owner, BURNED_COIN], unknowns);
  return value;
}

function execute(
  state: State,
  network: NetworkDescription<bigint>,
  transaction: PreparedTransaction,
  { index, block, signatures = 'check', stepLimit = Number.POSITIVE_INFINITY, tracing }: ApplyOptions,
): TransactionOutcome {
  const { id, call } = transaction;
  const destination = block === undefined ? 'pool' : 'block';
  checkTrade(state, network, transaction, destination);
  checkTransaction(state, transaction, destination);
  if (signatures === 'check') checkSignatures(state, transaction);
  if (call.kind === 'unreadable') throw new ContractValidateError(call.problem.message);
  const bandwidth = consumeBandwidth(state, transaction, destination);
  const extraFees = consumeMultiSignFee(state, transaction) + consumeMemoFee(state, transaction);
  const executed =
    call.kind === 'native'
      ? executeNative(state, network, call)
      : executeContract(state, {
          network,
          call,
          transaction,
          block,
          stepLimit,
          ...(tracing !== undefined && { tracing }),
        });
  indexTransaction(state, id, index);
  const info = {
    id,
    ...(block !== undefined && { blockNumber: BigInt(block.number), blockTimeStamp: BigInt(block.timestamp) }),
    ...executed.info,
    fee: executed.fee + bandwidth.fee + extraFees,
    receipt: { ...executed.info.receipt, net_usage: bandwidth.usage, net_fee: bandwidth.fee },
    packingFee: bandwidth.packingFee + executed.packingFee,
  };
  const { contractResult, revertedBy, internalTransactions } = executed;
  return {
    info,
    completeInfo: () =>
      internalTransactions === undefined ? info : { ...info, internal_transactions: internalTransactions() },
    contractResult,
    ...(revertedBy !== undefined && { revertedBy }),
  };
}

/** The outcome of a transaction's contract, without the costs of the transaction itself. */
interface ExecutedContract {
  readonly info: MessageInit<TransactionInfoMessage>;
  /** Those that the info lists, computed when it is encoded. */
  readonly internalTransactions?: () => readonly MessageInit<InternalTransactionMessage>[];
  readonly fee: bigint;
  /** Part of the fee that goes into the fee pool. */
  readonly packingFee: bigint;
  readonly contractResult: TransactionOutcome['contractResult'];
  readonly revertedBy?: Address;
}

function executeNative(state: State, network: NetworkDescription<bigint>, call: NativeCall): ExecutedContract {
  const context = { state, network, now: headTime(state), slot: headSlot(state), phase: 'execute' } as const;
  call.validate(context);
  const result = call.execute(context);
  return {
    info: {
      contractResult: [''],
      assetIssueID: result.assetIssueId ?? '',
      withdraw_amount: result.withdrawAmount ?? 0n,
      unfreeze_amount: result.unfreezeAmount ?? 0n,
      withdraw_expire_amount: result.withdrawExpireAmount ?? 0n,
      cancel_unfreezeV2_amount: result.cancelUnfreezeAmounts ?? [],
      ...result.trade,
    },
    fee: result.fee,
    packingFee: 0n,
    contractResult: 'SUCCESS',
  };
}

function executeContract(state: State, execution: ContractExecution): ExecutedContract {
  const { saveInternalTransactions } = execution.network;
  const run = runContract(state, execution);
  const { energyUsage, energyFee, originEnergyUsage } = run.bill;
  return {
    info: {
      contractResult: [run.output],
      contract_address: run.contract,
      receipt: {
        energy_usage: energyUsage,
        energy_fee: energyFee,
        origin_energy_usage: originEnergyUsage,
        energy_usage_total: run.energyUsed,
        result: ContractResult.values[run.result],
        energy_penalty_total: run.energyPenalty,
      },
      log: run.logs,
      ...(run.runtimeError !== undefined && { result: 1, resMessage: run.runtimeError }),
    },
    ...(saveInternalTransactions && { internalTransactions: () => run.internalTransactions().filter(isSaved) }),
    fee: energyFee,
    packingFee: isEnabled(state, 'getAllowTransactionFeePool') && run.result !== 'OUT_OF_TIME' ? energyFee : 0n,
    contractResult: run.result,
    ...(run.revertedBy !== undefined && { revertedBy: run.revertedBy }),
  };
}

/** Infos list calls, creations and self-destructions, but not staking operations of contracts. */
function isSaved({ note }: MessageInit<InternalTransactionMessage>): boolean {
  return savedNotes.includes(note ?? '');
}

/** `call`, `create` and `suicide`. */
const savedNotes: readonly string[] = ['63616c6c', '637265617465', '73756963696465'];
