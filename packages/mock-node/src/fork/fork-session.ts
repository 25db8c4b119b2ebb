import { keepChain, undoIncomplete, type Chain } from '../chain/chain.ts';
import { type MockNodeError } from '../errors.ts';
import { toBase58 } from '../protocol/address.ts';
import { MissingRecordError, type RecordId, type ReadableId } from '../state/record-source.ts';
import { type StoredBlock } from '../state/records/stored-block.ts';
import { type ForkConsistency } from './consistency.ts';
import { watchProgress } from './progress.ts';
import { describeRecord, isUnavailable, unavailableError } from './reading/describe-record.ts';
import { readRecord, type RecordReader } from './reading/read-record.ts';
import { recordName, type ForkSource } from './reading/record-store.ts';
import { type RecordedUpstream } from './upstream/recorded-upstream.ts';
import { malformed } from './upstream/upstream.ts';

export interface ForkSessionOptions {
  readonly chain: Chain;
  readonly source: ForkSource;
  readonly head: StoredBlock;
  readonly reader: Omit<RecordReader, 'onAccount' | 'upstream'>;
  readonly upstream: RecordedUpstream;
  /** Called with the record being read while a read takes long. */
  readonly tell: (record: string) => void;
}

/** Options of an operation. */
export interface PerformOptions {
  /**
   * Whether to look for everything else the operation needs by running it with missing records treated as absent. Not
   * worthwhile for long operations.
   */
  readonly probe?: boolean;
  /** Called when a synchronous operation has succeeded. */
  readonly onDone?: (() => void) | undefined;
}

/** Runs operations on a fork's chain. */
export interface ForkSession {
  /**
   * Runs an operation. If a record is missing, reads it and runs the operation again on the current ledger.
   *
   * @throws MockNodeError `FORK_UNREADABLE`, `FORK_UNKNOWN`, and any error of the operation.
   */
  readonly perform: <T>(operation: () => T | Promise<T>, options?: PerformOptions) => Promise<T>;
  readonly consistency: () => ForkConsistency;
}

/** Maximum number of records that one probe reads ahead. */
const MAX_PROBED = 300;
/** An operation that needs more records one by one, such as a search of all blocks, would never finish. */
const MAX_RECORDS = 500;

interface Incomplete {
  readonly record: RecordId;
  /** Whether it was found after an await. */
  readonly isPromise: boolean;
}

/** Reasons why records are not available, by kind and key. */
type Failures = Map<string, Error>;

interface Session extends ForkSessionOptions {
  readonly reader: RecordReader;
  /** Pending reads by the names of their records. Each record is read once. */
  readonly underway: Map<string, Promise<void>>;
  /** Accounts whose use of resources is only known to within 1, by address. */
  readonly rounded: Map<string, ForkConsistency['rounded'][number]>;
}

export function createForkSession(options: ForkSessionOptions): ForkSession {
  const { upstream } = options;
  const rounded: Session['rounded'] = new Map();
  const onAccount: RecordReader['onAccount'] = ({ account, rounded: resources }) => {
    if (resources.length === 0) return;
    const address = toBase58(account.address);
    rounded.set(address, { address, resources });
  };
  const reader: RecordReader = { ...options.reader, upstream, onAccount };
  const session: Session = { ...options, reader, underway: new Map(), rounded };
  return {
    perform: (operation, performOptions = {}) => perform(session, operation, performOptions),
    consistency: () => consistencyOf(session),
  };
}

function consistencyOf({ head, upstream, rounded }: Session): ForkConsistency {
  return {
    head: { number: head.number, blockID: head.id, time: head.timestamp },
    late: [...upstream.late].map(([record, blocks]) => ({ record, blocks })),
    rounded: [...rounded.values()],
    requests: upstream.requestCount(),
  };
}

