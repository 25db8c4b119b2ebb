import { isPaymentsError, PaymentsError, reasonOf } from '../errors.ts';

/** Where a record is listed: with what has not ended, with what has, or nowhere. */
export type RecordListing = 'open' | 'ended' | 'none';

/** A record to create. */
export interface NewRecord {
  /** Compared exactly: case, blanks and Unicode forms count. */
  readonly key: string;
  readonly value: string;
  readonly listing: RecordListing;
}

/** A record as a store holds it. */
export interface StoredRecord extends NewRecord {
  /** 1 for a new record, one more with each change. */
  readonly version: number;
  /** Where it stands in the order in which records were created: higher than all before it, never changed. */
  readonly position: number;
}

/** A part of a list. */
export interface ListRange {
  /** `open` leaves out what has ended. */
  readonly listing: 'open' | 'all';
  /** Only records of a higher position. */
  readonly after: number;
  /** How many records at most. */
  readonly limit: number;
}

/**
 * Where an outbox keeps what it must not forget. A change is on the disk before its promise resolves; a store that can
 * lose one may pay twice. Several processes may use one store at the same time. `checkOutboxStore` of
 * `@coin/payments/conformance` tells whether a store is one.
 *
 * Source: Decision: changes of single records that compare their version first; most databases can do that.
 */
export interface OutboxStore {
  readonly get: (key: string) => Promise<StoredRecord | undefined>;
  /** Creates a record of version 1 and returns true, or false where the key exists, having changed nothing. */
  readonly createIfAbsent: (record: NewRecord) => Promise<boolean>;
  /**
   * Replaces a record of exactly this version by one of the next version and returns true; or false where it has
   * another version or does not exist, having changed nothing.
   */
  readonly compareAndSet: (record: NewRecord & { readonly version: number }) => Promise<boolean>;
  /** Records with the listing `open`, or `open` and `ended`, in the order of their positions. */
  readonly list: (range: ListRange) => Promise<readonly StoredRecord[]>;
}

/**
 * A store whose failures are `STORE_FAILED`: what it has written is not known, and the caller has to begin again from
 * what it holds. `beforeChange` is called before each change.
 */
export function guardStore(store: OutboxStore, beforeChange: () => void = () => {}): OutboxStore {
  const guarded = async <T>(method: keyof OutboxStore, run: () => Promise<T>): Promise<T> => {
    try {
      return await run();
    } catch (cause) {
      if (isPaymentsError(cause, 'STORE_FAILED')) throw cause;
      throw new PaymentsError('STORE_FAILED', { method, reason: reasonOf(cause) }, { cause });
    }
  };
  return {
    get: (key) => guarded('get', async () => store.get(key)),
    list: (range) => guarded('list', async () => store.list(range)),
    createIfAbsent: async (record) => {
      beforeChange();
      return guarded('createIfAbsent', async () => store.createIfAbsent(record));
    },
    compareAndSet: async (record) => {
      beforeChange();
      return guarded('compareAndSet', async () => store.compareAndSet(record));
    },
  };
}
