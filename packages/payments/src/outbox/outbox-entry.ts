import { type SmallUnits } from '@coin/units';
import { argumentInvalid } from '../arguments.ts';
import { PaymentsError, reasonOf } from '../errors.ts';
import { type NewRecord, type RecordEvent, type StoredRecord } from '../store/outbox-store.ts';
import { type OutboxIntent } from './intent.ts';

/**
 * - `queued`: no signed transaction of it can be included in a block
 * - `waiting-for-funds`: as `queued`; its owner has too little coin for it and its fees
 * - `waiting-for-budget`: as `queued`; its fees could exceed `maxFeePerPayment` or what is left of `maxFeesPerDay`
 * - `signed`: its transaction is stored, and may be on the chain
 * - `succeeded`: its transaction is in a block that no fork can undo
 * - `failed`: its transaction is in such a block without effect; its fees are spent
 * - `rejected`: nothing was done, and nothing will be unless `retry` is called
 * - `cancelled`: as `rejected`; `cancel` was called before it was signed
 */
export type OutboxStatus =
  | 'queued'
  | 'waiting-for-funds'
  | 'waiting-for-budget'
  | 'signed'
  | 'succeeded'
  | 'failed'
  | 'rejected'
  | 'cancelled';

/** What an entry waits for. Times in milliseconds since 1970, by the clock of the client; amounts in small units. */
export type EntryWait = {
  readonly since: number;
  /** When the wait ends at the latest; absent where that depends on people. */
  readonly until?: number;
} & (
  | {
      /** Coin. It continues when the owner has what is needed. */
      readonly kind: 'funds';
      /** For the payment and its fees. */
      readonly needed: SmallUnits;
      /** What the owner had when it was last looked up. */
      readonly available: SmallUnits;
      /** The entry that comes before it and waits for coin of the same owner. */
      readonly behind?: string;
    }
  | {
      /** A lower fee (`payment-fee`), or the end of the day in UTC (`daily-fees`). */
      readonly kind: 'payment-fee' | 'daily-fees';
      /** The most that its fees can be. */
      readonly needed: SmallUnits;
      /** What the budget allows for it. */
      readonly available: SmallUnits;
    }
  | {
      /** A block. `until` is when its transaction expires. */
      readonly kind: 'block';
      readonly until: number;
    }
);

/** An intent and its progress. */
export interface OutboxEntry {
  readonly id: string;
  readonly intent: OutboxIntent;
  /** Entries of one group are done one after another. */
  readonly group?: string;
  /** Entries of a higher priority are paid first; absent for 0. */
  readonly priority?: number;
  readonly status: OutboxStatus;
  /** What it waits for, if it waits or is `signed`. */
  readonly waitsFor?: EntryWait;
  /** Of its signed transaction. */
  readonly txID?: string;
  /** The signed transaction, as `encodeTransaction` gave it. */
  readonly transaction?: string;
  /** Genesis block id of the network that it was signed for. */
  readonly genesisId?: string;
  /** The ids of its earlier transactions, which had no effect: expired, or failed before it was retried. */
  readonly earlierTxIDs: readonly string[];
  /**
   * A transaction on the chain that does the same, and that the store does not know. A person has to find out whether
   * it paid this entry before `retry` is called.
   */
  readonly twinTxID?: string;
  /** Such transactions of earlier attempts, which did not pay this entry: it was retried. */
  readonly ignoredTxIDs?: readonly string[];
  /** Number of failures since it was enqueued or retried, not counting busy or unreachable nodes. */
  readonly failures: number;
  /** Why it failed or was rejected; the latest problem if it has not ended. */
  readonly problem?: { readonly code: string; readonly message: string };
  /** The block that includes its transaction. */
  readonly blockNumber?: number;
  /** The coin that this transaction burned, in small units. */
  readonly fee?: SmallUnits;
  /** The day in UTC whose budget has a share for its transaction, as `2026-11-23`. */
  readonly feeDay?: string;
}

/** A change of an entry, as its history keeps it. */
export interface OutboxEvent extends Pick<OutboxEntry, 'status' | 'waitsFor' | 'txID' | 'problem'> {
  /** When the store made the change, by its own clock: milliseconds since 1970. */
  readonly at: number;
}

