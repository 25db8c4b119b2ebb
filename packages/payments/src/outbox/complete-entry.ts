import {
  decodeTransaction,
  encodeTransaction,
  getTransactionInfoById,
  isRpcError,
  resumeTransaction,
  RpcError,
  signTransaction,
  waitForTransaction,
  type NodeClient,
  type Signer,
  type Transaction,
  type TransactionInfo,
} from '@coin/rpc';
import { isPaymentsError, PaymentsError, reasonOf } from '../errors.ts';
import { omitUndefined } from '../omit-undefined.ts';
import { type OutboxStore, type StoredRecord } from '../store/outbox-store.ts';
import { buildIntent } from './build-intent.ts';
import { type PlanFeeLimit } from './intent.ts';
import {
  withoutTransaction,
  entryOf,
  hasEnded,
  keyOfEntry,
  keyOfTransaction,
  type OutboxEntry,
  recordOf,
  type VersionedEntry,
} from './outbox-entry.ts';
import { retryPause } from './retry-pause.ts';
import { findTwin } from './review-chain.ts';
import { sleep } from './sleep.ts';
import { requireNetwork } from './store-network.ts';

/** The dependencies of working on entries. */
export interface WorkContext {
  readonly store: OutboxStore;
  /** Who has claimed the entries. */
  readonly holder: string;
  readonly client: NodeClient;
  readonly signer: Signer;
  /** Genesis block id of the store's network. */
  readonly genesisId: string;
  readonly planFeeLimit?: PlanFeeLimit | undefined;
  readonly onChange?: ((entry: OutboxEntry) => unknown) | undefined;
  readonly maxFailures: number;
  readonly retryDelayMs: number;
  readonly signal: AbortSignal;
}

/** Number of times a transaction is built again because another entry has its id. */
const MAX_BUILDS = 20;
/** A node writes its time in milliseconds into each transaction, so after this pause it builds a different one. */
const LONGEST_PAUSE_MS = 25;

/**
 * A transaction of an entry that no other entry has or had. Two equal intents that a node builds in the same
 * millisecond, or after its clock was set back, are the same bytes and would be paid once.
 */
async function buildOwnTransaction(entry: OutboxEntry, context: WorkContext): Promise<Transaction> {
  const { store, client, genesisId, planFeeLimit, signal } = context;
  let txID = '';
  // The node behind an address may have changed since the run began.
  await requireNetwork(client, genesisId, { signal });
  for (let build = 0; build < MAX_BUILDS; build++) {
    const built = await buildIntent(client, entry.intent, planFeeLimit, { signal });
    ({ txID } = built);
    if (await store.createIfAbsent({ key: keyOfTransaction(txID), value: entry.id, listing: 'none' })) return built;
    await sleep(1 + Math.random() * LONGEST_PAUSE_MS, signal);
  }
  throw new RpcError('TRANSACTION_MISMATCH', { field: 'txID', requested: 'one of no other entry', built: txID });
}

/** An entry that is not paid before a person has compared it with a transaction that the store does not know. */
function suspectedEntry(entry: OutboxEntry, twinTxID: string): OutboxEntry {
  const reason = 'it does the same, and the store does not know it';
  const problem = problemOf(new PaymentsError('STORE_OUTDATED', { id: entry.id, txID: twinTxID, reason }));
  return { ...entry, status: 'rejected', problem, twinTxID };
}

/** Signs the transaction of a queued entry. It is stored before anyone sends it. */
async function signEntry(entry: OutboxEntry, context: WorkContext): Promise<OutboxEntry> {
  const built = await buildOwnTransaction(entry, context);
  const twin = await findTwin(context.store, {
    owner: entry.intent.owner,
    rawDataHex: built.rawDataHex,
    ignored: entry.ignoredTxIDs ?? [],
  });
  if (twin !== undefined) return suspectedEntry(entry, twin);
  const signed = await signTransaction(built, context.signer);
  const { problem: _, ...rest } = entry;
  const { genesisId } = context;
  return { ...rest, status: 'signed', genesisId, txID: signed.txID, transaction: encodeTransaction(signed) };
}

/** An entry whose transaction is in a block that no fork can undo. */
function includedEntry(entry: OutboxEntry, info: TransactionInfo): OutboxEntry {
  const { succeeded, result, reason, blockNumber, fee } = info;
  const { problem: _, ...rest } = entry;
  if (succeeded) return { ...rest, status: 'succeeded', blockNumber, fee };
  const message = reason === undefined ? result : `${result}: ${reason}`;
  return { ...rest, status: 'failed', blockNumber, fee, problem: { code: 'TRANSACTION_FAILED', message } };
}

type Problem = NonNullable<OutboxEntry['problem']>;

/** Why something went wrong, as an entry keeps it. */
function problemOf(error: unknown): Problem {
  const { code } = Object(error) as { code?: unknown };
  return { code: typeof code === 'string' ? code : 'UNKNOWN', message: reasonOf(error) };
}

/** An entry after a failure that counts: queued, or rejected after too many. */
function countedFailure(entry: OutboxEntry, problem: Problem, maxFailures: number): OutboxEntry {
  const failures = entry.failures + 1;
  return { ...entry, status: failures < maxFailures ? 'queued' : 'rejected', failures, problem };
}

/**
 * Handles bytes that a node rejects because of their content. Another node may still have them from an earlier attempt,
 * so the outcome is certain only when they are in a block or expired.
 */
