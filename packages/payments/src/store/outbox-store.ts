/** The list that a record is in: the open records, the ended ones, or none. */
export type RecordListing = 'open' | 'ended' | 'none';

/** A record to create. */
export interface NewRecord {
  /** Keys are compared exactly: case, blanks and Unicode forms count. */
  readonly key: string;
  readonly value: string;
  readonly listing: RecordListing;
  /** `count` counts listed records by their status. */
  readonly status?: string;
  /** Open records of one group are claimed one at a time. */
  readonly group?: string;
  /** Records of a higher priority are claimed first: -100 to 100, and 0 if absent. */
  readonly priority?: number;
  /** The account that pays: a claim may be limited to some of them. */
  readonly owner?: string;
  /** Appended to the history of the record with this change. */
  readonly event?: string;
}

/** A change of a record that has exactly this version. */
export interface RecordChange extends NewRecord {
  readonly version: number;
  /** Keeps the claim of this holder until it runs out. Without it the change ends the claim. */
  readonly holder?: string;
  /**
   * Ends the claim, and keeps the record from being claimed for this long: 1 to 60,000 ms. It keeps its place in its
   * group meanwhile. Any later change without it ends the pause.
   */
  readonly delayMs?: number;
}

/** The longest delay of a record. */
export const LONGEST_DELAY_MS = 60_000;

/** The holder of a record that is delayed: it was begun, and nobody works on it. */
export const NOBODY = '';

/** A stored record. */
export interface StoredRecord extends Omit<NewRecord, 'event' | 'priority' | 'owner'> {
  /** 1 for a new record; each change and each claim adds one. */
  readonly version: number;
  /** Its position in the order of creation: higher than all earlier ones. It never changes. */
  readonly position: number;
}

/** A part of a list. */
export interface ListRange {
  /** `open` leaves out the ended records. */
  readonly listing: 'open' | 'all';
  /** Only records of a higher position. */
  readonly after: number;
  /** The maximum number of records. */
  readonly limit: number;
}

/** A request for work. */
export interface RecordClaim {
  /** The holder: a text that no other holder uses. */
  readonly holder: string;
  /** How many records at most. */
  readonly limit: number;
  /** The duration of the claim in milliseconds, unless it is renewed. */
  readonly leaseMs: number;
  /** Only records of these owners; of all if absent. */
  readonly owners?: readonly string[] | undefined;
}

/** Options of a change. */
export interface ChangeOptions {
  /** Changes nothing while `epoch` of the store is another text, in one step with the change. Absent if any may be. */
  readonly epoch?: string | undefined;
}

/** A change of a record in its history. */
export interface RecordEvent {
  /** The version that the record had after the change. */
  readonly version: number;
  /** The time of the change by the store's clock, in milliseconds since 1970. */
  readonly at: number;
  readonly event: string;
}

/** Number of listed records with a status. */
export interface RecordCount {
  readonly status: string;
  readonly listing: 'open' | 'ended';
  readonly count: number;
  /** Age of the oldest of them in milliseconds; open records only. */
  readonly oldestAgeMs?: number;
}

/**
 * Stores the state that an outbox must not lose. A change is on the disk before its promise resolves. A store that can
 * lose a change may pay twice. Several processes may use one store at the same time. `checkOutboxStore` of
 * `@coin/payments/conformance` checks whether your own store conforms.
 *
 * `Transaction` is the type of a transaction of the caller's database, in which a store may create records.
 *
 * Source: docs/decisions/17-outbox-data-model.md.
 */
export interface OutboxStore<Transaction = never> {
  /** Returns the record of a key, read inside the caller's transaction if there is one. */
  readonly get: (
    key: string,
    options?: { readonly transaction?: Transaction | undefined },
  ) => Promise<StoredRecord | undefined>;
  /**
   * Creates a record of version 1 and returns true. If the key exists, changes nothing and returns false. In a
   * transaction of the caller, the result is certain only once that commits.
   */
  readonly createIfAbsent: (
    record: NewRecord,
    options?: ChangeOptions & { readonly transaction?: Transaction | undefined },
  ) => Promise<boolean>;
  /**
   * Replaces a record of exactly this version with one of the next version, and returns true. If the record has another
   * version or does not exist, changes nothing and returns false.
   */
  readonly compareAndSet: (change: RecordChange, options?: ChangeOptions) => Promise<boolean>;
  /** Returns records with the listing `open`, or `open` and `ended`, in the order of their positions. */
  readonly list: (range: ListRange) => Promise<readonly StoredRecord[]>;
  /**
   * Gives open records to a holder, the highest priority first and otherwise in the order of their positions, and
   * returns them with the next version. It gives nobody a claimed or delayed record before the claim or delay has run
   * out. It gives one record of each group: the one that was claimed before, otherwise the first in this order. While
   * another record of the group is claimed or delayed, or if the first one is of an owner that was not asked for, it
   * gives none.
   */
  readonly claim: (claim: RecordClaim, options?: ChangeOptions) => Promise<readonly StoredRecord[]>;
  /** Makes all claims of a holder run out `leaseMs` from now. With 0, others may claim the records immediately. */
  readonly renew: (
    claims: { readonly holder: string; readonly leaseMs: number },
    options?: ChangeOptions,
  ) => Promise<void>;
  /** Returns the events of a record, oldest first. */
  readonly history: (key: string) => Promise<readonly RecordEvent[]>;
  /** Returns the number of listed records by status. Statuses without records may be omitted. */
  readonly count: () => Promise<readonly RecordCount[]>;
  /** Returns the owners of open records, each once. Without it, a run reads all open records to find them. */
  readonly owners?: () => Promise<readonly string[]>;
  /** Throws `STORE_UNSAFE` if the server can lose a change that it has confirmed. Each run starts with it. */
  readonly check?: () => Promise<void>;
  /**
   * Returns a text that changes when the server may lack confirmed changes, because a replica was promoted or a copy
   * was restored. A run then compares the chain with the store before it signs anything. A store that has this method
   * heeds `epoch` of {@link ChangeOptions}, so a run that began before changes nothing afterwards.
   */
  readonly epoch?: () => Promise<string>;
  /**
   * Calls `wake` when another process may have created an open record, until the returned function is called. With the
   * record's owner, it wakes only runs that may work on that owner's records.
   */
  readonly listen?: (wake: (owner?: string) => void) => Promise<() => Promise<void>>;
}