/** Called with an entry after a change of it was stored, and with the entry as it was before. */
export type OnChange = (entry: OutboxEntry, previous: OutboxEntry) => unknown;

/** Calls a callback of the caller's after a change was stored. */
export async function notifyChange(onChange: OnChange | undefined, next: OutboxEntry, previous: OutboxEntry) {
  try {
    await onChange?.(next, previous);
  } catch (cause) {
    throw new PaymentsError('CALLBACK_FAILED', { callback: 'onChange', reason: reasonOf(cause) }, { cause });
  }
}

/** An entry and the version of its record. */
export interface VersionedEntry {
  readonly entry: OutboxEntry;
  readonly version: number;
}

/** The version of the stored form, which tells a later release how to read it. */
const FORMAT = 1;

const AMOUNTS: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'amount',
  'callValue',
  'feeLimit',
  'fee',
  'needed',
  'available',
]);

const readAmounts = (name: string, member: unknown): unknown =>
  AMOUNTS.has(name) && typeof member === 'string' ? BigInt(member) : member;

/** The statuses of entries that nobody works on before something outside has changed. */
const WAITING: ReadonlySet<OutboxStatus> = /* @__PURE__ */ new Set(['waiting-for-funds', 'waiting-for-budget']);

const ENDED: ReadonlySet<OutboxStatus> = /* @__PURE__ */ new Set(['succeeded', 'failed', 'rejected', 'cancelled']);

/** JSON with amounts as decimal text. */
export const toJson = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) => (typeof member === 'bigint' ? String(member) : member));

export const hasEnded = ({ status }: OutboxEntry): boolean => ENDED.has(status);

export const isWaiting = ({ status }: OutboxEntry): boolean => WAITING.has(status);

export const keyOfEntry = (id: string): string => `entry/${id}`;

/** Of the record that says which entry a transaction belongs to. */
export const keyOfTransaction = (txID: string): string => `transaction/${txID}`;

/** The record that holds an entry, and the event of its latest change. */
export function recordOf(entry: OutboxEntry): NewRecord {
  const { id, status, group, priority, waitsFor, txID, problem } = entry;
  return {
    key: keyOfEntry(id),
    value: toJson({ format: FORMAT, ...entry }),
    listing: hasEnded(entry) ? 'ended' : 'open',
    status,
    ...(group !== undefined && { group }),
    ...(priority !== undefined && { priority }),
    event: toJson({ status, waitsFor, txID, problem }),
  };
}

/** Reads an event that {@link recordOf} wrote. */
export const eventOf = ({ at, event }: RecordEvent): OutboxEvent => ({
  at,
  ...(JSON.parse(event, readAmounts) as Omit<OutboxEvent, 'at'>),
});

/** Reads the entry that a record holds. */
export function entryOf({ key, value, version }: StoredRecord): VersionedEntry {
  const { format, ...entry } = JSON.parse(value, readAmounts) as OutboxEntry & { format: number };
  if (format !== FORMAT) throw argumentInvalid(`format of ${key}`, format, `${FORMAT}; a later release wrote it`);
  return { entry, version };
}

/** The fields that belong to a transaction, which an entry loses when it is reset. */
const OF_TRANSACTION: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'transaction',
  'txID',
  'genesisId',
  'problem',
  'blockNumber',
  'fee',
  'feeDay',
  'waitsFor',
  'twinTxID',
] satisfies (keyof OutboxEntry)[]);

/** Resets an entry whose transaction had no effect and never will, before the next one is signed. */
export function withoutTransaction(entry: OutboxEntry): OutboxEntry {
  const { txID, twinTxID, earlierTxIDs, ignoredTxIDs = [] } = entry;
  const kept = Object.entries(entry).filter(([name]) => !OF_TRANSACTION.has(name));
  return {
    ...(Object.fromEntries(kept) as unknown as OutboxEntry),
    ...(twinTxID !== undefined && { ignoredTxIDs: [...ignoredTxIDs, twinTxID] }),
    status: 'queued',
    earlierTxIDs: txID === undefined ? earlierTxIDs : [...earlierTxIDs, txID],
  };
}