async function perform<T>(
  session: Session,
  operation: () => T | Promise<T>,
  { probe: isProbed = true, onDone }: PerformOptions,
): Promise<T> {
  const { upstream, tell } = session;
  const wanted = new Set<string>();
  const failures: Failures = new Map();
  const progress = watchProgress(tell);
  try {
    for (;;) {
      const outcome = await attempt(session, operation, { failures, onDone });
      if ('value' in outcome) {
        // The operation is complete. `close` reports a cache that cannot be written.
        if (wanted.size > 0) await upstream.save().catch(() => undefined);
        return outcome.value;
      }
      const { record, isPromise } = outcome;
      if (!isToBeRead(session, record, { wanted, failures })) continue;
      progress.reads(describeRecord(record));
      // Changes that an operation makes after an await cannot be undone from outside.
      const others = isProbed && !isPromise ? probe(session, operation) : [];
      const name = recordName(record);
      await readTogether(session, [record, ...others.filter((other) => recordName(other) !== name)], failures);
    }
  } finally {
    progress.stop();
  }
}

/**
 * Whether a record can be read. If not, stores the reason among the failures. The operation then runs again, because it
 * may handle the failure.
 *
 * @throws the reason, if the operation does not handle it.
 */
function isToBeRead(
  { upstream }: Session,
  record: RecordId,
  { wanted, failures }: { readonly wanted: Set<string>; readonly failures: Failures },
): record is ReadableId {
  const name = recordName(record);
  const failure = failures.get(name);
  if (failure !== undefined) throw failure;
  if (isUnavailable(record)) failures.set(name, unavailableError(record));
  else if (wanted.size === MAX_RECORDS) failures.set(name, tooMany(record, upstream));
  else {
    if (wanted.has(name)) throw new Error(`A fork has read ${describeRecord(record)} but still lacks it.`);
    wanted.add(name);
    return true;
  }
  return false;
}

async function attempt<T>(
  { chain, source }: Session,
  operation: () => T | Promise<T>,
  { failures, onDone }: { readonly failures: Failures } & Pick<PerformOptions, 'onDone'>,
): Promise<{ readonly value: T } | Incomplete> {
  const incomplete = (error: unknown, isPromise: boolean): Incomplete => {
    if (error instanceof MissingRecordError) return { record: error.record, isPromise };
    throw error;
  };
  let value: T | Promise<T>;
  try {
    value = source.withFailures(failures, () => undoIncomplete(chain, operation));
  } catch (error) {
    return incomplete(error, false);
  }
  try {
    if (value instanceof Promise) return { value: await value };
    onDone?.();
    return { value };
  } catch (error) {
    return incomplete(error, true);
  }
}

/** Finds the other records that an operation needs. */
function probe({ chain, source }: Session, operation: () => unknown): readonly ReadableId[] {
  const restore = keepChain(chain);
  const found = new Map<string, ReadableId>();
  const collect = (record: RecordId): void => {
    if (found.size >= MAX_PROBED) throw new MissingRecordError(record);
    if (!isUnavailable(record)) found.set(recordName(record), record);
  };
  try {
    source.collecting(collect, operation);
  } catch {
    // It failed because records were left out. The ones it needed until then are known.
  } finally {
    restore();
  }
  return [...found.values()];
}

async function readTogether(session: Session, records: readonly ReadableId[], failures: Failures): Promise<void> {
  const readOne = async (record: ReadableId): Promise<void> => {
    try {
      await readOnce(session, record);
    } catch (error) {
      failures.set(recordName(record), malformed(error, describeRecord(record), session.upstream));
    }
  };
  await Promise.all(records.map(readOne));
}

function readOnce({ reader, underway }: Session, record: ReadableId): Promise<void> {
  const name = recordName(record);
  const known = underway.get(name);
  if (known !== undefined) return known;
  const reading = readRecord(reader, record).finally(() => underway.delete(name));
  underway.set(name, reading);
  return reading;
}

function tooMany(record: RecordId, { unreadable }: RecordedUpstream): MockNodeError {
  const reason = `one operation has already needed ${MAX_RECORDS} other records, one after another; request less at a time`;
  return unreadable(describeRecord(record), reason);
}
