import { isRpcError } from '@coin/rpc';
import { isPaymentsError } from '../../errors.ts';
import { findFault } from '../../find-fault.ts';
import { retryPause } from '../../retry-pause.ts';
import { sleep } from '../../sleep.ts';
import { type StoredRecord } from '../../store/outbox-store.ts';
import { recordFailure } from '../entry/entry-changes.ts';
import { entryOf, transactionOf } from '../entry/entry-record.ts';
import { hasEnded, type EntryWithTransaction, type OutboxEntry } from '../entry/outbox-entry.ts';
import { spendingOf } from '../intent/intent-spending.ts';
import { collectSignatures } from './collect-signatures.ts';
import { holdForFunds } from './hold-for-funds.ts';
import { releaseBudget } from './pause-entry.ts';
import { settleEntry } from './settle-entry.ts';
import { signEntry } from './sign-entry.ts';
import { type EntryContext, type WorkContext } from './work-context.ts';
import { isPause, rejoinsGroup, writeEntry } from './write-entry.ts';

/**
 * Whether the error stops all entries: after a store failed, it is unknown which changes it wrote. On another network,
 * or with records of a later release, no payment can be judged.
 */
const endsRun = (error: unknown): boolean =>
  (isPaymentsError(error) && findFault(error) === undefined) || isRpcError(error, 'ENDPOINT_MISMATCH');

/** Works on the transaction of an entry, and counts its burned fees in the budget of the day of its block. */
async function settle(entry: EntryWithTransaction, context: EntryContext): Promise<OutboxEntry> {
  const { txID, feeDay } = entry;
  const next = await settleTransaction(entry, context);
  if (hasEnded(next) || next.txID !== txID) {
    const { expiration } = transactionOf(entry);
    await releaseBudget(entry, { txID, feeDay, expiration, fee: next.fee ?? 0n, burnedOn: next.feeDay }, context);
  }
  return next;
}

async function settleTransaction(entry: EntryWithTransaction, context: EntryContext): Promise<OutboxEntry> {
  const signed = transactionOf(entry);
  if (entry.status === 'awaiting-signatures') return collectSignatures(entry, context);
  const spending = spendingOf(entry.intent, signed);
  if (entry.isHeld === true) return holdForFunds(entry, signed, spending, context);
  await context.account.reserve(context.reservationId, spending, signed.signatures.length);
  const next = await settleEntry(entry, context);
  context.account.settle(context.reservationId);
  return next;
}

/** Releases the share of a transaction that is never sent from the budgets of its days. */
async function releaseShare(entry: OutboxEntry, context: WorkContext): Promise<void> {
  if (entry.txID === undefined) return;
  const { txID, feeDay } = entry;
  await releaseBudget(entry, { txID, feeDay, expiration: transactionOf(entry).expiration, fee: 0n }, context);
}

/**
 * - `waits`: the entry waits
 * - `failed`: the entry waited before, and it is unknown whether it still has to; or another outbox has its key
 * - `left`: it has ended or belongs to another process
 */
export type Completion = 'waits' | 'failed' | 'left';

/**
 * Works on a claimed entry until it has ended, waits, or belongs to another process. Rejects on another network, and if
 * the signal aborts or the store fails.
 */
export async function completeEntry(record: StoredRecord, given: WorkContext): Promise<Completion> {
  const { signal, retryDelayMs } = given;
  let { entry, version } = entryOf(record);
  const { id, intent } = entry;
  const account = given.funds(intent.owner);
  const reservationId = `${record.version} ${id}`;
  account.adoptEarlier(id, reservationId);
  const context = { ...given, account, reservationId, unasked: new Set<string>(), position: record.position };
  try {
    for (let failures = 0; !hasEnded(entry);) {
      const hasTransaction = entry.txID !== undefined;
      let isLeft = false;
      let next: OutboxEntry;
      try {
        next = await (entry.txID === undefined ? signEntry(entry, context) : settle(entry, context));
        failures = 0;
      } catch (error) {
        if (signal.aborted || endsRun(error)) throw error;
        given.report(error);
        isLeft = isPaymentsError(error, 'SIGNER_MISMATCH');
        if (isLeft) given.leave(intent.owner);
        // Others may take its coin during the pause: they would wait for this entry, which then waits for them.
        if (!hasTransaction) account.release(reservationId);
        next = recordFailure(entry, error, context);
        failures++;
      }
      const written = await writeEntry({ entry, version }, next, { ...context, isLeft });
      if (written === undefined) {
        // It was cancelled, or is someone else's: what was signed is never sent.
        if (!hasTransaction) await releaseShare(next, context);
        return 'left';
      }
      if (rejoinsGroup(entry, next)) return 'left';
      if (isLeft || isPause(entry, next)) return failures === 0 ? 'waits' : 'failed';
      ({ entry, version } = written);
      if (failures > 0 && !hasEnded(next)) await sleep(retryPause(failures - 1, retryDelayMs), signal);
    }
    return 'left';
  } finally {
    account.release(reservationId);
  }
}
