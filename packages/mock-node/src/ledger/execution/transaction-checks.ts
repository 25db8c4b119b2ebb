import { type NetworkDescription } from '../../network/network-description.ts';
import { ContractType } from '../../protocol/messages/enumerations.ts';
import { type Milliseconds } from '../../protocol/primitives.ts';
import { BLOCK_INTERVAL_MS, DAY_MS } from '../../protocol/time.ts';
import { getBlock, headBlock, headTime, isInChain, solidBlock } from '../../state/accessors/blocks.ts';
import { isEnabled } from '../../state/accessors/dynamic-properties.ts';
import { type State } from '../../state/root.ts';
import { hasVersionPassed } from '../governance/block-version.ts';
import {
  ContractValidateError,
  DuplicateTransactionError,
  TaposError,
  TooBigTransactionError,
  TransactionExpirationError,
} from '../ledger-errors.ts';
import { type PreparedTransaction } from './prepared-transaction.ts';
import { skippedSlots } from './schedule.ts';

const MAX_TRANSACTION_BYTES = 512_000;
/**
 * Bytes counted for a transaction's result, regardless of its size: once as bandwidth, twice against the size limit.
 */
export const RESULT_ALLOWANCE = 64;

/** The purpose of an execution: a block, or the pool of pending transactions. */
export type Destination = 'block' | 'pool';

/**
 * Runs the checks that apply to every transaction before its signatures and its contract, in the node's order.
 *
 * Source: docs/protocol/blocks.md, What applying a block does.
 *
 * @throws ChainError of the first failed check.
 */
export function checkTransaction(state: State, transaction: PreparedTransaction, destination: Destination): void {
  checkContractCount(transaction);
  checkReferenceBlock(state, transaction);
  checkSize(state, transaction, destination);
  checkExpiration(state, transaction, destination);
  const referencedBlock = referencedNumber(state, transaction.rawData.ref_block_bytes);
  if (isInChain(state, transaction.id, { referencedBlock }))
    throw new DuplicateTransactionError(`dup trans : ${transaction.id} `);
}

/** Block version 4.8.0.1, whose nodes reject trades on exchanges. */
const REJECTS_TRADES = 33;

/**
 * Rejects a trade on an exchange while proposal 98 is off. Nodes keep it out of the pool and out of their own blocks. A
 * block with one is invalid once the version has passed. docs/protocol/exchanges.md, ExchangeTransaction.
 */
export function checkTrade(
  state: State,
  network: NetworkDescription<bigint>,
  { call }: PreparedTransaction,
  destination: Destination,
): void {
  if (call.typeNumber !== ContractType.values.ExchangeTransactionContract) return;
  if (isEnabled(state, 'getAllowHardenExchangeCalculation')) return;
  const isRejected =
    destination === 'pool' ? network.blockVersion >= REJECTS_TRADES : hasVersionPassed(state, network, REJECTS_TRADES);
  if (isRejected) throw new ContractValidateError('ExchangeTransactionContract is rejected');
}

/** The number of the latest block with these low two bytes. */
function referencedNumber(state: State, bytes: string): number {
  const { number } = headBlock(state);
  return number - ((number - Number.parseInt(bytes, 16)) & 0xffff);
}

function checkContractCount({ id, rawData }: PreparedTransaction): void {
  const count = rawData.contract.length;
  if (count === 1) return;
  throw new ContractValidateError(
    `tx ${id} contract size should be exactly 1, this is extend feature ,actual :${count}`,
  );
}

/**
 * Checks the reference block. It is one of the last 65,536, given by the low two bytes of its number and the middle of
 * its id.
 */
function checkReferenceBlock(state: State, { rawData }: PreparedTransaction): void {
  const { ref_block_bytes: bytes, ref_block_hash: hash } = rawData;
  const lowBytes = bytes.length === 4 ? Number.parseInt(bytes, 16) : Number.NaN;
  const referenced = Number.isNaN(lowBytes) ? undefined : getBlock(state, referencedNumber(state, bytes));
  if (referenced === undefined) {
    throw new TaposError(`Tapos failed, block not found, ref block ${lowBytes}, ${hash} , ${tail(state)}`);
  }
  const expected = referenced.id.slice(16, 32);
  if (expected !== hash) {
    throw new TaposError(
      `Tapos failed, different block hash, ${lowBytes}, ${hash} , recent block ${expected}, ${tail(state)}`,
    );
  }
}

const tail = (state: State): string => `solid block ${solidBlock(state).id} head block ${headBlock(state).id}`;

function checkSize(state: State, { id, size }: PreparedTransaction, destination: Destination): void {
  const withResult = size + 2 * RESULT_ALLOWANCE;
  const countsResult = destination === 'pool' || isEnabled(state, 'getConsensusLogicOptimization');
  if (countsResult && withResult > MAX_TRANSACTION_BYTES) {
    throw new TooBigTransactionError(
      `Too big transaction with result, TxId ${id}, the size is ${withResult} bytes, maxTxSize ${MAX_TRANSACTION_BYTES}`,
    );
  }
  if (size > MAX_TRANSACTION_BYTES) {
    throw new TooBigTransactionError(
      `Too big transaction, TxId ${id}, the size is ${size} bytes, maxTxSize ${MAX_TRANSACTION_BYTES}`,
    );
  }
}

function checkExpiration(state: State, { rawData }: PreparedTransaction, destination: Destination): void {
  const expiration = Number(rawData.expiration);
  const now = headTime(state);
  if (destination === 'block' && isEnabled(state, 'getConsensusLogicOptimization'))
    checkBeforeNextSlot(state, expiration);
  if (expiration <= now || expiration > now + DAY_MS) {
    throw new TransactionExpirationError(
      `Transaction expiration, transaction expiration time is ${expiration}, but headBlockTime is ${now}`,
    );
  }
}

/** @throws TransactionExpirationError if a transaction expires before the next possible block. */
export function checkBeforeNextSlot(state: State, expiration: Milliseconds): void {
  const next = headTime(state) + BLOCK_INTERVAL_MS * (1 + skippedSlots(state));
  if (expiration < next) {
    throw new TransactionExpirationError(`Transaction expiration time is ${expiration}, but next slot time is ${next}`);
  }
}
