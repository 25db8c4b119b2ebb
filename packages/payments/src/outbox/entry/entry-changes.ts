import { isRpcError, type Abi, type TransactionInfo } from '@coin/rpc';
import { revertReason } from '@coin/rpc/abi';
import { PaymentsError } from '../../errors.ts';
import { findFault } from '../../find-fault.ts';
import { dayOf } from '../../funds/fee-budget.ts';
import { omitUndefined } from '../../omit-undefined.ts';
import { describeProblem } from './entry-problem.ts';
import {
  type EntryProblem,
  type EntryTransaction,
  type EntryWait,
  type EntryWithTransaction,
  type OpenEntry,
  type OutboxEntry,
} from './outbox-entry.ts';

/** The fields that an entry keeps in every status. */
export const keptFields = (entry: OutboxEntry) => {
  const { id, intent, group, after, priority, earlierTxIDs, ignoredTxIDs, failures } = entry;
  return omitUndefined({ id, intent, group, after, priority, earlierTxIDs, ignoredTxIDs, failures });
};

/** The transaction of an entry, which the entry keeps until it is queued again. */
export const transactionFields = ({ txID, transaction, genesisId, feeDay }: EntryTransaction) =>
  omitUndefined({ txID, transaction, genesisId, feeDay });

/** Queues an entry whose transaction had no effect and never will, before the next one is signed. */
export function queueAgain(entry: OutboxEntry): OutboxEntry<'queued'> {
  const { txID, duplicateTxID, earlierTxIDs, ignoredTxIDs = [] } = entry;
  return {
    ...keptFields(entry),
    ...(duplicateTxID !== undefined && { ignoredTxIDs: [...ignoredTxIDs, duplicateTxID] }),
    status: 'queued',
    earlierTxIDs: txID === undefined ? earlierTxIDs : [...earlierTxIDs, txID],
  };
}

/** The time since when an entry waits for something of a kind. */
export const waitingSince = ({ waitsFor }: OutboxEntry, kind: EntryWait['kind'], now: number): number =>
  waitsFor?.kind === kind ? waitsFor.since : now;

/** Counts a failure. The entry is queued again, or rejected after too many failures. */
export function countFailure(
  entry: OutboxEntry,
  problem: EntryProblem,
  maxFailures: number,
): OutboxEntry<'queued' | 'rejected'> {
  const failures = entry.failures + 1;
  return { ...keptFields(entry), status: failures < maxFailures ? 'queued' : 'rejected', failures, problem };
}

/**
 * Rejections by the chain, which would reject another attempt too, and by a wallet: its user has refused, or it may have
 * sent a transaction that it changed.
 */
const REJECTIONS: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'VALIDATION_FAILED',
  'CALL_REVERTED',
  'CALL_FAILED',
  'ADDRESS_INVALID',
  'ARGUMENT_INVALID',
  'REJECTED_BY_USER',
  'TRANSACTION_CHANGED',
]);

/**
 * Changes an entry after a failed attempt. One with a transaction keeps its status until that is settled. A fault of the
 * surroundings is no failure of a payment.
 */
export function recordFailure(
  entry: OpenEntry,
  error: unknown,
  { abi, maxFailures }: { readonly abi: Abi; readonly maxFailures: number },
): OutboxEntry {
  const problem = describeProblem(error, abi);
  if (entry.txID !== undefined || findFault(error) !== undefined)
    return entry.status === 'queued' ? { ...keptFields(entry), status: 'queued', problem } : { ...entry, problem };
  return countFailure(entry, problem, isRpcError(error) && REJECTIONS.has(error.code) ? 0 : maxFailures);
}

/** Stops an entry until a person has compared it with a transaction that the store does not know. */
export function stopAsDuplicate(entry: OutboxEntry, duplicateTxID: string): OutboxEntry<'rejected'> {
  const reason = 'it does the same, and the store does not know it';
  const error = new PaymentsError('STORE_OUTDATED', { id: entry.id, txID: duplicateTxID, reason });
  return { ...keptFields(entry), status: 'rejected', problem: describeProblem(error), duplicateTxID };
}

/** The topic of `Transfer(address,address,uint256)`. */
const TRANSFER_TOPIC = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** Whether a token logs that it was moved. Some return false instead of reverting, and then they log nothing. */
const movesToken = ({ intent }: OutboxEntry, { logs }: TransactionInfo): boolean =>
  intent.kind !== 'transfer-token' ||
  logs.some(({ address, topics }) => address === intent.token && topics[0] === TRANSFER_TOPIC);

/** Ends an entry whose transaction is in a block that no fork can undo. A revert is named by its error in these ABIs. */
export function endIncluded(
  entry: EntryWithTransaction,
  info: TransactionInfo,
  abi: Abi,
): OutboxEntry<'succeeded' | 'failed'> {
  const { succeeded, result, contractResult, blockNumber, blockTime, fee } = info;
  const reason = result === 'REVERT' ? revertReason(contractResult, abi) : info.reason;
  const counted = entry.feeDay === undefined ? {} : { feeDay: dayOf(blockTime) };
  const ended = { ...keptFields(entry), ...transactionFields(entry), ...counted, blockNumber, fee };
  const isUnmoved = succeeded && !movesToken(entry, info);
  if (succeeded && !isUnmoved) return { ...ended, status: 'succeeded' };
  const cause = isUnmoved ? 'the contract did not revert, but logged no transfer' : (reason ?? result);
  const message = cause === result ? result : `${result}: ${cause}`;
  return { ...ended, status: 'failed', problem: { code: 'TRANSACTION_FAILED', message } };
}
