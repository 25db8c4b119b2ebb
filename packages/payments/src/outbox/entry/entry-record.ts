import { decodeTransaction, type Transaction } from '@coin/rpc';
import { isPaymentsError, PaymentsError } from '../../errors.ts';
import { omitUndefined } from '../../omit-undefined.ts';
import { type NewRecord, type RecordEvent, type StoredRecord } from '../../store/outbox-store.ts';
import { parseRecord, toJson } from '../../store/parse-record.ts';
import { entrySchema, eventSchema, FORMAT } from './entry-schema.ts';
import { hasEnded, type EntryTransaction, type OutboxEntry, type OutboxEvent } from './outbox-entry.ts';

/** An entry and the version of its record. */
export interface VersionedEntry<Entry extends OutboxEntry = OutboxEntry> {
  readonly entry: Entry;
  readonly version: number;
}

export const keyOfEntry = (id: string): string => `entry/${id}`;

/** The key of the record that names the entry of a transaction. */
export const keyOfTransaction = (txID: string): string => `transaction/${txID}`;

/** The status in the record of an entry that is held, so those that wait are counted apart. */
export const HELD = 'held';

/** The record that holds an entry, and the event of its latest change. */
export function recordOf(entry: OutboxEntry): NewRecord & { readonly event: string } {
  const { id, intent, status, isHeld, group, priority, waitsFor, txID, problem } = entry;
  return omitUndefined({
    key: keyOfEntry(id),
    value: toJson({ format: FORMAT, ...entry }),
    listing: hasEnded(entry) ? ('ended' as const) : ('open' as const),
    status: isHeld === true ? HELD : status,
    group,
    priority,
    owner: intent.owner,
    event: toJson({ status, waitsFor, txID, problem }),
  });
}

/** Reads an event of {@link recordOf}. */
export const eventOf = (key: string, { at, event }: RecordEvent): OutboxEvent => ({
  at,
  ...parseRecord(eventSchema, { key: `history of ${key}`, value: event }),
});

const damaged = ({ id }: OutboxEntry, field: string, cause?: unknown) =>
  new PaymentsError('RECORD_INVALID', { key: keyOfEntry(id), field, expected: 'of its transaction' }, { cause });

/** Reads the transaction of an entry. */
export function transactionOf(entry: OutboxEntry & EntryTransaction): Transaction {
  let transaction: Transaction;
  try {
    transaction = decodeTransaction(entry.transaction);
  } catch (cause) {
    throw damaged(entry, 'transaction', cause);
  }
  if (transaction.txID !== entry.txID) throw damaged(entry, 'txID');
  return transaction;
}

/** Returns a value; undefined if the record of an entry is damaged, of which `onDamage` is told. */
export function unlessDamaged<T>(read: () => T, onDamage?: (error: unknown) => void): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!isPaymentsError(error, 'RECORD_INVALID')) throw error;
    onDamage?.(error);
    return undefined;
  }
}

/** Reads the entry that a record holds. */
export function entryOf(record: StoredRecord): VersionedEntry {
  const { format: _, ...entry } = parseRecord(entrySchema, record);
  return { entry, version: record.version };
}
