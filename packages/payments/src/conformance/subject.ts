import { argumentInvalid, describeValue } from '../arguments.ts';
import { type NewRecord, type OutboxStore, type StoredRecord } from '../store/outbox-store.ts';

/** Two handles of one store, and keys that no other record has. */
export interface Subject {
  readonly first: OutboxStore;
  readonly second: OutboxStore;
  readonly keyOf: (name: string) => string;
}

/** Throws `ARGUMENT_INVALID` unless a method returned the expected result. */
export function expectResult(method: keyof OutboxStore, actual: unknown, expected: unknown, when: string): void {
  const shown = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : describeValue(value));
  if (shown(actual) !== shown(expected))
    throw argumentInvalid(`result of store.${method}`, shown(actual), `${shown(expected)} ${when}`);
}

/** The fields of a record, without any that a store adds. */
export const contentOf = (record: StoredRecord | undefined) =>
  record && [record.key, record.value, record.listing, record.version];

export const open = (key: string, value = key): NewRecord => ({ key, value, listing: 'open' });
