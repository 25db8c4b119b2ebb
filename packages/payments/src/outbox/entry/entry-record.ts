import { argumentInvalid } from '../../arguments.ts';
import { omitUndefined } from '../../omit-undefined.ts';
import { type NewRecord, type RecordEvent, type StoredRecord } from '../../store/outbox-store.ts';
import { hasEnded, type OutboxEntry, type OutboxEvent } from './outbox-entry.ts';

/** An entry and the version of its record. */
export interface VersionedEntry<Entry extends OutboxEntry = OutboxEntry> {
  readonly entry: Entry;
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

/** JSON with amounts as decimal text. */
export const toJson = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) => (typeof member === 'bigint' ? String(member) : member));

export const keyOfEntry = (id: string): string => `entry/${id}`;

/** The key of the record that names the entry of a transaction. */
export const keyOfTransaction = (txID: string): string => `transaction/${txID}`;

/** The status in the record of an entry that is held, so those that wait are counted apart. */
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
