import { decodeTransaction, isRpcError } from '@coin/rpc';
import { isPaymentsError } from '../../errors.ts';
import { retryPause } from '../../retry-pause.ts';
import { sleep } from '../../sleep.ts';
import { type StoredRecord } from '../../store/outbox-store.ts';
import { failedEntry } from '../entry/entry-problem.ts';
import { isAwaiting } from '../entry/entry-signatures.ts';
import { entryOf, hasEnded, type OutboxEntry, type VersionedEntry } from '../entry/outbox-entry.ts';
import { spendingOf } from '../intent/intent-spending.ts';
import { collectSignatures } from './collect-signatures.ts';
import { releaseBudget } from './pause-for-budget.ts';
import { settleEntry } from './settle-entry.ts';
import { signEntry } from './sign-entry.ts';
import { type WorkContext } from './work-context.ts';
import { isPause, writeEntry } from './write-entry.ts';

/**
 * Whether the error stops all entries: after a store failed, it is unknown which changes it wrote, and on another
 * network no payment can be judged.
 */
const endsRun = (error: unknown): boolean =>
  isPaymentsError(error, 'STORE_FAILED') ||
  isPaymentsError(error, 'STORE_OUTDATED') ||
  isPaymentsError(error, 'NETWORK_MISMATCH') ||
  isRpcError(error, 'ENDPOINT_MISMATCH');

/** Settles an entry with a transaction, and counts its burned fees in the budget of its day. */
async function settle(entry: OutboxEntry, context: WorkContext): Promise<OutboxEntry> {
  const { transaction = '', txID = '', feeDay } = entry;
  let next: OutboxEntry;
  if (isAwaiting(entry)) next = await collectSignatures(entry, context);
  else {
    context.wallets.reserve(entry.id, spendingOf(entry.intent, decodeTransaction(transaction)));
    next = await settleEntry(entry, context);
  }
  const isSettled = hasEnded(next) || next.txID !== txID;
  if (isSettled) await releaseBudget(entry, { txID, feeDay, fee: next.fee ?? 0n }, context);
  return next;
}

/** Releases the share of a transaction that is never sent from the budget of its day. */
const releaseShare = ({ feeDay, txID = '', ...entry }: OutboxEntry, context: WorkContext): Promise<void> =>
  releaseBudget(entry, { txID, feeDay, fee: 0n }, context);

/**
 * Works on a claimed entry until it has ended, waits, or belongs to another process. Returns whether it waits. Rejects
 * on another network, and if the signal aborts or the store fails.
 */
export async function completeEntry(record: StoredRecord, context: WorkContext): Promise<'waits' | 'left'> {
  const { signal, retryDelayMs, wallets } = context;
  let current: VersionedEntry | undefined = entryOf(record);
  const { id, intent } = current.entry;
  try {
    for (let failures = 0; current !== undefined && !hasEnded(current.entry);) {
      const { entry }: VersionedEntry = current;
      const hasTransaction = entry.txID !== undefined;
      let next: OutboxEntry;
      try {
        next = await (hasTransaction ? settle(entry, context) : signEntry(entry, record.position, context));
        failures = 0;
      } catch (error) {
        if (signal.aborted || endsRun(error)) throw error;
        // Others may take its coin during the pause: they would wait for this one, which then waits for its turn.
        if (!hasTransaction) wallets.release(intent.owner, id);
        next = failedEntry(entry, error, context);
        failures++;
      }
      current = await writeEntry(current, next, context);
      // It was cancelled, or is someone else's: what was signed is never sent.
      if (current === undefined && !hasTransaction) await releaseShare(next, context);
      if (current !== undefined && isPause(entry, next)) return failures === 0 ? 'waits' : 'left';
      if (failures > 0 && !hasEnded(next)) await sleep(retryPause(failures - 1, retryDelayMs), signal);
    }
    return 'left';
  } finally {
    wallets.release(intent.owner, id);
  }
}
