import {
  decodeTransaction,
  getTransactionInfoById,
  isRpcError,
  resumeTransaction,
  RpcError,
  waitForTransaction,
} from '@coin/rpc';
import { countFailure, endIncluded, keptFields, queueAgain } from '../entry/entry-changes.ts';
import { describeProblem } from '../entry/entry-problem.ts';
import { type EntryWithTransaction, type OutboxEntry } from '../entry/outbox-entry.ts';
import { type WorkContext } from './work-context.ts';

/**
 * Waits until a transaction that this process does not send is in a block that no fork can undo, or is proven to have
 * expired. Returns the entry that `expire` makes in that case.
 */
export async function settleUnsent(
  entry: EntryWithTransaction,
  { client, signal, abi }: WorkContext,
  expire: (outcome: unknown) => OutboxEntry,
): Promise<OutboxEntry> {
  const { genesisId, transaction } = entry;
  const { txID, rawDataHex } = decodeTransaction(transaction);
  try {
    const args = { txID, rawDataHex, genesisId };
    return endIncluded(entry, await waitForTransaction(client, args, { until: 'solid', signal }), abi);
  } catch (outcome) {
    if (isRpcError(outcome, 'TRANSACTION_EXPIRED')) return expire(outcome);
    if (!isRpcError(outcome, 'TRANSACTION_FAILED')) throw outcome;
    const info = await getTransactionInfoById(client, { txID }, { state: 'solid', signal });
    if (info === undefined) throw outcome;
    return endIncluded(entry, info, abi);
  }
}

/**
 * Settles an entry whose transaction was not signed in time. Others may have completed it, so the outcome is certain
 * only when it is in a block or expired.
 */
export const settleUnsigned = (entry: OutboxEntry<'awaiting-signatures'>, context: WorkContext): Promise<OutboxEntry> =>
  settleUnsent(entry, context, (outcome) => {
    const queued = queueAgain(entry);
    if (entry.isCancelling === true) return { ...keptFields(queued), status: 'cancelled' };
    return countFailure(queued, describeProblem(outcome), context.maxFailures);
  });

/** Resumes the transaction of a signed entry until its outcome is final. */
export async function settleEntry(entry: OutboxEntry<'signed'>, context: WorkContext): Promise<OutboxEntry> {
  const { client, signal, maxFailures, abi } = context;
  const { transaction, genesisId } = entry;
  try {
    const resumed = await resumeTransaction(client, { transaction, genesisId }, { until: 'solid', signal });
    if (resumed.status !== 'expired') return endIncluded(entry, resumed.info, abi);
    const { txID, expiration, solidTime } = resumed;
    const problem = describeProblem(new RpcError('TRANSACTION_EXPIRED', { txID, expiration, solidTime }));
    return countFailure(queueAgain(entry), problem, maxFailures);
  } catch (error) {
    if (!isRpcError(error, 'BROADCAST_REJECTED')) throw error;
    // The content is rejected. Another node may still have it from an earlier attempt.
    const problem = describeProblem(error);
    return settleUnsent(entry, context, () => ({ ...keptFields(queueAgain(entry)), status: 'rejected', problem }));
  }
}
