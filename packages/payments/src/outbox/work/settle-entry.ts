import {
  decodeTransaction,
  getTransactionInfoById,
  isRpcError,
  resumeTransaction,
  RpcError,
  waitForTransaction,
  type TransactionInfo,
} from '@coin/rpc';
import { omitUndefined } from '../../omit-undefined.ts';
import { countedFailure, problemOf } from '../entry/entry-problem.ts';
import { type OutboxEntry, withoutTransaction } from '../entry/outbox-entry.ts';
import { type WorkContext } from './work-context.ts';

/** The topic of `Transfer(address,address,uint256)`. */
const TRANSFER_TOPIC = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** Whether a token logs that it was moved. Some return false instead of reverting, and then they log nothing. */
const movesToken = ({ intent }: OutboxEntry, { logs }: TransactionInfo): boolean =>
  intent.kind !== 'transfer-token' ||
  logs.some(({ address, topics }) => address === intent.token && topics[0] === TRANSFER_TOPIC);

/** An entry whose transaction is in a block that no fork can undo. */
export function includedEntry(entry: OutboxEntry, info: TransactionInfo): OutboxEntry {
  const { succeeded, result, reason, blockNumber, fee } = info;
  const { problem: _, waitsFor: __, ...rest } = entry;
  const isUnmoved = succeeded && !movesToken(entry, info);
  if (succeeded && !isUnmoved) return { ...rest, status: 'succeeded', blockNumber, fee };
  const cause = isUnmoved ? 'the contract did not revert, but logged no transfer' : (reason ?? result);
  const message = cause === result ? result : `${result}: ${cause}`;
  return { ...rest, status: 'failed', blockNumber, fee, problem: { code: 'TRANSACTION_FAILED', message } };
}

/**
 * Waits until a transaction that this process does not send is in a block that no fork can undo, or is proven to have
 * expired. Returns the entry that `expired` makes in that case.
 */
export async function settleBytes(
  entry: OutboxEntry,
  { client, signal, abi }: WorkContext,
  expired: (outcome: unknown) => OutboxEntry,
): Promise<OutboxEntry> {
  const { genesisId, transaction = '' } = entry;
  const { txID, rawDataHex } = decodeTransaction(transaction);
  try {
    const args = omitUndefined({ txID, rawDataHex, genesisId, abi });
    return includedEntry(entry, await waitForTransaction(client, args, { until: 'solid', signal }));
  } catch (outcome) {
    if (isRpcError(outcome, 'TRANSACTION_EXPIRED')) return expired(outcome);
    if (!isRpcError(outcome, 'TRANSACTION_FAILED')) throw outcome;
    const info = await getTransactionInfoById(client, { txID, abi }, { state: 'solid', signal });
    if (info === undefined) throw outcome;
    return includedEntry(entry, info);
  }
}

/**
 * Settles an entry whose transaction was not signed in time. Others may have completed it, so the outcome is certain
 * only when it is in a block or expired.
 */
export const settleUnsigned = (entry: OutboxEntry, context: WorkContext): Promise<OutboxEntry> =>
  settleBytes(entry, context, (outcome) => {
    const queued = withoutTransaction(entry);
    if (entry.isCancelling === true) return { ...queued, status: 'cancelled' };
    return countedFailure(queued, problemOf(outcome), context.maxFailures);
  });

/** Resumes the transaction of a signed entry until its outcome is final. */
export async function settleEntry(entry: OutboxEntry, context: WorkContext): Promise<OutboxEntry> {
  const { client, signal, maxFailures, abi } = context;
  const { transaction: encoded = '', genesisId } = entry;
  try {
    const args = omitUndefined({ transaction: encoded, genesisId, abi });
    const resumed = await resumeTransaction(client, args, { until: 'solid', signal });
    if (resumed.status !== 'expired') return includedEntry(entry, resumed.info);
    const { txID, expiration, solidTime } = resumed;
    const problem = problemOf(new RpcError('TRANSACTION_EXPIRED', { txID, expiration, solidTime }));
    return countedFailure(withoutTransaction(entry), problem, maxFailures);
  } catch (error) {
    if (!isRpcError(error, 'BROADCAST_REJECTED')) throw error;
    // The content is rejected. Another node may still have it from an earlier attempt.
    const problem = problemOf(error);
    return settleBytes(entry, context, () => ({ ...withoutTransaction(entry), status: 'rejected', problem }));
  }
}
