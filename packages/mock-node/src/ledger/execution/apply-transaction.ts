import type { NetworkDescription } from '../../network/network-description.ts';
import { ContractResult } from '../../protocol/enumerations.ts';
import { TransactionInfo } from '../../protocol/messages.ts';
import type { InternalTransactionMessage, TransactionInfoMessage } from '../../protocol/messages.ts';
import type { MessageInit } from '../../protocol/schema.ts';
import { create } from '../../protocol/wire.ts';
import type { Milliseconds } from '../../protocol/primitives.ts';
import { getBlock, headBlock, headSlot, headTime, indexTransaction, solidBlock } from '../../state/blocks.ts';
import { isEnabled } from '../../state/dynamic-properties.ts';
import type { State } from '../../state/root.ts';
import { consumeBandwidth, consumeMemoFee, consumeMultiSignFee } from './bandwidth.ts';
import type { NetBill } from './bandwidth.ts';
import type { BlockPlan } from './block.ts';
import {
  ChainError,
  DuplicateTransactionError,
  TaposError,
  TooBigTransactionError,
  TransactionExpirationError,
} from '../ledger-errors.ts';
import { checkSignatures } from '../accounts/permissions.ts';
import { runContract } from './run-contract.ts';
import type { NativeCall, PreparedTransaction, RunCall } from './prepared-transaction.ts';
import { BLOCK_INTERVAL_MS, DAY_MS } from '../../protocol/time.ts';

const maxTransactionBytes = 512_000;
/** Bytes set aside for a transaction's result; counted once as bandwidth and twice against the size limit. */
const resultAllowance = 64;

/** The block a transaction is executed for; absent while it is only pending. */
export type BlockOfTransaction = Pick<BlockPlan, 'number' | 'timestamp' | 'witness'>;

/** Whether signatures are looked at again: not where they have been against this very ledger. */
export type SignatureCheck = 'check' | 'checked';

export interface ApplyOptions {
  /** Place of the transaction among those of its block, or of the pool. */
  readonly index: number;
  readonly block?: BlockOfTransaction;
  readonly signatures?: SignatureCheck;
}

export interface TransactionOutcome {
  readonly info: TransactionInfoMessage;
  /** The result that stands in the block, by its name in the protocol. */
  readonly contractResult: keyof typeof ContractResult.values;
}

/**
 * Executes a transaction on the ledger as it stands. What it changed before it threw is the caller's to set back.
 *
 * Source: docs/protocol/blocks.md, What applying a block does.
 *
 * @throws ChainError of the check that failed first.
 */
export function applyTransaction(
  state: State,
  network: NetworkDescription,
  transaction: PreparedTransaction,
  { index, block, signatures = 'check' }: ApplyOptions,
): TransactionOutcome {
  checkContractCount(transaction);
  const { call } = transaction;
  checkReferenceBlock(state, transaction);
  checkSize(state, transaction, block);
  checkExpiration(state, transaction, block);
  if (state.root.transactions.has(transaction.id))
    throw new DuplicateTransactionError(`dup trans : ${transaction.id} `);
  if (signatures === 'check') checkSignatures(state, transaction);
  const net = consumeBandwidth(state, transaction, { inBlock: block !== undefined });
  const multiSignFee = consumeMultiSignFee(state, transaction);
  const memoFee = consumeMemoFee(state, transaction);
  const otherFees = multiSignFee + memoFee;
  const outcome =
    'plan' in call.type
      ? contractOutcome(state, network, transaction, { block, net, otherFees, call: call as RunCall })
      : nativeOutcome(state, network, transaction, { block, net, otherFees, call: call as NativeCall });
  indexTransaction(state, transaction.id, index);
  return outcome;
}

function checkContractCount({ id, message }: PreparedTransaction): void {
  const count = message.raw_data?.contract.length ?? 0;
  if (count === 1) return;
  throw new ChainError(
    'org.tron.core.exception.ContractSizeNotEqualToOneException',
    `tx ${id} contract size should be exactly 1, this is extend feature ,actual :${count}`,
  );
}

/** The reference block is one of the last 65,536, named by the low two bytes of its number and the middle of its id. */
function checkReferenceBlock(state: State, { message }: PreparedTransaction): void {
  const { ref_block_bytes: bytes, ref_block_hash: hash } = message.raw_data!;
  const head = headBlock(state);
  const tail = `solid block ${solidBlock(state).id} head block ${head.id}`;
  const named = bytes.length === 4 ? Number.parseInt(bytes, 16) : Number.NaN;
  const number = head.number - ((head.number - named) & 0xffff);
  const referenced = Number.isNaN(named) ? undefined : getBlock(state, number);
  if (referenced === undefined) {
    throw new TaposError(`Tapos failed, block not found, ref block ${named}, ${hash} , ${tail}`);
  }
  const expected = referenced.id.slice(16, 32);
  if (expected !== hash) {
    throw new TaposError(`Tapos failed, different block hash, ${named}, ${hash} , recent block ${expected}, ${tail}`);
  }
}

