import { type KeyWeight } from '@coin/rpc/signer';
import { type SmallUnits } from '@coin/units';
import { argumentInvalid } from '../../arguments.ts';
import { PaymentsError, reasonOf } from '../../errors.ts';
import { omitUndefined } from '../../omit-undefined.ts';
import { type NewRecord, type RecordEvent, type StoredRecord } from '../../store/outbox-store.ts';
import { type OutboxIntent } from '../intent/outbox-intent.ts';

/**
 * - `queued`: no signed transaction of it can be included in a block
 * - `waiting-for-funds`: as `queued`; its owner lacks coin for it and its fees, or tokens
 * - `waiting-for-budget`: as `queued`; its fees could exceed `maxFeePerPayment` or what is left of `maxFeesPerDay`
 * - `awaiting-signatures`: its transaction is stored, and keys of its account still have to sign it
 * - `signed`: its transaction is stored, and may be on the chain
 * - `succeeded`: its transaction is in a block that no fork can undo
 * - `failed`: its transaction is in such a block without effect; its fees are spent
 * - `rejected`: nothing was done, and nothing will be done unless `retry` is called
 * - `cancelled`: as `rejected`; `cancel` was called before it was signed
 */
export type OutboxStatus =
  | 'queued'
  | 'waiting-for-funds'
  | 'waiting-for-budget'
  | 'awaiting-signatures'
  | 'signed'
  | 'succeeded'
  | 'failed'
  | 'rejected'
  | 'cancelled';

/** The reason why an entry waits. Times are milliseconds since 1970 by the client's clock, amounts are small units. */
export type EntryWait = {
  readonly since: number;
  /** The time at which the wait ends at the latest; absent if that depends on people. */
  readonly until?: number;
} & (
  | {
      /** It waits for coin or a token, and continues when the owner has `needed`. */
      readonly kind: 'funds';
      /** The id of a TRC-10 token or the contract of a TRC-20 token; absent for coin. */
      readonly token?: string;
      /** For the payment and, in coin, its fees. */
      readonly needed: bigint;
      /** What the owner had when it was last looked up, less what the transaction of `behind` can take. */
      readonly available: bigint;
      /** The entry that comes before it: it waits for the same of this owner, or its transaction can take that. */
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
      /** It waits for signatures until its transaction expires (`until`). */
      readonly kind: 'signatures';
      readonly until: number;
      /** The combined weight of the keys that have signed. */
      readonly weight: bigint;
      /** The weight that its permission asks for. */
      readonly threshold: bigint;
      readonly missingWeight: bigint;
      readonly signed: readonly KeyWeight[];
      /** The keys that can still sign. */
      readonly unsigned: readonly KeyWeight[];
    }
  | {
      /** It waits for a block. `until` is when its transaction expires. */
      readonly kind: 'block';
      readonly until: number;
    }
);

/** An intent and its progress. */
export interface OutboxEntry {
  readonly id: string;
  readonly intent: OutboxIntent;
  /** Entries of one group are paid one after another. */
  readonly group?: string;
  /** Entries of a higher priority are paid first; absent for 0. */
  readonly priority?: number;
  readonly status: OutboxStatus;
  /** The reason why it waits, if it waits or is `signed`. */
  readonly waitsFor?: EntryWait;
  /** The id of its transaction, if it is `signed` or awaits signatures. */
  readonly txID?: string;
  /** This transaction with the signatures so far, as `encodeTransaction` encodes it. */
  readonly transaction?: string;
  /** Genesis block id of the network that it was signed for. */
  readonly genesisId?: string;
  /** The ids of its earlier transactions, which had no effect: expired, or failed before it was retried. */
  readonly earlierTxIDs: readonly string[];
  /**
   * The id of a transaction on the chain that does the same, and that the store does not know. Find out whether it paid
   * this entry before you call `retry`.
   */
  readonly twinTxID?: string;
  /** Such transactions of earlier attempts. They did not pay this entry, because it was retried. */
  readonly ignoredTxIDs?: readonly string[];
  /** Whether it ends as `cancelled` when its transaction expires without enough signatures. */
  readonly isCancelling?: boolean;
  /** Whether its signed transaction is not sent yet, because its account may have too little coin or tokens for it. */
  readonly isHeld?: boolean;
  /** Number of failures since it was enqueued or retried, not counting busy or unreachable nodes. */
  readonly failures: number;
  /** Why it failed or was rejected; the latest problem if it has not ended. */
  readonly problem?: { readonly code: string; readonly message: string };
  /** The block that includes its transaction. */
  readonly blockNumber?: number;
  /** The coin that this transaction burned, in small units. */
  readonly fee?: SmallUnits;
  /** The day (UTC) whose budget has a share for its transaction, such as `2026-11-23`. */
  readonly feeDay?: string;
}

/** A change of an entry in its history. */
export interface OutboxEvent extends Pick<OutboxEntry, 'status' | 'waitsFor' | 'txID' | 'problem'> {
  /** The time of the change by the store's clock, in milliseconds since 1970. */
  readonly at: number;
}

/** Called with an entry after a change of it was stored, and with the entry as it was before. */
export type OnChange = (entry: OutboxEntry, previous: OutboxEntry) => unknown;

/** Calls `onChange` after a change was stored. */
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
  'count',
  'callValue',
  'feeLimit',
  'fee',
  'needed',
  'available',
  'weight',
  'threshold',
  'missingWeight',
]);

const readAmounts = (name: string, member: unknown): unknown => (AMOUNTS.has(name) ? BigInt(member as string) : member);

const WAITING: ReadonlySet<OutboxStatus> = /* @__PURE__ */ new Set([
  'waiting-for-funds',
  'waiting-for-budget',
  'awaiting-signatures',
]);

const ENDED: ReadonlySet<OutboxStatus> = /* @__PURE__ */ new Set(['succeeded', 'failed', 'rejected', 'cancelled']);

/** JSON with amounts as decimal text. */
export const toJson = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) => (typeof member === 'bigint' ? String(member) : member));

export const hasEnded = ({ status }: OutboxEntry): boolean => ENDED.has(status);

/** An entry on which no process works until something outside changes. */
export type WaitingEntry = OutboxEntry & { readonly waitsFor: EntryWait };

export const isWaiting = (entry: OutboxEntry): entry is WaitingEntry =>
  WAITING.has(entry.status) || entry.isHeld === true;

/** What an entry waits for, if that is coin or a token. */
export const fundsAwaitedBy = ({ waitsFor }: Pick<OutboxEntry, 'waitsFor'>) =>
  waitsFor?.kind === 'funds' ? waitsFor : undefined;

export const keyOfEntry = (id: string): string => `entry/${id}`;

/** The key of the record that names the entry of a transaction. */
export const keyOfTransaction = (txID: string): string => `transaction/${txID}`;

/** The status in the record of an entry that is `signed` and not sent, so those that wait are counted apart. */
export const HELD = 'held';

/** The record that holds an entry, and the event of its latest change. */
export function recordOf(entry: OutboxEntry): NewRecord & { readonly event: string } {
  const { id, status, isHeld, group, priority, waitsFor, txID, problem } = entry;
  return omitUndefined({
    key: keyOfEntry(id),
    value: toJson({ format: FORMAT, ...entry }),
    listing: hasEnded(entry) ? ('ended' as const) : ('open' as const),
    status: isHeld === true ? HELD : status,
    group,
    priority,
    event: toJson({ status, waitsFor, txID, problem }),
  });
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

/** The fields of a transaction, which an entry loses when it is reset. */
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
  'isCancelling',
  'isHeld',
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