async function settleRejected(
  entry: OutboxEntry,
  encoded: string,
  error: unknown,
  { client, signal }: WorkContext,
): Promise<OutboxEntry> {
  const { genesisId } = entry;
  const { txID, rawDataHex } = decodeTransaction(encoded);
  try {
    const args = omitUndefined({ txID, rawDataHex, genesisId });
    return includedEntry(entry, await waitForTransaction(client, args, { until: 'solid', signal }));
  } catch (outcome) {
    if (isRpcError(outcome, 'TRANSACTION_EXPIRED'))
      return { ...withoutTransaction(entry), status: 'rejected', problem: problemOf(error) };
    if (!isRpcError(outcome, 'TRANSACTION_FAILED')) throw outcome;
    const info = await getTransactionInfoById(client, { txID }, { state: 'solid', signal });
    if (info === undefined) throw outcome;
    return includedEntry(entry, info);
  }
}

/** Brings the transaction of a signed entry to its end. */
async function settleEntry(entry: OutboxEntry, context: WorkContext): Promise<OutboxEntry> {
  const { client, signal, maxFailures } = context;
  const { transaction: encoded = '', genesisId } = entry;
  try {
    const args = omitUndefined({ transaction: encoded, genesisId });
    const resumed = await resumeTransaction(client, args, { until: 'solid', signal });
    if (resumed.status !== 'expired') return includedEntry(entry, resumed.info);
    const { txID, expiration, solidTime } = resumed;
    const problem = problemOf(new RpcError('TRANSACTION_EXPIRED', { txID, expiration, solidTime }));
    return countedFailure(withoutTransaction(entry), problem, maxFailures);
  } catch (error) {
    if (isRpcError(error, 'BROADCAST_REJECTED')) return settleRejected(entry, encoded, error, context);
    throw error;
  }
}

/** The chain's own rejections of a transaction or a simulation: another attempt would be rejected too. */
const REJECTIONS: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'VALIDATION_FAILED',
  'CALL_REVERTED',
  'CALL_FAILED',
  'ADDRESS_INVALID',
  'ARGUMENT_INVALID',
]);

/** An entry after an attempt that failed; one that is signed stays so until its transaction is settled. */
function failedEntry(entry: OutboxEntry, error: unknown, maxFailures: number): OutboxEntry {
  const problem = problemOf(error);
  if (entry.status === 'signed' || (isRpcError(error) && error.retryable)) return { ...entry, problem };
  return countedFailure(entry, problem, isRpcError(error) && REJECTIONS.has(error.code) ? 0 : maxFailures);
}

/** The error of a store that has an earlier version of an entry than was written, or none. */
function outdated({ id, ...entry }: OutboxEntry, written: number, stored: StoredRecord | undefined) {
  const found = stored === undefined ? 'no such entry' : `version ${stored.version}`;
  const txID = [entry.txID, ...entry.earlierTxIDs, 'that is not signed yet'].find((each) => each !== undefined);
  return new PaymentsError('STORE_OUTDATED', {
    id,
    txID: String(txID),
    reason: `the store has ${found} after version ${written}`,
  });
}

/**
 * Stores a change and returns it; undefined if the entry was changed or claimed by someone else meanwhile. A signed
 * transaction is read again before it is sent: a store that has not kept it would have another one signed.
 */
async function writeEntry(
  { entry, version }: VersionedEntry,
  next: OutboxEntry,
  { store, holder, onChange = () => {} }: WorkContext,
): Promise<VersionedEntry | undefined> {
  const isWritten = await store.compareAndSet({ ...recordOf(next), version, holder });
  const expected = isWritten ? version + 1 : version;
  if (!isWritten || next.status === 'signed') {
    const stored = await store.get(keyOfEntry(entry.id));
    if (stored === undefined || stored.version < expected) throw outdated(next, expected, stored);
    if (stored.version > expected || !isWritten) return undefined;
  }
  try {
    await onChange(next);
  } catch (cause) {
    throw new PaymentsError('CALLBACK_FAILED', { callback: 'onChange', reason: reasonOf(cause) }, { cause });
  }
  return { entry: next, version: expected };
}

/**
 * Whether the error stops all entries: after a store failed, it is unknown which changes it wrote, and on another
 * network no payment can be judged.
 */
const endsRun = (error: unknown): boolean =>
  isPaymentsError(error, 'STORE_FAILED') ||
  isPaymentsError(error, 'STORE_OUTDATED') ||
  isPaymentsError(error, 'NETWORK_MISMATCH') ||
  isRpcError(error, 'ENDPOINT_MISMATCH');

/**
 * Works on a claimed entry until it has ended, or is someone else's. Rejects on another network, and when the signal
 * aborts or the store fails.
 */
export async function completeEntry(record: StoredRecord, context: WorkContext): Promise<void> {
  const { signal, maxFailures, retryDelayMs } = context;
  let current: VersionedEntry | undefined = entryOf(record);
  for (let failures = 0; current !== undefined && !hasEnded(current.entry);) {
    const { entry }: VersionedEntry = current;
    let next: OutboxEntry;
    try {
      next = await (entry.status === 'queued' ? signEntry(entry, context) : settleEntry(entry, context));
      failures = 0;
    } catch (error) {
      if (signal.aborted || endsRun(error)) throw error;
      next = failedEntry(entry, error, maxFailures);
      failures++;
    }
    // A node that stays away for hours is written down once.
    const isNews = next.status !== entry.status || next.problem?.code !== entry.problem?.code;
    if (isNews || next.failures !== entry.failures) current = await writeEntry(current, next, context);
    if (failures > 0 && !hasEnded(next)) await sleep(retryPause(failures - 1, retryDelayMs), signal);
  }
}