function checkSize(state: State, { id, bytes }: PreparedTransaction, block: BlockOfTransaction | undefined): void {
  const withResult = bytes.length + 2 * resultAllowance;
  if ((block === undefined || isEnabled(state, 'getConsensusLogicOptimization')) && withResult > maxTransactionBytes) {
    throw new TooBigTransactionError(
      `Too big transaction with result, TxId ${id}, the size is ${withResult} bytes, maxTxSize ${maxTransactionBytes}`,
    );
  }
  if (bytes.length > maxTransactionBytes) {
    throw new TooBigTransactionError(
      `Too big transaction, TxId ${id}, the size is ${bytes.length} bytes, maxTxSize ${maxTransactionBytes}`,
    );
  }
}

function checkExpiration(state: State, { message }: PreparedTransaction, block: BlockOfTransaction | undefined): void {
  const expiration = Number(message.raw_data!.expiration);
  const now = headTime(state);
  if (block !== undefined && isEnabled(state, 'getConsensusLogicOptimization')) checkBeforeNextSlot(state, expiration);
  if (expiration <= now || expiration > now + DAY_MS) {
    throw new TransactionExpirationError(
      `Transaction expiration, transaction expiration time is ${expiration}, but headBlockTime is ${now}`,
    );
  }
}

/** @throws TransactionExpirationError where a transaction expires before the next block can be made. */
export function checkBeforeNextSlot(state: State, expiration: Milliseconds): void {
  const skipped = state.root.properties.headWasMaintenance ? 2 : 0;
  const next = headTime(state) + BLOCK_INTERVAL_MS * (1 + skipped);
  if (expiration < next) {
    throw new TransactionExpirationError(`Transaction expiration time is ${expiration}, but next slot time is ${next}`);
  }
}

interface Charges {
  readonly block: BlockOfTransaction | undefined;
  readonly net: NetBill;
  readonly otherFees: bigint;
}

function commonInfo({ id }: PreparedTransaction, { block }: Charges) {
  return {
    id,
    ...(block !== undefined && { blockNumber: BigInt(block.number), blockTimeStamp: BigInt(block.timestamp) }),
  };
}

function nativeOutcome(
  state: State,
  network: NetworkDescription,
  transaction: PreparedTransaction,
  { call, ...charges }: Charges & { readonly call: NativeCall },
): TransactionOutcome {
  const context = {
    state,
    network,
    now: headTime(state),
    slot: headSlot(state),
    transactionId: transaction.id,
    phase: 'execute',
  } as const;
  call.type.validate(context, call.contract);
  const result = call.type.execute(context, call.contract);
  const { net, otherFees } = charges;
  const info = create(TransactionInfo, {
    ...commonInfo(transaction, charges),
    fee: result.fee + net.fee + otherFees,
    contractResult: [''],
    receipt: { net_usage: net.usage, net_fee: net.fee },
    withdraw_amount: result.withdrawAmount ?? 0n,
    unfreeze_amount: result.unfreezeAmount ?? 0n,
    withdraw_expire_amount: result.withdrawExpireAmount ?? 0n,
    cancel_unfreezeV2_amount: result.cancelUnfreezeAmounts ?? [],
    packingFee: net.packingFee,
  });
  return { info, contractResult: 'SUCCESS' };
}

function contractOutcome(
  state: State,
  network: NetworkDescription,
  transaction: PreparedTransaction,
  { call, ...charges }: Charges & { readonly call: RunCall },
): TransactionOutcome {
  const run = runContract(state, transaction, { call, block: charges.block });
  const { net, otherFees } = charges;
  const pooled =
    isEnabled(state, 'getAllowTransactionFeePool') && run.result !== 'OUT_OF_TIME' ? run.bill.energyFee : 0n;
  const info = create(TransactionInfo, {
    ...commonInfo(transaction, charges),
    fee: run.bill.energyFee + net.fee + otherFees,
    contractResult: [run.output],
    contract_address: run.contract,
    receipt: {
      energy_usage: run.bill.energyUsage,
      energy_fee: run.bill.energyFee,
      origin_energy_usage: run.bill.originEnergyUsage,
      energy_usage_total: run.energyUsed,
      net_usage: net.usage,
      net_fee: net.fee,
      result: ContractResult.values[run.result],
      energy_penalty_total: run.energyPenalty,
    },
    log: run.logs,
    ...(run.runtimeError !== undefined && { result: 1, resMessage: run.runtimeError }),
    internal_transactions: network.saveInternalTransactions ? run.internalTransactions.filter(isSaved) : [],
    packingFee: net.packingFee + pooled,
  });
  return { info, contractResult: run.result };
}

/** Infos list calls, creations and self-destructions, but no staking operations of contracts. */
function isSaved({ note }: MessageInit<InternalTransactionMessage>): boolean {
  return savedNotes.includes(note ?? '');
}

/** `call`, `create` and `suicide`. */
const savedNotes: readonly string[] = ['63616c6c', '637265617465', '73756963696465'];
