import { PaymentsError } from '../../errors.ts';
import { ACCOUNT_MS } from '../../funds/account-funds.ts';
import { LONGEST_DELAY_MS, type OutboxStore, type StoredRecord } from '../../store/outbox-store.ts';
import { keyOfEntry, recordOf, type VersionedEntry } from '../entry/entry-record.ts';
import { hasEnded, isWaiting, type EntryWait, type OutboxEntry, type WaitingEntry } from '../entry/outbox-entry.ts';
import { findEntry } from '../entry/stored-entries.ts';
import { notifyChange } from './notify-change.ts';
import { type WorkContext } from './work-context.ts';

/** The pause before an entry is claimed again that no signer of its run may sign. */
const LEFT_MS = 15_000;

/**
 * Returns the pause before a waiting entry is checked again. The first entry that waits for coin is checked with each
 * block. For entries that wait for another one, the pause grows up to a minute.
 */
function computeDelay(waitsFor: EntryWait, now: number): number {
  const { until = Infinity } = waitsFor;
  const longest = Math.max(1, Math.min(LONGEST_DELAY_MS, until - now));
  if (waitsFor.kind !== 'funds' && waitsFor.kind !== 'entry') return longest;
  const delay = waitsFor.kind === 'funds' && waitsFor.behind === undefined ? ACCOUNT_MS : now - waitsFor.since;
  return Math.max(ACCOUNT_MS, Math.min(longest, delay));
}

/** The error for a store that has an earlier version of an entry than the written one, or none. */
function outdatedError(
  { id, txID: current, earlierTxIDs }: OutboxEntry,
  written: number,
  stored: StoredRecord | undefined,
) {
  const found = stored === undefined ? 'no such entry' : `version ${stored.version}`;
  const txID = [current, ...earlierTxIDs, 'that is not signed yet'].find((each) => each !== undefined);
  return new PaymentsError('STORE_OUTDATED', {
    id,
    txID: String(txID),
    reason: `the store has ${found} after version ${written}`,
  });
}

/** Whether a change is worth an event. A node that is unreachable for hours is one event, and so is an empty wallet. */
const isNews = (entry: OutboxEntry, next: OutboxEntry): boolean =>
  next.status !== entry.status ||
  next.waitsFor?.kind !== entry.waitsFor?.kind ||
  next.problem?.code !== entry.problem?.code ||
  next.transaction !== entry.transaction ||
  next.failures !== entry.failures;

/**
 * Whether nobody works on an entry after a change. A new transaction is signed by the own signers first, and one that
 * all have signed is compared with the account first.
 */
export const isPause = (entry: OutboxEntry, next: OutboxEntry): next is WaitingEntry =>
  isWaiting(next) && (next.txID === undefined || entry.status === next.status);

/**
 * Whether an entry leaves its group's place to others: it waits for an unfinished entry of the same group, which would
 * otherwise wait for it.
 */
async function givesWay(store: OutboxStore, { group, waitsFor }: OutboxEntry): Promise<boolean> {
  if (group === undefined || waitsFor?.kind !== 'entry') return false;
  const earlier = await findEntry(store, waitsFor.id);
  return earlier?.group === group && !hasEnded(earlier);
}

/** Whether an entry that waited for another one takes its place in its group again, where others may be before it. */
export const rejoinsGroup = (entry: OutboxEntry, next: OutboxEntry): boolean =>
  entry.group !== undefined &&
  entry.waitsFor?.kind === 'entry' &&
  next.status === 'queued' &&
  next.waitsFor === undefined;

/**
 * Stores a change and returns it; undefined if another process has changed or claimed the entry meanwhile. Reads a
 * transaction again before anyone signs or sends it, because an entry that the store did not keep would be signed
 * again. After an entry has ended nothing is sent, and a later run resumes one whose end was lost. Releases the claim
 * of an entry that waits, that takes its place in a group, or that is left to another outbox.
 */
export async function writeEntry(
  { entry, version }: VersionedEntry,
  next: OutboxEntry,
  { store, client, holder, onChange, isLeft }: WorkContext & { readonly isLeft: boolean },
): Promise<VersionedEntry | undefined> {
  const hasNews = isNews(entry, next);
  const pauses = isPause(entry, next);
  if (!hasNews && !pauses && !isLeft && next.isHeld === entry.isHeld) return { entry: next, version };
  const { event, group, ...rest } = recordOf(next);
  const record = group === undefined || (await givesWay(store, next)) ? rest : { ...rest, group };
  const kept = isLeft ? { delayMs: LEFT_MS } : !rejoinsGroup(entry, next) && { holder };
  const claim = pauses ? { delayMs: computeDelay(next.waitsFor, client.clock.now()) } : kept;
  const isWritten = await store.compareAndSet({
    ...record,
    ...claim,
    version,
    ...(hasNews && { event }),
  });
  const expected = isWritten ? version + 1 : version;
  if (!isWritten || (next.txID !== undefined && !hasEnded(next))) {
    const stored = await store.get(keyOfEntry(entry.id));
    if (stored === undefined || stored.version < expected) throw outdatedError(next, expected, stored);
    if (stored.version > expected || !isWritten) return undefined;
  }
  if (!hasNews) return { entry: next, version: expected };
  await notifyChange(onChange, next, entry);
  return { entry: next, version: expected };
}
